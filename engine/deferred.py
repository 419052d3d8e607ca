"""Modules that are imported when you first use a name of theirs, because GUIs wait for the engine to start."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Deferred:
    """Stands for a module until it is needed.

    Args:
        module: its full name.
    """

    def __init__(self, module: str):
        self._module = module

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # which copying and inspecting look for
            raise AttributeError(name)
        found = getattr(import_module(self._module), name)
        setattr(self, name, found)
        return found
