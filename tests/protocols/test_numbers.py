"""Numbers from outside: every numeric option of every command, the words of match engines, and files."""

from __future__ import annotations

import doctest
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from oddfish.engine import ranges
from oddfish.engine.evaluation.parameters import built_in_parameters, write_parameters
from oddfish.engine.evaluation.value_files import WeightsError
from oddfish.engine.evaluation.weights import built_in, terms_of, write_weights
from oddfish.engine.experiments.match.control import Control, ControlError
from oddfish.engine.experiments.match.plan import (
    Adjudication,
    EngineSpec,
    MatchError,
    OpeningSource,
    Plan,
    read_engine,
    read_engines,
)
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.options import Option, OptionError
from oddfish.engine.ranges import LARGEST, Number, Whole, parse_json, read_switch
from oddfish.engine.variants import get_variant
from oddfish.protocols.commands import parameters
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.parameters import read_sprt

pytestmark = pytest.mark.sampled(3)

HUGE = "9" * 10**5
#: Texts that no option reads as a number, and texts that some do.
NEVER = (
    "nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e999", "-1e999", HUGE, "-" + HUGE, "1e" + HUGE, "", " ", "5_0",
    "0x10", "½", "五", "1e", "--1", "+", ".", "1 2", "5\n6", "\0", "True",
)  # fmt: skip
SOMETIMES = (
    "-1", "0", "-0", "1", " 5", "5 ", "+5", "١", "1.5", "1e3", "1e18", "4611686018427387905", "0.0000001", "1,5",
)  # fmt: skip


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


NUMERIC = [
    pytest.param(path, command, param, id=f"{' '.join(path)} {param.opts[0]}")
    for path, command in commands(cli)
    for param in command.params
    if isinstance(param.type, (parameters.Whole, parameters.Number, parameters.Parsed))
]


def test_no_option_reads_numbers_in_another_way() -> None:
    """Click's own types accept nan, infinity and any length."""
    for path, command in commands(cli):
        for param in command.params:
            own = isinstance(param.type, (parameters.Whole, parameters.Number))
            assert own or not isinstance(param.type, (type(click.INT), type(click.FLOAT))), (path, param.name)
    assert len(NUMERIC) > 70


def converted(param: click.Parameter, ctx: click.Context, text: str) -> Any:
    """The value of an option's text, or the error."""
    try:
        return param.type.convert(text, param, ctx)
    except click.ClickException as error:
        return error


@pytest.mark.parametrize(("path", "command", "param"), NUMERIC)
def test_every_numeric_option(path: tuple[str, ...], command: click.Command, param: click.Parameter) -> None:
    """The option accepts the number, or the error names the option."""
    ctx = click.Context(command, info_name=path[-1])
    for text in (*NEVER, *SOMETIMES):
        value = converted(param, ctx, text)
        if isinstance(value, click.ClickException):
            assert value.exit_code == 2
            message = value.format_message()
            assert any(name in message for name in (*param.opts, param.name.upper())), message
            assert len(message) < 400
            continue
        assert text in SOMETIMES, (path, param.name, text[:40])
        for number in value if isinstance(value, tuple) else value.values() if isinstance(value, dict) else (value,):
            assert isinstance(number, (int, float, str)), number
            assert isinstance(number, str) or (math.isfinite(number) and abs(number) <= LARGEST)


@pytest.mark.parametrize(("path", "command", "param"), NUMERIC)
def test_the_command_line_refuses_other_texts(
    path: tuple[str, ...], command: click.Command, param: click.Parameter
) -> None:
    """Through the whole command: one message, status 2, and no game, training or file."""
    if not isinstance(param, click.Option):
        return
    needed = [param.opts[0] for param in command.params if param.required and isinstance(param, click.Option)]
    arguments = ["normal"] if any(isinstance(one, click.Argument) for one in command.params) else []
    for text in ("nan", "1e999", HUGE, "", "5_0", "-inf"):
        others = [word for name in needed if name != param.opts[0] for word in (name, "2")]
        result = CliRunner().invoke(cli, [*path, *arguments, *others, f"{param.opts[-1]}={text}"])
        assert result.exit_code == 2, (path, param.opts, text[:40], result.output)
        assert isinstance(result.exception, SystemExit)
        assert any(name in result.stderr for name in param.opts), result.stderr


def test_help_shows_only_real_bounds() -> None:
    for path, _ in commands(cli):
        shown = CliRunner().invoke(cli, [*path, "--help"]).output
        assert str(LARGEST) not in shown
        assert "None" not in shown, path
        assert "1000000000<" not in shown and "<=1000000000]" not in shown, path
    assert "1<=x<=1024" in CliRunner(env={"COLUMNS": "200"}).invoke(cli, ["play", "--help"]).output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "normal", "--time", "nan"), "'--time': 'nan' is not a number."),
        (("match", "oddfish", "oddfish", "-v", "normal", "--st", "nan"), "'--st': 'nan' is not a number."),
        (("ratings", "x", "--prior", "nan"), "'--prior': 'nan' is not a number."),
        (("ratings", "x", "--anchor", "a=nan"), "--anchor: 'a=nan': expected NAME=ELO: 'nan' is not a number"),
        (("train", "normal", "--rate", "nan"), "'--rate': 'nan' is not a number"),
        (("train", "normal", "--rate", "0"), "'--rate': 0 is out of range: expected more than 0, at most 1."),
        (
            ("match", "a", "b", "-v", "normal", "--resign", "0:900"),
            "--resign: '0:900': expected MOVES:SCORE in whole",
        ),
        (("match", "a", "b", "-v", "normal", "--resign", "3:0"), "0 is outside 1..1000000"),
        (
            ("match", "a", "b", "-v", "normal", "--draw", "0:0:0"),
            "--draw: '0:0:0': expected NUMBER:MOVES:SCORE in whole",
        ),
        (("match", "a", "b", "-v", "normal", "--tc", "1e9"), "--tc: time control '1e9': expected [MOVES/]SECONDS"),
        (("match", "a", "b", "-v", "normal", "--tc", "9999999"), "9999999 is outside 0..1000000"),
        (("match", "a", "b", "-v", "normal", "--sprt", "nan,5"), "--sprt: SPRT 'nan,5': 'nan' is not a number"),
        (("match", "a", "b", "-v", "normal", "--sprt", "5,0"), "expected ELO0 < ELO1"),
        (("match", "a", "b", "-v", "normal", "--sprt", "0,5,0,1"), "0 is outside 0.0001..0.4999"),
        (("match", "a", "b", "-v", "normal", "--games", "0"), "'--games' / '-n': 0 is outside 2..1000000000."),
        (("perft", "normal", "nan"), "'[DEPTH]': 'nan' is not a whole number."),
        (("tablebase", "banqi", "--pieces", HUGE), "'--pieces': '99999999999999999999999999999999999999"),
        (("xboard", "normal", "--print", "--time", HUGE), "too large|is outside"),
        (("moves", "normal", "--seed", HUGE), "'--seed': '9999999999"),
    ],
)
def test_messages(words: tuple[str, ...], why: str) -> None:
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code == 2, result.output
    assert any(part in result.stderr for part in why.split("|")), result.stderr


# Words of match engines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("st=-1", "st -1 is outside 0.001..86400"),
        ("st=nan", "st 'nan' is not a number"),
        ("st=1e999", "st '1e999' is outside"),
        ("margin=-100000", "margin -100000 is outside 0..3600000"),
        ("depth=-1", "depth -1 is outside 1..1000"),
        ("depth=1.5", "depth '1.5' is not a whole number"),
        ("nodes=-5", "nodes -5 is too small: expected at least 1"),
        (f"nodes={HUGE}", "nodes '999"),
        ("tc=nan", "tc time control 'nan': expected"),
        ("tc=0", "leaves no time"),
        (f"tc={HUGE}/10", "is outside 0..10000"),
        ("level=21", "level 21 is outside 0..20"),
        ("level=-1", "level -1 is outside"),
        ("restart=maybe", "restart 'maybe' is neither on nor off"),
        ("depth=3 depth=4", "depth is set twice"),
        ("name=a name=b", "name is set twice"),
        ("cmd=x", "cmd is set twice"),
        ("tc=5+1 st=1", "st cannot be combined with tc"),
        ("level=3 level=4", "level is set twice"),
    ],
)
def test_words_of_engines(words: str, why: str) -> None:
    with pytest.raises(MatchError) as caught:
        read_engine(f"cmd=oddfish {words}")
    assert why in str(caught.value)


def test_words_that_lift_a_limit() -> None:
    for word, field in (("nodes=0", "nodes"), ("depth=0", "depth"), ("st=0", "move_time")):
        assert read_engine(f"cmd=oddfish {word}").control[field] == 0
    assert [read_engine(f"cmd=oddfish restart={word}").restart for word in ("on", "no", "TRUE", "0")] == [
        True, False, True, False,
    ]  # fmt: skip


def test_two_engines_with_one_name() -> None:
    with pytest.raises(MatchError, match="another engine is called base"):
        read_engines(("name=base cmd=oddfish", "name=base cmd=other"))
    assert [engine.name for engine in read_engines(("oddfish", "oddfish"))] == ["oddfish", "oddfish"]


# Plans from files ---------------------------------------------------------------------------------------------


def plan(**fields: Any) -> Plan:
    engines = (EngineSpec("a", "oddfish"), EngineSpec("b", "oddfish"))
    return Plan(**{"variant": "half-chess", "engines": engines, "control": Control(nodes=10), **fields})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"control": Control(nodes=10, margin=-1)}, "margin: -1 is outside"),
        ({"control": Control(move_time=math.nan)}, "move time: 'nan' is not a number"),
        ({"control": Control(base=-3, increment=1)}, "base: -3 is outside"),
        ({"control": Control(nodes=True)}, "nodes: 'True' is not a whole number"),
        ({"games": 10**30}, "games: "),
        ({"seed": -1}, "seed: -1 is too small"),
        ({"patience": math.inf}, "patience: 'inf' is not a number"),
        ({"adjudication": Adjudication(resign=(0, 900))}, "adjudication: 0 is outside"),
        ({"adjudication": Adjudication(draw=(1, 2))}, "adjudication: 2 numbers, expected 3"),  # type: ignore[arg-type]
        ({"adjudication": Adjudication(max_moves=-1)}, "adjudication: -1 is outside"),
        ({"openings": OpeningSource(plies=1.5)}, "openings: '1.5' is not a whole number"),  # type: ignore[arg-type]
        ({"openings": OpeningSource(order="x")}, "openings: unknown order 'x'"),
        ({"sprt": Sprt(math.nan, 5)}, "SPRT: 'nan' is not a number"),
        ({"sprt": Sprt(0, 5, model="odd")}, "SPRT: unknown model 'odd'"),
        ({"sprt": Sprt(0, 5, alpha=0)}, "SPRT: 0 is outside"),
    ],
)
def test_plans_are_checked(fields: dict[str, Any], why: str) -> None:
    with pytest.raises((MatchError, ControlError)) as caught:
        plan(**fields).check()
    assert why in str(caught.value)
    plan().check()


# The readers ----------------------------------------------------------------------------------------------------


def test_docstrings() -> None:
    assert doctest.testmod(ranges).failed == 0


def test_whole_numbers() -> None:
    assert [Whole(0, 9).read(text) for text in ("0", " 7 ", "+3", "-0", "٣", "0009")] == [0, 7, 3, 0, 3, 9]
    assert Whole(-5, 5).check(-5) == -5
    for value in (True, 1.0, "1", None, math.nan):
        with pytest.raises(ValueError, match="is not a whole number"):
            Whole().check(value)
    for text, why in ((HUGE, "too large"), ("-" + HUGE, "too small"), ("9" * 60, "the number is too large")):
        with pytest.raises(ValueError, match=why):
            Whole().read(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5), ("+5", 5), (" 5 ", 5), ("0", 0), ("-1", 0), ("10", 9), (HUGE, 9), (f"-{HUGE}", 0), (f"+{HUGE}", 9),
        ("0" * 5000 + "7", 7), ("", None), ("nan", None), ("5.0", None), ("5_0", None), ("1e3", None), ("--5", None),
    ],
)  # fmt: skip
def test_the_nearest_whole_number(text: str, value: int | None) -> None:
    """Numbers from an engine are brought into range instead of refused."""
    assert Whole(0, 9).nearest(text) == value


def test_other_numbers() -> None:
    assert [Number(0, 9).read(text) for text in ("0", ".5", "5.", "1e-3", "+2", "٣")] == [0, 0.5, 5, 0.001, 2, 3]
    for value in (True, "1", None, math.nan, math.inf, -math.inf):
        with pytest.raises(ValueError, match="is not a number"):
            Number().check(value)
    with pytest.raises(ValueError, match="the number is too large"):
        Number().check(10**5000)
    with pytest.raises(ValueError, match="0 is out of range: expected more than 0, at most 1"):
        Number(0, 1, above=True).read("0")


def test_switches_and_options() -> None:
    assert read_switch(" Yes ") and not read_switch("off")
    spin = Option("Hash", "spin", 16, 1, 64)
    assert spin.read(" 20 ") == 20
    for text in ("nan", "5_0", HUGE, "", "65", "1.5"):
        with pytest.raises(OptionError, match="option Hash: ") as caught:
            spin.read(text)
        assert len(str(caught.value)) < 100


def test_json_has_finite_numbers_only() -> None:
    assert parse_json('{"a": [1, 2.5]}') == {"a": [1, 2.5]}
    for text in ("NaN", "[Infinity]", "-Infinity", "1e999", HUGE):
        with pytest.raises(ValueError, match=r"not a number|too large|digits"):
            parse_json(text)


def test_sprt_texts() -> None:
    for text in NEVER:
        for whole in (text, f"{text},5", f"0,{text}", f"0,5,{text},0.1", f"0,5,0.1,{text}", f"0,5,0.1,0.1,{text}"):
            with pytest.raises(ValueError, match=r"^SPRT '"):
                read_sprt(whole)


# Files that are written -----------------------------------------------------------------------------------------


def test_weights_and_parameters_out_of_range_are_not_written(tmp_path: Path) -> None:
    """The old file stays."""
    variant, path = get_variant("normal"), tmp_path / "file.json"
    values = built_in(variant).values
    free = next(number for number, term in enumerate(terms_of(variant)) if not term.fixed)
    write_weights(path, variant, values)
    old = path.read_bytes()
    for wrong in (math.nan, math.inf, 10**9, 1.5):
        with pytest.raises(WeightsError, match="expected a whole number"):
            write_weights(path, variant, (*values[:free], wrong, *values[free + 1 :]))  # type: ignore[arg-type]
        with pytest.raises(WeightsError, match="search parameter 'lmr_base' is"):
            write_parameters(path, variant, {**built_in_parameters(variant), "lmr_base": wrong})  # type: ignore[dict-item]
        assert path.read_bytes() == old
    assert json.loads(old)["variant"] == "normal"
