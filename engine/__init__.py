"""Variants, games, search sessions, the clock, matches and the command line of Oddfish."""

__version__ = "0.1.0"
NAME = f"Oddfish {__version__}"
