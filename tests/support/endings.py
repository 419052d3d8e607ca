"""Independent checks of solved endings: a slow solver, and one that compares a position with its moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Protocol

LOST, DRAWN, WON = 1, 2, 3

#: A result for the side to move and the plies to the end, as ``Position.probe`` returns them.
Value = tuple[int, int]


class Node(Protocol):
    """A position of a reference generator."""

    @property
    def board(self) -> tuple[str, ...]: ...

    @property
    def turn(self) -> int: ...

    def fen(self) -> str: ...

    def legal_moves(self) -> list[str]: ...

    def push(self, move: str, /) -> Node: ...

    def outcome(self, history: list[object], /) -> tuple[str, str] | None: ...


def key_of(position: Node) -> Hashable:
    return position.board, position.turn


def solve(positions: Iterable[Node]) -> dict[Hashable, Value]:
    """The values of positions by retrograde analysis with a reference generator. Moves to other positions draw.

    Args:
        positions: every position with some men, and with any that they can turn into.
    """
    before: dict[Hashable, list[Hashable]] = defaultdict(list)
    undecided: dict[Hashable, int] = {}
    values: dict[Hashable, Value] = {}
    for position in positions:
        here, moves = key_of(position), position.legal_moves()
        undecided[here] = len(moves)
        for move in moves:
            before[key_of(position.push(move))].append(here)
        if not moves and ended(position) == LOST:
            values[here] = LOST, 0
    reached, plies = list(values), 0
    while reached:
        plies += 1
        latest, reached = reached, []
        for here in latest:
            for earlier in before[here]:
                if earlier in values:
                    continue
                undecided[earlier] -= 1
                if values[here][0] == LOST:
                    values[earlier] = WON, plies
                elif not undecided[earlier]:
                    values[earlier] = LOST, plies
                else:
                    continue
                reached.append(earlier)
    return {here: values.get(here, (DRAWN, 0)) for here in undecided}


def ended(position: Node) -> int | None:
    """The result for the side to move if the position itself ends the game."""
    outcome = position.outcome([])
    if outcome is None:
        return None
    return {"1-0": (WON, LOST), "0-1": (LOST, WON), "1/2-1/2": (DRAWN, DRAWN)}[outcome[0]][position.turn]


def by_its_moves(position: Node, probe: Callable[[str], Value | None]) -> Value:
    """The value that follows from the values of all moves.

    Args:
        probe: looks up the FEN of a position in which the game is not over.
    """
    result = ended(position)
    if result is not None:
        return result, 0
    values = []
    for move in position.legal_moves():
        after = position.push(move)
        over = ended(after)
        value = (over, 0) if over else probe(after.fen())
        assert value is not None, after.fen()
        values.append(value)
    return best(values)


def best(values: Iterable[Value]) -> Value:
    """The value of a position, given those of the positions that its moves lead to."""
    by_result: Mapping[int, list[int]] = defaultdict(list)
    for result, plies in values:
        by_result[result].append(plies)
    if by_result[LOST]:
        return WON, 1 + min(by_result[LOST])
    return (DRAWN, 0) if by_result[DRAWN] else (LOST, 1 + max(by_result[WON]))
