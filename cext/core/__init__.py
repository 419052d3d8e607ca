"""The parts that all games share: bits, moves, the rules table, perft, geometry. Nothing here knows a game."""
