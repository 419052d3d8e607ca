"""Choosing a game to play in XBoard: which, with what colour and time, and by what house rules and armies.

A dialog asks where there is a display and Tk; otherwise the terminal does. Both ask the same questions.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from oddfish.engine.options import Option
from oddfish.protocols.chooser.choice import Choice


def has_dialog() -> bool:
    """Whether Python has Tk, which some distributions put into a package of its own, and Tk its libraries."""
    try:
        importlib.import_module("tkinter")
    except ImportError:
        return False
    return True


def choose(engine_options: Sequence[Option] = ()) -> Choice | None:
    """Ask which game to play.

    Args:
        engine_options: options of the engine to ask for besides those of the games, such as its playing level.

    Returns:
        None if the person has cancelled.

    Raises:
        OSError: there is neither a dialog nor a terminal to ask in.
    """
    if has_dialog():
        from oddfish.protocols.chooser.dialog import DialogError, ask_by_dialog

        try:
            return ask_by_dialog(engine_options)
        except DialogError:
            pass  # Tk cannot use the display
    if not sys.stdin.isatty():
        raise OSError("no Tk for a dialog (Debian and Ubuntu: apt install python3-tk): name a variant")
    from oddfish.protocols.chooser.prompts import ask_by_prompts

    return ask_by_prompts(engine_options)


__all__ = ["Choice", "choose", "has_dialog"]
