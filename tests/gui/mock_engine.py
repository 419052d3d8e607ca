#!/usr/bin/env python3
"""A CECP engine that knows no rules: it offers a variant, marks squares and answers with prepared moves.

    mock_engine.py [--variants NAMES] [--setup LINE] [--moves e7e5,b8c6]
                   [--lift e2=8/8/8/8/4Y3/4Y3/8/8] [--choice QRBN]

With it the harness is tested without the real engine, so that you can trust the engine's GUI tests when they fail.
"""

from __future__ import annotations

import argparse
import sys

FEATURES = "ping=1 setboard=1 usermove=1 san=0 colors=0 highlight=1 sigint=0 sigterm=0 analyze=1 playother=1 name=1"


def say(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="Mock")
    parser.add_argument("--variants", default="normal")
    parser.add_argument("--setup", help="the line that answers `variant`")
    parser.add_argument("--moves", default="", help="what to play, one after the other")
    parser.add_argument(
        "--lift", action="append", default=[], help="SQUARE=FEN answers `lift SQUARE` by `highlight FEN`"
    )
    parser.add_argument("--choice", help="the letters that answer `put` on the last rank")
    args = parser.parse_args()
    marks = dict(item.split("=", 1) for item in args.lift)
    moves: list[str] = []
    thinking = False  # whether to answer the opponent's moves

    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "protover":
            say(f'feature myname="{args.name}" {FEATURES} variants="{args.variants}"')
            say("feature done=1")
        elif command == "variant" and args.setup:
            say(args.setup)
        elif command == "ping":
            say(f"pong {rest}")
        elif command == "new":
            thinking, moves = True, [move for move in args.moves.split(",") if move]
        elif command == "force":
            thinking = False
        elif command == "lift" and rest in marks:
            say(f"highlight {marks[rest]}")
        elif command == "put" and args.choice and rest[1:] in ("1", "8"):
            say(f"choice {args.choice}")
        elif command in ("go", "usermove"):
            thinking = thinking or command == "go"
            if thinking and moves:
                move = moves.pop(0)
                say(move if move == "resign" else f"move {move}")
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
