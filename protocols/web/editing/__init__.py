"""Setting up positions: from what the page shows to a FEN, and back.

A *draft* is a FEN cut into parts that a page can edit. It need not be legal: the engine says what is wrong with it.
``base`` serves every game; a family that differs has its own module here.
"""

from __future__ import annotations

from oddfish.engine.families import family_module
from oddfish.engine.guide import guide_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.web.editing.base import Editor


def editor_of(variant: Variant) -> Editor:
    """The editor of a variant's positions."""
    module = family_module(__name__, variant)
    kind: type[Editor] = Editor if module is None else module.EDITOR
    return kind(guide_of(variant))
