"""OpenSpiel's `banqi` in our notation: its states as FENs, its actions as move texts.

Everything but `random_game` is a pure function over a `pyspiel` state; only `load` imports pyspiel. To compare an
implementation, walk a random game::

    for ply in random_game(rng):
        assert ours.fen() == ply.fen
        assert sorted(ours.moves()) == ply.moves  # unless the game is over, here or there: see explained()
        ours.push(ply.choice)

OpenSpiel knows Taiwanese rules without options. It differs only at the end of a game:

- a player without pieces goes on while something is face down (Q3: that player has lost at once);
- its no-progress draw comes before the loss of a player who cannot move (README "Results": after it);
- there is no repetition rule.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

State = Any  # a pyspiel.State

FILES, RANKS = 4, 8
SQUARES = FILES * RANKS

#: Its piece letters, in the order of its chance actions, and ours; red is upper case in both.
THEIRS = "GAERHCSgaerhcs"
OURS = "KGMRNCPkgmrncp"
#: The number of each.
ARMY = dict(zip(OURS, (1, 2, 2, 2, 2, 2, 5) * 2))


def load(no_progress: int = 50) -> Any:
    """The game; `no_progress` plies without flip or capture are a draw."""
    import pyspiel

    return pyspiel.load_game("banqi", {"max_no_progress": no_progress})


# -------------------------------------------------------------------------------------------------- positions


def square(index: int) -> str:
    """OpenSpiel counts squares along four rows of eight: row 0 is our file a, column 0 our rank 1."""
    row, column = divmod(index, RANKS)
    return "abcd"[row] + str(column + 1)


def pieces(state: State) -> dict[str, str]:
    """The pieces on the occupied squares, by FEN letter; X for a face-down piece."""
    rows = [line.split() for line in str(state).splitlines()[:FILES]]
    letters = [letter for row in rows for letter in row]
    assert len(letters) == SQUARES
    ours = {**dict(zip(THEIRS, OURS)), "?": "X"}
    return {square(index): ours[letter] for index, letter in enumerate(letters) if letter != "."}


def plies(state: State) -> list[tuple[int, int | None]]:
    """The history as pairs of a player's action and, for a flip, the chance action after it."""
    found: list[tuple[int, int | None]] = []
    for item in state.full_history():
        if item.player >= 0:
            found.append((item.action, None))
        else:
            found[-1] = (found[-1][0], item.action)
    return found


def pool(state: State) -> str:
    """The unrevealed pieces, sorted as in our FEN."""
    shown = [OURS[chance] for _, chance in plies(state) if chance is not None]
    return "".join(letter * (count - shown.count(letter)) for letter, count in ARMY.items())


def clock(state: State) -> int:
    """Plies since the last flip or capture."""
    occupied = set(range(SQUARES))
    count = 0
    for action, _ in plies(state):
        count += 1
        if action < SQUARES:
            count = 0
        else:
            origin, target = divmod(action - SQUARES, SQUARES)
            if target in occupied:
                count = 0
            occupied.remove(origin)
            occupied.add(target)
    return count


def fen(state: State) -> str:
    """Our FEN. Raises ValueError for a state that waits for the outcome of a flip: we have no such positions."""
    if state.is_chance_node():
        raise ValueError("the state waits for the outcome of a flip")
    placed = pieces(state)
    rows = ["".join(placed.get(file + str(rank), ".") for file in "abcd") for rank in range(RANKS, 0, -1)]
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    last = str(state).splitlines()[FILES]  # also says whose turn it would be when the game is over
    match = re.fullmatch(r"Player: ([01])(?: \(P0=(Red|Black)\))?", last)
    assert match is not None, last
    colour = match[2][0].lower() if match[2] else "-"
    number = len(plies(state)) // 2 + 1
    return f"{board}[{pool(state)}] {'wb'[int(match[1])]} {colour} {clock(state)} {number}"


# ------------------------------------------------------------------------------------------------------ moves


def move_text(action: int) -> str:
    """The text of a player's action, without an outcome."""
    if action < SQUARES:
        return square(action) * 2
    origin, target = divmod(action - SQUARES, SQUARES)
    return square(origin) + square(target)


def moves(state: State) -> dict[str, int]:
    """The legal decisions by their texts; empty if the game is over."""
    if state.is_chance_node():
        raise ValueError("the state waits for the outcome of a flip")
    return {move_text(action): action for action in state.legal_actions()}


def chances(state: State) -> dict[str, tuple[int, float]]:
    """The outcomes at a chance node: the complete text of the flip, the chance action, and its probability."""
    flip = move_text(plies(state)[-1][0])
    return {f"{flip}={_shown(action)}": (action, chance) for action, chance in state.chance_outcomes()}


def _shown(action: int) -> str:
    return "rb"[action // 7] + OURS[action].lower()


def result(state: State) -> str | None:
    """1-0, 0-1 or 1/2-1/2, as the first player sees it; None while the game goes on."""
    if not state.is_terminal():
        return None
    return {1.0: "1-0", -1.0: "0-1", 0.0: "1/2-1/2"}[state.returns()[0]]


# ------------------------------------------------------------------------------------------------------ games


class Ply(NamedTuple):
    """A position of a random game, and the move played there."""

    fen: str
    moves: list[str]  # sorted
    result: str | None
    choice: str | None  # the complete text of the move; None when the game is over
    chances: dict[str, float]  # the complete texts of all outcomes of the decision, with probabilities


def random_game(rng: random.Random, no_progress: int = 50) -> Iterator[Ply]:
    """Every position of a game; the last one has a result. Decisions are uniform, outcomes follow their chances."""
    state = load(no_progress).new_initial_state()
    while True:
        position, legal = fen(state), moves(state)
        if not legal:
            yield Ply(position, [], result(state), None, {})
            return
        choice = rng.choice(sorted(legal))
        after = state.child(legal[choice])
        drawn = {choice: 1.0}
        if after.is_chance_node():
            found = chances(after)
            drawn = {text: chance for text, (_, chance) in found.items()}
            (choice,) = rng.choices(list(drawn), list(drawn.values()))
            after = after.child(found[choice][0])
        yield Ply(position, sorted(legal), None, choice, drawn)
        state = after


def explained(ply: Ply, ours: str, reason: str) -> bool:
    """Whether the module's docstring explains why our result, with its reason, differs from the ply's."""
    board, _, rest = ply.fen.partition("[")
    unrevealed = rest.partition("]")[0]
    if reason == "all pieces captured":
        left = {letter.isupper() for letter in board + unrevealed if letter in OURS}
        return ply.result is None and len(left) == 1 and bool(unrevealed)
    if reason == "no legal move":
        return ply.result == "1/2-1/2" and ours != ply.result  # its only draw is by no progress
    return reason in ("repetition", "perpetual attack") and ply.result is None
