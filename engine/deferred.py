"""Modules that are imported only when one of their names is first used, because GUIs wait for the engine to start."""

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
        if name.startswith("__"):  # copying and inspection look for these
            raise AttributeError(name)
        found = getattr(import_module(self._module), name)
        setattr(self, name, found)
        return found
