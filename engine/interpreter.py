"""How to start this Python again, to run a module in another process."""

from __future__ import annotations

import sys

#: What ``-P`` does, for Python 3.10. It has no quotes and no braces, which some GUIs' settings cannot hold.
_RUN = (
    "import sys; sys.path[:]=filter(None,sys.path); import runpy; runpy.run_module(sys.argv.pop(1),None,__name__,True)"
)


def module_command(module: str, *arguments: str, version: tuple[int, ...] = sys.version_info[:2]) -> list[str]:
    """The command line that runs a module, like ``python -m MODULE ARGUMENTS``.

    Unlike that, it leaves the current folder out of ``sys.path``: a file there that happens to be called ``random.py``
    or ``chess.py`` is never imported. ``PYTHONPATH`` and the user's site-packages work as usual, and the environment,
    which other engines may inherit, stays as it is.

    Args:
        module: its dotted name; of a package, ``__main__`` runs.
        arguments: the module's own.
        version: of the Python that will run it.
    """
    run = ["-P", "-m"] if version >= (3, 11) else ["-c", _RUN]
    return [sys.executable, *run, module, *arguments]
