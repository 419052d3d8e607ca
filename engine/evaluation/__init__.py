"""What evaluates positions: networks, weights of the hand-written evaluations, search parameters, and their files."""
