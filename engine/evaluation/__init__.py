"""Networks, weights of the hand-written evaluations and search parameters, and their files."""
