"""Lessons for people who know chess and want to play one of the games, in words and boards.

Each family has a module with its lessons. ``pages`` makes the pages in ``docs/learn`` from them, and ``shown`` prints
them in the terminal for ``oddfish variants --rules``.
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
