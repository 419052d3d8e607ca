"""Perft against another generator: how its counts are asked for (:mod:`generators`), which of our moves its texts stand
for (:mod:`notation`), and where the two differ (:mod:`descent`)."""
