"""What a lesson consists of: words and scenes. A scene is a few boards, made by the engine itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.terms import Target
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.view import View


class Board(NamedTuple):
    """One drawing.

    Attributes:
        variant, position: what is drawn.
        targets: what is marked.
        last: a move whose squares are highlighted.
        shown: the squares whose pieces are drawn; None for all.
        caption: in words.
    """

    variant: Variant
    position: Position
    targets: tuple[Target, ...]
    last: str
    shown: tuple[str, ...] | None
    caption: str

    @property
    def view(self) -> View:
        """How it is drawn."""
        return View(self.last, self.targets, only=self.shown)


#: A FEN, or one for each variant in which the scene is set.
Fen = str | Mapping[str, str]


@dataclass(frozen=True)
class Scene(ABC):
    """A few boards that belong together.

    Attributes:
        caption: what is to be seen, in words.
        variants: the names of the variants that it is for; () for all of its lesson's.
        options: the games' options; those that a game has not are left out.
    """

    caption: str
    variants: tuple[str, ...] = field(default=(), kw_only=True)
    options: Mapping[str, Any] = field(default_factory=dict, kw_only=True)

    def is_for(self, variant: Variant) -> bool:
        return not self.variants or variant.name in self.variants

    def game(self, variant: Variant, fen: Fen = "") -> Game:
        known = {option.name for option in variant.options}
        options = {name: value for name, value in self.options.items() if name in known}
        return Game(variant, options, (fen if isinstance(fen, str) else fen[variant.name]) or None, seed=1)

    @abstractmethod
    def boards(self, variant: Variant) -> list[Board]:
        """What to draw in a variant.

        Raises:
            ValueError: the scene shows what the game's rules do not allow.
        """


@dataclass(frozen=True)
class Start(Scene):
    """The start position."""

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant)
        return [Board(game.variant, game.position, (), "", None, self.caption)]


@dataclass(frozen=True)
class Piece(Scene):
    """How a kind of piece moves on an empty board."""

    letters: str
    square: str = ""

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant)
        study = guide_of(game.variant).study(game.position, self.letters, self.square)
        return [Board(game.variant, study.position, study.targets, "", study.shown, self.caption)]


@dataclass(frozen=True)
class Moves(Scene):
    """The legal moves from a square, or of a letter and @ from the hand."""

    fen: Fen
    origin: str

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant, self.fen)
        targets = guide_of(game.variant).all_targets(game.position, self.origin)
        return [Board(game.variant, game.position, tuple(targets), "", None, self.caption)]


@dataclass(frozen=True)
class Played(Scene):
    """A position before and after moves.

    Attributes:
        fen: '' for the start position.
        moves: texts, separated by blanks; only the last is of interest.
        ends: the reason for which the game is over afterwards, '' if it goes on.
        after: a caption of its own for the position after the moves.
    """

    fen: Fen
    moves: str
    ends: str = ""
    after: str = ""

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant, self.fen)
        *before, last = self.moves.split()
        for text in before:
            game.push(text)
        first = game.position
        targets = tuple(guide_of(game.variant).targets(first, game.position.text(game.parse(last))))
        played = game.push(last)
        result = game.result()
        if (result.reason if result else "") != self.ends:
            raise ValueError(f"{self.fen}, {self.moves}: ended by {result}, expected '{self.ends}'")
        after = self.after or f"After {played}{f': {self.ends}' if self.ends else ''}."
        return [
            Board(game.variant, first, targets, "", None, self.caption),
            Board(game.variant, game.position, (), played, None, after),
        ]


@dataclass(frozen=True)
class Refused(Scene):
    """A move that is illegal, and why.

    Attributes:
        because: part of the reason that is given.
    """

    fen: Fen
    move: str
    because: str

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant, self.fen)
        guide = guide_of(game.variant)
        reason = guide.why(game, self.move)
        if not reason or self.because not in reason:
            raise ValueError(f"{self.fen}, {self.move}: '{reason}', expected '{self.because}'")
        targets = tuple(guide.all_targets(game.position, guide.origin(self.move)))
        return [Board(game.variant, game.position, targets, "", None, f"{self.caption} {self.move}: {reason}.")]


@dataclass(frozen=True)
class Lesson:
    """A section: what it is about, in words, and what it shows.

    Attributes:
        title: its heading.
        text: Markdown.
        scenes: what it shows.
        variants: the names of the variants that it is for; () for the whole family.
    """

    title: str
    text: str
    scenes: tuple[Scene, ...] = ()
    variants: tuple[str, ...] = ()

    def is_for(self, variant: Variant) -> bool:
        return not self.variants or variant.name in self.variants

    def boards(self, variant: Variant) -> list[Board]:
        """What it shows of a variant."""
        return [board for scene in self.scenes if scene.is_for(variant) for board in scene.boards(variant)]
