"""Two Rooks (docs/rules/two-rooks.md)."""
