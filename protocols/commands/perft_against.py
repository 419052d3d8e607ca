"""``oddfish perft --against``: prints the descent and the position where it ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from oddfish.cext.core.rules import Position
from oddfish.cext.core.split import Splitter
from oddfish.engine.experiments.against.descent import AGREE, COUNTS, FICKLE, MOVES, Comparison, Difference, Step
from oddfish.engine.experiments.against.generators import Generator, GeneratorError, open_generator
from oddfish.engine.experiments.match.control import ControlError
from oddfish.engine.experiments.match.plan import MatchError, read_engine
from oddfish.engine.game import Game
from oddfish.protocols.commands.common import Failure, interrupted, open_console, reported

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.protocols.commands.perft_options import PerftOptions

#: Width of the columns of counts.
_COUNT = 15


def run_against(game: Game, depth: int, against: str, given: PerftOptions) -> int:
    """Compare with another generator; return the exit status.

    Raises:
        Failure: the generator does not start or answer.
    """
    if depth == 0:
        raise Failure("--against needs a depth of at least 1")
    with reported(GeneratorError, MatchError, ControlError):
        rules = game.variant.rule_options(game.options)
        generator = open_generator(
            read_engine(against), given.other.protocol, game.variant, rules, given.other.patience
        )
        try:
            console = open_console(plain_width=200)
            show_step = (lambda step: None) if given.as_json else _Steps(console, game, generator)
            found = Comparison(game, generator, given.threads or 1, given.hash_mb, show_step).run(depth)
        except KeyboardInterrupt:
            raise interrupted() from None
        finally:
            generator.close()
    if given.as_json:
        click.echo(json.dumps(_report(game, generator, found), indent=2))
    else:
        _show(console, generator, found)
    return 0 if found.kind == AGREE else 1


class _Steps:
    """Prints a line for each position of the descent."""

    def __init__(self, console: Console, game: Game, generator: Generator):
        self.console = console
        self.game = game
        self.header = f"depth  {'Oddfish':>{_COUNT}}  {generator.name[:_COUNT]:>{_COUNT}}  differing moves"

    def __call__(self, step: Step) -> None:
        if self.header:
            self.console.print(self.header, style="bold", markup=False)
            self.header = ""
        text = f"{step.depth:>5}  {step.ours:>{_COUNT},}  {step.theirs:>{_COUNT},}  {step.differing or ''}"
        self.console.print(text.rstrip())


def _show(console: Console, generator: Generator, found: Difference) -> None:
    """Print the position where the generators differ, and how they differ."""
    from rich.text import Text

    from oddfish.engine.guide import guide_of
    from oddfish.engine.guide.words import capital
    from oddfish.protocols.terminal.printing import board

    name = generator.name
    if found.kind == AGREE:
        console.print(f"\n{name} agrees", style="green", markup=False)
        return
    game, position = found.game, found.position
    console.print()
    if game.moves:
        line = _with_theirs(game.texts(), found.theirs)
        console.print(Text(f"After {line}:"), soft_wrap=True)
        console.print()
    console.print(board(game, console))
    console.print()
    console.print(game.fen(), markup=False, soft_wrap=True)
    check = ", in check" if position.check else ""
    mover = capital(guide_of(game.variant).called(position, game.turn))
    console.print(f"{mover} to move{check}, {position.count()} legal moves")
    console.print()
    for title, moves in (
        (f"Missing in {name}", _described(position, found.missing)),
        (f"Extra in {name}", [_with_theirs([ours], [theirs]) for ours, theirs in found.extra]),
    ):
        if moves:
            console.print(Text(f"{title}: ", "bold red") + Text(", ".join(moves)), soft_wrap=True)
    if found.kind != MOVES:
        console.print(Text(_explained(name, found)), soft_wrap=True)
    if found.alone is False:
        console.print(
            Text(f"{name} agrees if it starts from this FEN: the bug is in how it makes or unmakes earlier moves."),
            soft_wrap=True,
        )


def _explained(name: str, found: Difference) -> str:
    """The difference between generators that have the same moves."""
    counts = ", ".join(f"{text} {theirs}, expected {ours}" for text, ours, theirs in found.counts)
    step = found.steps[-1]
    if found.kind == COUNTS:
        return f"{name} has the same moves but counts them differently: {counts}"
    if found.kind == FICKLE:
        return f"{name} counted {counts}, but agrees after each of these moves (perhaps because of a hash table)"
    return f"{name} counts {step.theirs} in total, expected {step.ours}"


def _with_theirs(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """A line in Oddfish's notation, with the other generator's notation where it differs."""
    return " ".join(a if a.lower() == b.lower() else f"{a} ({b})" for a, b in zip(ours, theirs))


def _described(position: Position, texts: Sequence[str]) -> list[str]:
    """Oddfish's moves with their kinds."""
    described = []
    for text in texts:
        kinds: list[str] = []
        if any(position.move_kinds) and not position.has_chance:
            _, _, counts = Splitter(position).below(1, position.parse(text))
            kinds = [kind for kind, number in zip(position.move_kinds, counts) if number]
        described.append(f"{text} ({', '.join(kinds)})" if kinds else text)
    return described


def _report(game: Game, generator: Generator, found: Difference) -> dict[str, Any]:
    return {
        "agree": found.kind == AGREE,
        "variant": game.variant.name,
        "generator": generator.name,
        "protocol": generator.speaks,
        "steps": [step._asdict() for step in found.steps],
        "difference": None
        if found.kind == AGREE
        else {
            "kind": found.kind,
            "moves": found.game.texts(),
            "their_moves": found.theirs,
            "fen": found.game.fen(),
            "missing": found.missing,
            "too_many": [{"move": ours, "theirs": theirs} for ours, theirs in found.extra],
            "counts": [{"move": text, "ours": ours, "theirs": theirs} for text, ours, theirs in found.counts],
            "also_from_fen": found.alone,
        },
    }
