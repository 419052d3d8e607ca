"""What all games are built from: bits, moves, the rules table, perft, geometry. Nothing here knows a game."""
