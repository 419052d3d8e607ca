"""The command ``oddfish``, also as ``python -m oddfish``."""

from __future__ import annotations

import sys
from importlib import import_module

#: The system loader's message about modules for newer processors; setup.py marks them.
_TOO_NEW = "CPU ISA level is lower than required"
_OLD_PROCESSOR = """\
oddfish: this processor lacks SSE4.2 or POPCNT (x86-64-v2), which this build needs.
In a virtual machine, choose the host's type of processor. Otherwise build Oddfish here: \
ODDFISH_NATIVE=1 pip install --no-binary oddfish oddfish"""


def run(module: str = "oddfish.protocols.main") -> int:
    """Load the command's module and call its ``main``; returns the exit status. Ctrl-C ends the program quietly even
    while modules load."""
    try:
        status: int = import_module(module).main()
    except KeyboardInterrupt:
        return 130  # as in shells
    except ImportError as error:
        if _TOO_NEW not in str(error):
            raise
        print(_OLD_PROCESSOR, file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(run())
