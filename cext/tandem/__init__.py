"""Tandem-84 (docs/rules/tandem-84.md)."""
