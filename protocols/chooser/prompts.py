"""Asks in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from oddfish.engine.game import Game
from oddfish.engine.options import Option, OptionError, shown
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant, suggestion
from oddfish.engine.variants.base import Variant
from oddfish.protocols.chooser.choice import MOVE_TIME, ROLES, Choice, explained, questions, suggested
from oddfish.protocols.commands.common import headline, open_console
from oddfish.protocols.commands.parameters import SECONDS_A_MOVE
from oddfish.protocols.xboard import GAME_TIME, WATCH_TIME, XBoardError, time_flags

#: An answer instead of a role, which returns to the list of games.
_ANOTHER = "another"


def ask_by_prompts(engine_options: Sequence[Option], clocks: bool) -> Choice | None:
    """Ask in the terminal; return None if you press Ctrl-C or the input ends.

    Args:
        clocks: whether the game has clocks; without them, ask for the engine's seconds per move.
    """
    try:
        return _ask(engine_options, clocks)
    except click.Abort:
        click.echo()
        return None


def _ask(engine_options: Sequence[Option], clocks: bool) -> Choice:
    choice = _game()
    usual = WATCH_TIME if choice.role == "watch" else GAME_TIME
    if clocks:
        choice.time = click.prompt("Time (minutes + seconds per move)", default=usual, value_proc=_time)
    else:
        choice.seconds = click.prompt("Engine's seconds per move", default=MOVE_TIME, type=SECONDS_A_MOVE)
    choice.engine = {option.name: _value(suggested(option, choice.role)) for option in engine_options}
    asked = questions(choice.variant)
    if asked and click.confirm("Choose house rules and armies?"):
        _ask_rules(choice, asked)
    return choice


def _ask_rules(choice: Choice, asked: Sequence[Option]) -> None:
    """Ask for each house rule and army until the answer is valid, and for all again if they contradict each other."""
    while True:
        for option in asked:

            def objection(value: str, name: str = option.name) -> str:
                return Choice(choice.variant, options={name: value}).objection()

            default = choice.options.get(option.name, option.default)
            choice.options[option.name] = _value(option._replace(default=default), objection)
        problem = choice.objection()
        if not problem:
            return
        click.echo(f"Error: {problem}")


def _game() -> Choice:
    """Ask for the game, show its board, and ask for your role or another game."""
    variants = list(REGISTRY.values())
    while True:
        for number, variant in enumerate(variants, 1):
            click.echo(f"{number:3}  {variant.title}: {headline(variant.summary)}")
        choice = Choice(click.prompt("Game", default="1", value_proc=_variant))
        _draw(choice.variant)
        answers = click.Choice([*ROLES, _ANOTHER])
        choice.role = click.prompt(_roles(choice.variant), type=answers, default=choice.role)
        if choice.role != _ANOTHER:
            return choice


def _roles(variant: Variant) -> str:
    """The question for your role. In Banqi, White and Black mean the first and the second player, not colours."""
    from oddfish.engine.guide import guide_of

    start, guide = Game(variant).position, guide_of(variant)
    sides = []
    for side, role in enumerate(("White", "Black")):
        called = guide.called(start, side)
        sides.append(role if called == role else f"{role} ({called})")
    return f"{', '.join(sides)}, watch, or another game"


def _draw(variant: Variant) -> None:
    from oddfish.protocols.terminal.printing import board

    console = open_console()
    console.print(board(Game(variant), console))


def _variant(text: str) -> Variant:
    """The variant with a number or a name."""
    variants = list(REGISTRY.values())
    if text.strip().isdecimal() and 0 < int(text) <= len(variants):
        return variants[int(text) - 1]
    try:
        return get_variant(text.strip().replace(" ", "-"))
    except UnknownVariantError:
        asked = suggestion(text.strip().lower().replace(" ", "-"))
        raise click.UsageError(
            f"'{text}': {asked}expected a number from 1 to {len(variants)} or the name of a game"
        ) from None


def _time(text: str) -> str:
    try:
        time_flags(text)
    except XBoardError as error:
        raise click.UsageError(str(error).removeprefix("--")) from None
    return text


def _value(option: Option, objection: Callable[[str], str] = lambda value: "") -> str:
    """Ask for an option's value.

    Args:
        objection: returns what is wrong with a value that the option accepts, or ''.
    """

    def read(text: str | int | bool) -> str:
        try:
            value = shown(option.read(text))
        except OptionError as error:
            raise click.UsageError(str(error)) from None
        if problem := objection(value):
            raise click.UsageError(problem)
        return value

    click.echo(f"  {explained(option)}")
    return str(click.prompt(f"  {option.name}", default=shown(option.default), value_proc=read))
