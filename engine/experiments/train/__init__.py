"""Training networks: positions from self-play, the fit, and files of networks (docs/networks.md)."""
