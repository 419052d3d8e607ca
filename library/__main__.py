"""The command ``oddfish``, also as ``python -m oddfish``."""

from __future__ import annotations

import sys
from importlib import import_module


def run(module: str = "oddfish.protocols.main") -> int:
    """Load the command's module and call its ``main``; returns the exit status. Ctrl-C while modules load ends the
    program as quietly as later."""
    try:
        status: int = import_module(module).main()
    except KeyboardInterrupt:
        return 130  # as in shells
    return status


if __name__ == "__main__":
    sys.exit(run())
