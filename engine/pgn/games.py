"""Games as PGN describes them. Moves are texts, and can be illegal."""

from __future__ import annotations

from dataclasses import dataclass, field

#: The results that end a game's movetext.
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class PgnError(ValueError):
    """PGN that cannot be read; the message says where it is and what is wrong."""


@dataclass(slots=True)
class PgnMove:
    """A move of the main line or of a variation.

    Attributes:
        text: the move as written, without its number and suffixes such as ``!?``.
        nags: numeric annotation glyphs; ``!`` is 1, ``?`` is 2.
        comments: the comments after the move.
        before: the comments before it; only the first move of a variation has any.
        variations: alternatives to this move, each a line of its own.
    """

    text: str
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    variations: list[list[PgnMove]] = field(default_factory=list)


@dataclass(slots=True)
class PgnGame:
    """A game of a PGN file.

    Attributes:
        tags: the values of the tags by name. If a tag is given twice, the last value counts.
        line: the moves of the main line.
        comments: the comments before the first move.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*`` as it ends the moves; '' if it is missing.
        problem: the first thing that is wrong with the text, and its line; '' if nothing is.
        number: the game's number in the file, from 1.
        place: the line of the file on which it begins, from 1.
    """

    tags: dict[str, str] = field(default_factory=dict)
    line: list[PgnMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    result: str = ""
    problem: str = ""
    number: int = 1
    place: int = 1

    @property
    def moves(self) -> list[str]:
        """The texts of the main line."""
        return [move.text for move in self.line]

    def check(self, file: object = "PGN") -> None:
        """Check that the text is well-formed.

        Args:
            file: the file's name, for the message.

        Raises:
            PgnError: the text is malformed.
        """
        if self.problem:
            raise PgnError(f"{file}: game {self.number}: {self.problem}")
