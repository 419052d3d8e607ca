"""The Half Chess family (docs/rules/half-chess-family.md)."""

import os

from oddfish.cext.core.geometry import FAST_PEXT

if FAST_PEXT and not os.environ.get("ODDFISH_PORTABLE"):
    # setup.py compiles a second version of the modules that PEXT speeds up.
    __path__.insert(0, os.path.join(__path__[0], "pext"))
