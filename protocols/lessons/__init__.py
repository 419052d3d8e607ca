"""Lessons: what somebody who knows chess needs to play a game, in words and boards.

A family's module of this name holds its lessons. From them come the pages in ``docs/learn`` (``pages``) and what
``oddfish variants --rules`` shows in the terminal (``shown``).
"""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.engine.families import family_module
from oddfish.engine.variants.base import Variant
from oddfish.protocols.lessons.base import Lesson


def lessons_of(variant: Variant) -> Sequence[Lesson]:
    """The lessons of a variant's family; () if there are none."""
    module = family_module(__name__, variant)
    lessons: Sequence[Lesson] = () if module is None else module.LESSONS
    return lessons
