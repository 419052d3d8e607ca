"""Trains networks: positions from self-play, the fit, and networks' files (docs/networks.md)."""
