"""Experiments: matches, tuning, training, opening books, perft against other generators, and their cluster."""
