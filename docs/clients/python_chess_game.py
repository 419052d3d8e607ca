"""A game of half-chess between two searches of Oddfish, by python-chess: python python_chess_game.py [ENGINE]"""

import sys

import chess.engine

from oddfish.engine.board import VariantBoard

command = sys.argv[1] if len(sys.argv) > 1 else "oddfish"
board = VariantBoard("half-chess")
with chess.engine.SimpleEngine.popen_uci(command) as engine:
    print(engine.id["name"])
    while not board.is_game_over() and board.ply() < 40:
        board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
print(board.fen())
