"""The questions of `oddfish xboard` and `oddfish play` if you do not name a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddfish.engine.levels import BEGINNER
from oddfish.protocols.commands.common import reported

if TYPE_CHECKING:
    from oddfish.protocols.chooser import Choice


def asked(here: bool, level: int | None) -> Choice | None:
    """Ask you for a game; return your choices, or None if you cancel.

    Args:
        here: there is no display, and you will play in the terminal.
        level: the level to suggest; None for a beginner's.
    """
    from oddfish.engine.search_options import SKILL_LEVEL
    from oddfish.protocols.chooser import choose

    with reported(OSError):
        return choose((SKILL_LEVEL._replace(default=BEGINNER if level is None else level),), here)
