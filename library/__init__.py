"""Chess variants for Python, at the speed of the engine's core.

>>> import oddfish
>>> board = oddfish.Board("half-chess")
>>> board.push_text("e2e4")
Move('e2e4')
>>> len(board.legal_moves)
20

docs/library.md describes the library. The engine behind it has three layers: :mod:`oddfish.cext` (what runs at every
node), :mod:`oddfish.engine` (games, searches, matches) and :mod:`oddfish.protocols` (CECP, UCI, the command line).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oddfish.board import Board as Board
    from oddfish.cext.core.board import IllegalMoveError as IllegalMoveError
    from oddfish.cext.core.board import LegalMoves as LegalMoves
    from oddfish.cext.core.board import Move as Move
    from oddfish.cext.core.errors import AmbiguousMoveError as AmbiguousMoveError
    from oddfish.cext.core.errors import FenError as FenError
    from oddfish.engine.library.analysis import Analysis as Analysis
    from oddfish.engine.library.analysis import Engine as Engine
    from oddfish.engine.library.pieces import Piece as Piece
    from oddfish.engine.library.reports import Info as Info
    from oddfish.engine.library.reports import Limit as Limit
    from oddfish.engine.library.reports import PlayResult as PlayResult
    from oddfish.engine.library.reports import Score as Score
    from oddfish.engine.library.results import Outcome as Outcome
    from oddfish.engine.library.results import Termination as Termination
    from oddfish.engine.options import OptionError as OptionError
    from oddfish.engine.variants import UnknownVariantError as UnknownVariantError

__version__ = "1.0.0"

#: The players as :attr:`Board.turn` gives them: the first player, and the second.
WHITE, BLACK = True, False

#: The modules of the public names. They are imported when you first use a name, so that the engine starts as fast as
#: without them.
_MODULES = {
    "Board": "oddfish.board",
    "IllegalMoveError": "oddfish.cext.core.board",
    "LegalMoves": "oddfish.cext.core.board",
    "Move": "oddfish.cext.core.board",
    "AmbiguousMoveError": "oddfish.cext.core.errors",
    "FenError": "oddfish.cext.core.errors",
    "Analysis": "oddfish.engine.library.analysis",
    "Engine": "oddfish.engine.library.analysis",
    "Info": "oddfish.engine.library.reports",
    "Limit": "oddfish.engine.library.reports",
    "PlayResult": "oddfish.engine.library.reports",
    "Score": "oddfish.engine.library.reports",
    "Piece": "oddfish.engine.library.pieces",
    "Outcome": "oddfish.engine.library.results",
    "Termination": "oddfish.engine.library.results",
    "OptionError": "oddfish.engine.options",
    "UnknownVariantError": "oddfish.engine.variants",
}

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMoveError",
    "Analysis",
    "Board",
    "Engine",
    "FenError",
    "IllegalMoveError",
    "Info",
    "LegalMoves",
    "Limit",
    "Move",
    "OptionError",
    "Outcome",
    "Piece",
    "PlayResult",
    "Score",
    "Termination",
    "UnknownVariantError",
    "__version__",
    "variants",
]


def variants() -> tuple[str, ...]:
    """The names of all variants.

    >>> "banqi" in variants()
    True
    """
    from oddfish.engine.variants import REGISTRY

    return tuple(REGISTRY)


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(module), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
