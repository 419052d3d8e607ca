"""What every game is made with: bits, moves, the table of rules, perft, geometry. Nothing here knows a game."""
