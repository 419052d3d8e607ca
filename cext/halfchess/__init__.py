"""The Half Chess family (docs/rules/half-chess-family.md)."""
