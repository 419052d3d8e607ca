"""The Half Chess family (docs/rules/half-chess-family.md)."""

import os

from oddfish.cext.core.geometry import FAST_PEXT

if FAST_PEXT and not os.environ.get("ODDFISH_PORTABLE"):
    # What gains by PEXT has been compiled a second time (setup.py).
    __path__.insert(0, os.path.join(__path__[0], "pext"))
