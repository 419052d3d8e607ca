"""Experiments: matches, tuning, training, opening books, perft against other generators, and running on a cluster."""
