"""Banqi (docs/rules/banqi.md)."""
