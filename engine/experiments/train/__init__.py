"""Trains networks: positions from self-play, the fit, and networks' files (docs/networks.md)."""

#: The backends that can fit a network: the core on the CPU, or JAX on its default device. ``auto`` is JAX if it is
#: installed and finds a GPU.
BACKENDS = ("auto", "core", "jax")
