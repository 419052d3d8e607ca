"""Asks you which game to play: variant, colour, time, house rules and armies.

With a display and Tk, a dialog asks; otherwise the terminal does. Both ask the same questions, except that games in the
terminal have no clocks.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from oddfish.engine.options import Option
from oddfish.protocols.chooser.choice import Choice


def has_dialog() -> bool:
    """Whether Python can load Tk, which some distributions package separately."""
    try:
        importlib.import_module("tkinter")
    except ImportError:
        return False
    return True


def choose(engine_options: Sequence[Option] = (), here: bool = False) -> Choice | None:
    """Ask which game to play.

    Args:
        engine_options: options of the engine to ask for, such as its playing level.
        here: ask in the terminal, because the game will be played there.

    Returns:
        The choice, or None if you cancel.

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
        raise OSError(f"{lacking}, and standard input is not a terminal: name a game, as in `oddfish play banqi`")
    from oddfish.protocols.chooser.prompts import ask_by_prompts

    return ask_by_prompts(engine_options, clocks=not here)


__all__ = ["Choice", "choose", "has_dialog"]
