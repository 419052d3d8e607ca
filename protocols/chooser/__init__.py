"""Choosing a game to play: which, with what colour and time, and by what house rules and armies.

A dialog asks where there is a display and Tk; otherwise the terminal does. Both ask the same questions, but in the
terminal games are played without clocks.
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


def choose(engine_options: Sequence[Option] = (), here: bool = False) -> Choice | None:
    """Ask which game to play.

    Args:
        engine_options: options of the engine to ask for besides those of the games, such as its playing level.
        here: the game will be played in the terminal, which asks, too.

    Returns:
        None if the person has cancelled.

    Raises:
        OSError: there is neither a dialog nor a terminal to ask in.
    """
    lacking = "no display"
    if not here:
        lacking = "no Tk for a dialog (Debian and Ubuntu: apt install python3-tk)"
        if has_dialog():
            from oddfish.protocols.chooser.dialog import DialogError, ask_by_dialog

            try:
                return ask_by_dialog(engine_options)
            except DialogError as error:
                lacking = f"no dialog ({error})"
    if sys.stdin is None or not sys.stdin.isatty():
        raise OSError(f"{lacking}, and no terminal to ask in: name a game, as in `oddfish play banqi`")
    from oddfish.protocols.chooser.prompts import ask_by_prompts

    return ask_by_prompts(engine_options, clocks=not here)


__all__ = ["Choice", "choose", "has_dialog"]
