"""The entry point of a program that carries its own Python (`make bundle`).

There is no interpreter to run modules with, so the program itself does it: ``oddfish --run-module MODULE ARGUMENTS``.
"""

from __future__ import annotations

import runpy
import sys

from oddfish.engine.interpreter import RUN_MODULE
from oddfish.protocols import main as front


def main() -> int:
    """Run a module if that is what the arguments ask for, otherwise ``oddfish``; returns the exit status."""
    if sys.argv[1:2] == [RUN_MODULE] and len(sys.argv) > 2:
        del sys.argv[1]
        runpy.run_module(sys.argv.pop(1), None, "__main__", True)
        return 0
    return front.main()


if __name__ == "__main__":
    sys.exit(main())
