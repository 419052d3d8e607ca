"""Positions of games like chess, as the page edits them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import split_ranks
from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide

_TOKEN = re.compile(r"[0-9]+|\([^()]*\)|.")


class Field(NamedTuple):
    """A field of a FEN after the board.

    Attributes:
        label: its name.
        kind: `side`, `rights` (any of the choices), `choice` (one of them), `text`, `number`, or `fixed`.
        default: its text in a position without history.
        choices: texts with their meanings.
    """

    label: str
    kind: str
    default: str
    choices: Sequence[tuple[str, str]] = ()


class Draft(NamedTuple):
    """A position that may be illegal.

    Attributes:
        cells: the letters on every occupied square.
        hand: the letters in brackets after the board; None if the game has no brackets.
        fields: the texts of the other fields.
    """

    cells: dict[str, str]
    hand: str | None
    fields: list[str]


class Editor:
    """The editor of one variant's positions."""

    #: What the brackets after the board hold, as the page calls it.
    held = "In hand"
    #: Whether both sides have separate hands.
    two_hands = True
    clock = "Plies without capture or Pawn move"
    #: The castling rights, with their meanings.
    rights: ClassVar[Sequence[tuple[str, str]]] = (
        ("K", "White, king side"), ("Q", "White, queen side"), ("k", "Black, king side"), ("q", "Black, queen side"),
    )  # fmt: skip
    rights_label = "Castling rights"

    def __init__(self, guide: Guide):
        self.guide = guide
        self.variant = guide.variant

    # What can be edited -------------------------------------------------------------------------------------

    def form(self, position: Position) -> list[Field]:
        """The fields after the board, in the order of the FEN."""
        return [
            self.side_field(position),
            Field(self.rights_label, "rights", "-", self.rights),
            *self.more_fields(),
            Field(self.clock, "number", "0"),
            Field("Move number", "number", "1"),
        ]

    def side_field(self, position: Position) -> Field:
        sides = [self.guide.called(position, side) for side in (0, 1)]
        return Field("To move", "side", "w", [("w", sides[0]), ("b", sides[1])])

    def more_fields(self) -> list[Field]:
        """The fields between the rights and the counters."""
        return [Field("En-passant square", "text", "-")]

    def palette(self, position: Position) -> list[list[str]]:
        """The letters to choose from: a list for each side, and one for what belongs to neither."""
        letters = self.letters(position)
        return [letters, [letter.lower() for letter in letters]]

    def letters(self, position: Position) -> list[str]:
        """The letters of all kinds of pieces, in upper case."""
        found = []
        for text, _ in self.variant.legend(position):
            letters = text.replace(" ", "")
            if letters.isalpha() and letters.isupper():
                found += [*letters]
        return [*dict.fromkeys(found)]

    def halves(self, position: Position) -> str:
        """The letters of pieces that may share a square, in upper case."""
        return ""

    def named(self, position: Position, letter: str) -> str:
        """The name of a piece, with its side."""
        return f"{self.guide.called(position, self.guide.side(position, letter))} {self.guide.name(position, letter)}"

    # Reading and writing ------------------------------------------------------------------------------------

    def read(self, fen: str, position: Position) -> Draft:
        """Cut a FEN into its parts, whether it is legal or not.

        Args:
            position: some position of the game.

        Raises:
            FenError: its board does not have the game's size, or it has too many fields.
        """
        fields = fen.split()
        board, bracket, hand = (fields[0] if fields else "").partition("[")
        cells = {}
        for index, row in enumerate(split_ranks(board, self.variant.ranks)):
            rank, file = self.variant.ranks - index, 0
            for token in _TOKEN.findall(row):
                if token[0] in "0123456789":
                    file += int(token) if len(token) < 5 else 9999
                    continue
                cells[f"{chr(97 + min(file, 25))}{rank}"] = token.strip("()")
                file += 1
            if file != self.variant.files:
                raise FenError(f"rank {rank} has {file} files, expected {self.variant.files}")
        form = self.form(position)
        texts = [*fields[1:], *(field.default for field in form[len(fields) - 1 :])]
        if len(texts) > len(form):
            raise FenError(f"{len(fields)} fields, expected at most {len(form) + 1}")
        return Draft(cells, hand.rstrip("]") if bracket or self.has_hand(position) else None, texts)

    def has_hand(self, position: Position) -> bool:
        """Whether FENs of the game have brackets."""
        return "[" in position.fen()

    def write(self, draft: Draft) -> str:
        """The FEN of a draft."""
        hand = "" if draft.hand is None else f"[{draft.hand}]"
        return " ".join([self.guide.board_field(draft.cells) + hand, *draft.fields]).rstrip()

    def cleared(self, draft: Draft, position: Position) -> Draft:
        """The draft of an empty board."""
        return Draft({}, None if draft.hand is None else "", [field.default for field in self.form(position)])

    def mended(self, draft: Draft) -> Draft:
        """A draft after a change on the board, adjusted by the game's rules."""
        return draft
