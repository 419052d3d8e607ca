"""Time management: how much of the clock one move may use."""

from __future__ import annotations

from typing import NamedTuple

#: Default of the option Move Overhead: milliseconds lost to pipes, GUIs and the operating system.
DEFAULT_OVERHEAD = 30


class Budget(NamedTuple):
    """The limits of a search in milliseconds; 0: no limit.

    Args:
        soft: the time for an average move. The search uses more or less of it, depending on how it goes.
        firm: the search exceeds this only while its score is falling.
        hard: the search stops at this time.
    """

    soft: int
    firm: int
    hard: int


NO_BUDGET = Budget(0, 0, 0)
#: The largest share of the clock that a move may take, unless the score is falling or the next time control is near.
FIRM_SHARE = 0.1
#: Number of overheads that stay on the clock in addition to the move's own, up to a quarter of the remaining time.
RESERVE = 5
#: Shares of an average move's time if there is no next time control: for the first move of a game, and from move
#: `GROWN` on. In between the share grows evenly, because thinking is worth least in the first moves.
GROWTH = (0.5, 1.6)
GROWN = 31


def fixed_budget(milliseconds: int, overhead: int = DEFAULT_OVERHEAD) -> Budget:
    """The budget for a fixed time per move: the time minus the overhead, and minus another 5 % (up to twice the
    overhead), but at least 90 % of the time. Any overhead above the default is subtracted in full, down to half the
    time. On a busy machine, a late move costs more than a few hundredths of a second gain."""
    usual = min(overhead, DEFAULT_OVERHEAD) + min(milliseconds // 20, 2 * overhead)
    kept = min(usual, milliseconds // 10) + max(overhead - DEFAULT_OVERHEAD, 0)
    usable = max(milliseconds - min(kept, milliseconds // 2), 1)
    return Budget(usable, usable, usable)


def clock_budget(
    remaining: int, increment: int, moves_to_go: int, overhead: int = DEFAULT_OVERHEAD, number: int = GROWN
) -> Budget:
    """The budget for one move of a game with a clock.

    Args:
        remaining: milliseconds on the clock.
        increment: milliseconds added after each move.
        moves_to_go: moves until the next time control; 0 for the rest of the game.
        overhead: milliseconds lost outside the engine on each move.
        number: the move number, from 1.

    The hard limit always leaves the overhead on the clock, so that the engine does not lose on time. The firm limit is
    a tenth of the clock, or the increment, and is higher only shortly before the next time control. A few more
    overheads stay in reserve in case a busy machine delays the engine.
    """
    usable = max(remaining - overhead - min(RESERVE * overhead, remaining // 4), 1)
    if moves_to_go > 0:
        share = min(moves_to_go, 40)
        soft = usable / share + 0.75 * increment
        hard = usable if moves_to_go == 1 else min(usable * 0.75, 4 * soft)
        soft = min(soft, usable * (0.9 if moves_to_go == 1 else 0.6))
    else:
        first, last = GROWTH
        growth = first + (last - first) * min((number - 1) / (GROWN - 1), 1)
        soft = (usable / 36 + 0.9 * increment) * growth
        hard = min(usable * 0.4, 4.5 * soft)
        soft = min(soft, usable * 0.3)
    hard = max(min(hard, usable), 1)
    firm = max(FIRM_SHARE * usable, increment)
    if moves_to_go > 0:
        firm = max(firm, 1.25 * soft)
    firm = max(min(firm, hard), 1)
    return Budget(max(int(min(soft, firm)), 1), int(firm), int(hard))
