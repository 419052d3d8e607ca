"""Fanorona Chess (docs/rules/fanorona-chess.md)."""
