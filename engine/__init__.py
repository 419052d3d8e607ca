"""Variants, games, search sessions, the clock, matches and tuning."""

from oddfish import __version__

NAME = f"Oddfish {__version__}"
