"""How to run a module in another process of this Python."""

from __future__ import annotations

import sys

#: Does the same as ``-P``, for Python 3.10. It has no quotes or braces, because the settings of some GUIs cannot hold
#: them.
_RUN = (
    "import sys; sys.path[:]=filter(None,sys.path); import runpy; runpy.run_module(sys.argv.pop(1),None,__name__,True)"
)

#: The word before the name of a module, for a program that carries its own Python.
RUN_MODULE = "--run-module"


def module_command(module: str, *arguments: str, version: tuple[int, ...] = sys.version_info[:2]) -> list[str]:
    """The command line that runs a module, like ``python -m MODULE ARGUMENTS``.

    Unlike ``python -m``, it leaves the current folder out of ``sys.path``, so that a file there called ``random.py`` or
    ``chess.py`` is never imported. ``PYTHONPATH`` and the user's site-packages work as usual. The environment, which
    other engines may inherit, does not change.

    A program that carries its own Python (`make bundle`) runs its modules itself: see ``protocols/frozen.py``.

    Args:
        module: its dotted name; a package runs its ``__main__``.
        arguments: arguments for the module.
        version: version of the Python that will run it.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments] if module == "oddfish" else [sys.executable, RUN_MODULE, module, *arguments]
    run = ["-P", "-m"] if version >= (3, 11) else ["-c", _RUN]
    return [sys.executable, *run, module, *arguments]
