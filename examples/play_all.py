"""Play every game through python-chess: Oddfish plays itself, and this script keeps the board.

    pip install oddfish
    python examples/play_all.py                          # a whole game of each family
    python examples/play_all.py banqi tandem-84 --plies 20 --time 0.5
    python examples/play_all.py halfgi --protocol xboard

python-chess starts the engine and speaks UCI or CECP with it, but knows none of these games: ``VariantBoard`` is the
board it needs. In games of chance the board is the referee: it adds the outcome to each move of chance, so the engine
learns what has been revealed, but never what is still hidden.
"""

from __future__ import annotations

import argparse

import chess.engine

from oddfish.engine.board import VariantBoard
from oddfish.engine.variants import REGISTRY

#: One variant of each family.
FAMILIES = ("augmented-half-chess", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")


def play(variant: str, command: list[str], protocol: str, seconds: float, plies: int) -> str:
    """Play one game, print its moves, and return its result (``*`` if it was cut short).

    Raises:
        chess.engine.EngineError: the engine played an illegal move.
    """
    start = chess.engine.SimpleEngine.popen_uci if protocol == "uci" else chess.engine.SimpleEngine.popen_xboard
    board = VariantBoard(variant)
    with start(command) as engine:
        for _ in range(plies):
            if board.is_game_over():
                break
            played = engine.play(board, chess.engine.Limit(time=seconds)).move
            board.push(played)
            print(board.move_stack[-1], end=" ", flush=True)  # including the outcome of a move of chance
    print(f"\n{board.fen()}\n{variant}: {board.result()} after {len(board.move_stack)} moves\n")
    return board.result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"any of {', '.join(REGISTRY)}")
    parser.add_argument("--engine", default="oddfish", help="command that starts the engine")
    parser.add_argument("--protocol", choices=("uci", "xboard"), default="uci")
    parser.add_argument("--time", type=float, default=0.05, help="seconds per move")
    parser.add_argument("--plies", type=int, default=1000, help="maximum number of moves in a game")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.variants if name not in REGISTRY]
    if unknown:
        parser.error(f"unknown variant '{unknown[0]}': expected one of {', '.join(REGISTRY)}")
    for variant in chosen.variants or FAMILIES:
        play(variant, [chosen.engine], chosen.protocol, chosen.time, chosen.plies)


if __name__ == "__main__":
    main()
