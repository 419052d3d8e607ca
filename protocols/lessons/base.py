"""The parts of a lesson: text and scenes. A scene is a few boards, which the engine generates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
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
        variant, position: the position to draw, and its variant.
        targets: the destinations to mark.
        last: the move whose squares to highlight; '' for none.
        shown: the squares whose pieces to draw; None for all.
        caption: the text below the board.
        options: the game's options that do not have their default values.
    """

    variant: Variant
    position: Position
    targets: tuple[Target, ...]
    last: str
    shown: tuple[str, ...] | None
    caption: str
    options: Mapping[str, Any]

    @property
    def view(self) -> View:
        """The view to draw."""
        return View(self.last, self.targets, only=self.shown)


def drawn(
    game: Game,
    caption: str,
    targets: Sequence[Target] = (),
    position: Position | None = None,
    last: str = "",
    shown: tuple[str, ...] | None = None,
) -> Board:
    """The drawing of a position with a game's rules; by default, of the position on its board."""
    position = game.position if position is None else position
    return Board(game.variant, position, tuple(targets), last, shown, caption, game.open_options())


#: A FEN, or a FEN for each variant of the scene, by name.
Fen = str | Mapping[str, str]


@dataclass(frozen=True)
class Scene(ABC):
    """A few boards that belong together.

    Attributes:
        caption: the text below the first board.
        variants: the names of the scene's variants; () for all variants of its lesson.
        options: the games' options; a game ignores options that it does not have.
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
        """The boards to draw for a variant.

        Raises:
            ValueError: the scene contradicts the rules of the game.
        """


@dataclass(frozen=True)
class Start(Scene):
    """The start position."""

    def boards(self, variant: Variant) -> list[Board]:
        return [drawn(self.game(variant), self.caption)]


@dataclass(frozen=True)
class Piece(Scene):
    """How a kind of piece moves on an empty board."""

    letters: str
    square: str = ""

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant)
        study = guide_of(game.variant).study(game.position, self.letters, self.square)
        return [drawn(game, self.caption, study.targets, study.position, shown=study.shown)]


@dataclass(frozen=True)
class Moves(Scene):
    """The legal moves from ``origin``: a square, or a letter and @ for drops."""

    fen: Fen
    origin: str

    def boards(self, variant: Variant) -> list[Board]:
        game = self.game(variant, self.fen)
        return [drawn(game, self.caption, guide_of(game.variant).all_targets(game.position, self.origin))]


@dataclass(frozen=True)
class Played(Scene):
    """A position before and after moves.

    Attributes:
        fen: '' for the start position.
        moves: the moves, separated by blanks; only the last one is shown.
        ends: the reason why the game is over after the moves; '' if it is not.
        after: the caption of the position after the moves; '' for "After MOVE."
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
        targets = guide_of(game.variant).targets(first, first.text(game.parse(last)))
        played = game.push(last)
        result = game.result()
        if (result.reason if result else "") != self.ends:
            raise ValueError(f"{self.fen}, {self.moves}: ended by {result}, expected '{self.ends}'")
        after = self.after or f"After {played}{f': {self.ends}' if self.ends else ''}."
        return [drawn(game, self.caption, targets, first), drawn(game, after, last=played)]


@dataclass(frozen=True)
class Refused(Scene):
    """An illegal move, and the reason.

    Attributes:
        because: a part of the expected reason.
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
        targets = guide.all_targets(game.position, guide.origin(self.move))
        return [drawn(game, f"{self.caption} {self.move}: {reason}.", targets)]


@dataclass(frozen=True)
class Lesson:
    """A section with text and scenes.

    Attributes:
        title: the heading.
        text: the text, in Markdown.
        scenes: the scenes below the text.
        variants: the names of the lesson's variants; () for the whole family.
    """

    title: str
    text: str
    scenes: tuple[Scene, ...] = ()
    variants: tuple[str, ...] = ()

    def is_for(self, variant: Variant) -> bool:
        return not self.variants or variant.name in self.variants

    def boards(self, variant: Variant) -> list[Board]:
        """The boards of all scenes that are for a variant."""
        return [board for scene in self.scenes if scene.is_for(variant) for board in scene.boards(variant)]
