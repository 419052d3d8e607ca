"""What may come from outside besides lines, FENs and files: numbers, option lines, other engines, closed streams."""

from __future__ import annotations

import contextlib
import json
import math
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import psutil

from oddfish.engine.experiments.match.engine_output import LineBuffer, plain_thinking, read_info
from oddfish.engine.experiments.match.option_lines import read_cecp_option, read_features, read_uci_option
from oddfish.engine.experiments.match.plan import MatchError, read_engine
from oddfish.engine.experiments.match.records import read_journal, read_results
from oddfish.engine.interpreter import module_command
from oddfish.engine.ranges import LARGEST, parse_json
from oddfish.protocols.commands import parameters
from oddfish.protocols.commands.group import cli
from support.grammar import spoiled
from support.matches import GOOD, invoke, scripted
from support.properties import DONE

NUMBERS = (
    "nan", "inf", "-inf", "1e999", "-1", "0", "-0", "", " 5", "5_0", "١", "1.5", "1e3", "9" * 5000, "0x10", "40/60+0.5",
    "2:30+1", "3:900", "40:5:10", "0,5", "0,5,0.05,0.05,logistic", "a=1500", "+7", "1e-400", "½",
)  # fmt: skip
UCI = (
    "option name Hash type spin default 16 min 1 max 64", "option name Style type combo default A var A var B C",
    "option name Own Book type check default true", "option name Clear type button",
    "option name Path type string default",
)  # fmt: skip
CECP = (
    'ping=1 option="Hash -spin 16 1 64" myname="A b"', 'option="Style -combo A /// *B c" option="Go -button"',
    'option="Book -check 1" variants="normal,banqi" done=1', 'option="Path -file /tmp/x y"',
)  # fmt: skip
WORDS = ("st", "tc", "depth", "nodes", "margin", "level", "restart", "proto", "option.Hash")


def commands(group: click.Group) -> Iterator[click.Command]:
    """All commands of the command line."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command)
        else:
            yield command


def check_number(rng: random.Random) -> None:
    """An option and a word of an engine take a number, or refuse it in one line."""
    DONE["numbers"] += 1
    text = rng.choice(NUMBERS)
    if rng.random() < 0.5:
        text = spoiled(rng, text)
    command = rng.choice(list(commands(cli)))
    own = (parameters.Whole, parameters.Number, parameters.Parsed)
    if options := [param for param in command.params if isinstance(param.type, own)]:
        param = rng.choice(options)
        with contextlib.suppress(click.ClickException):
            value = param.type.convert(text, param, click.Context(command))
            check_finite(value)
    with contextlib.suppress(MatchError):
        spec = read_engine(f"cmd=oddfish {rng.choice(WORDS)}={text}")
        check_finite(dict(spec.control))
    with contextlib.suppress(ValueError, RecursionError):
        check_finite(parse_json(spoiled(rng, f'{{"a": [{text}, 1.5], "b": {text}}}')))


def check_finite(value: Any) -> None:
    if isinstance(value, (list, tuple)):
        for one in value:
            check_finite(one)
    elif isinstance(value, dict):
        check_finite(list(value.values()))
    elif isinstance(value, float):
        assert math.isfinite(value), value
    elif isinstance(value, int):
        assert abs(value) <= 10 * LARGEST or len(str(value)) > 20, value


def check_option_lines(rng: random.Random) -> None:
    """An engine's option is read, or left out with a short reason, and the drivers take its default."""
    DONE["option lines"] += 1
    found = [read_uci_option(spoiled(rng, rng.choice(UCI)))]
    found += [read_cecp_option(value) for _, value in read_features(spoiled(rng, rng.choice(CECP)))]
    for option, problem in found:
        assert (option is not None or problem) and len(problem) < 300
        if option is not None and option.default is not None:
            option.parse(option.default)
    for line in (rng.randbytes(99).decode("latin-1"), spoiled(rng, "info depth 3 score cp 12 nodes 34 string x")):
        plain = plain_thinking(line)
        assert len(plain) < 100 and all(len(word) < 20 for word in plain.split())
        assert all(number is None or abs(number) < 2**53 for number in read_info(line))
    data = rng.randbytes(rng.randrange(300)) + b"\n"
    whole, parts = LineBuffer().take(data), LineBuffer()
    cut = rng.randrange(len(data))
    assert whole == [*parts.take(data[:cut]), *parts.take(data[cut:])]


def hostile_script(rng: random.Random, cecp: bool) -> dict[str, Any]:
    """What an engine says: options, then a flood, odd or huge numbers, odd answers, errors, silence, or a crash."""
    lines = [spoiled(rng, rng.choice(UCI)) for _ in range(rng.randrange(4))]
    if cecp:
        lines = [f"feature {spoiled(rng, rng.choice(CECP[:2]))}" for _ in range(rng.randrange(4))]
    number = lambda: rng.choice((*NUMBERS, str(2**53), str(2**63), "-" + "9" * 400))  # noqa: E731
    infos = [
        f"{number()} {number()} {number()} {number()} e2e4"
        if cecp
        else f"info depth {number()} score {rng.choice(('cp', 'mate', 'x'))} {number()} nodes {number()} pv e2e4"
        for _ in range(rng.choice((1, 3, 2000)))
    ]
    claims = ("resign", "1-0 {x}", "0-1 {x}", "1/2-1/2", "offer draw", "Illegal move (x): y", "Error (x): y")
    reply = spoiled(rng, rng.choice((*claims, "move e2e4", "bestmove e2e4 ponder e7e5", "bestmove", "readyok")))
    kinds: tuple[dict[str, Any], ...] = (
        {}, {"flood": rng.choice(("line", "text", "nul"))}, {"die_after": 1}, {"deaf": True}, {"answer": infos},
        {"answer": [spoiled(rng, info) for info in infos]}, {"reply": reply, "fill": rng.choice((0, 100, 3_000_000))},
        {"errors": spoiled(rng, "no } such ; thing\n") * rng.choice((1, 1000)), "crash": rng.random() < 0.5},
    )  # fmt: skip
    script = {"greeting": lines, "cecp": cecp, **rng.choice(kinds)}
    encoded = json.dumps(script).encode("utf-8", "replace")
    return json.loads(encoded)  # type: ignore[no-any-return]


def play_with_hostile_engine(rng: random.Random, folder: Path) -> None:
    """A match with it ends, and records that can be read or a reason; it leaves no process behind."""
    DONE["matches"] += 1
    cecp = rng.random() < 0.5
    script = hostile_script(rng, cecp)
    bad = scripted(folder, "bad", f"proto={'cecp' if cecp else 'uci'}", **script)
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    paths = folder / "hostile.jsonl", folder / "hostile.pgn"
    for path in paths:
        path.unlink(missing_ok=True)
    kept = ("--json", paths[0], "--pgn", paths[1])
    result = invoke(bad, GOOD, "-v", "normal", "--games", 2, "--max-moves", 2, "--st", 0.2, "--hang", 2, *kept)
    assert result.exit_code in (0, 2), (json.dumps(script)[:1000], result.output, result.exception)
    assert "Traceback" not in result.output
    assert "engine good" not in result.output, result.output
    games = len(read_journal(paths[0])[1]) if paths[0].exists() else 0
    assert games == 2 or result.exit_code
    if games:
        assert len(read_results(str(paths[0]))) == len(read_results(str(paths[1]))) == games
        assert max(path.stat().st_size for path in paths) < 50_000, json.dumps(script)[:1000]
        DONE["games with hostile engines"] += games
    end = time.monotonic() + 10
    while {process.pid for process in psutil.Process().children(recursive=True)} - before:
        assert time.monotonic() < end, f"a process is left behind: {json.dumps(script)[:1000]}"
        time.sleep(0.05)


def close_streams(rng: random.Random) -> None:
    """An engine whose streams close at any time ends, without a traceback."""
    DONE["closed streams"] += 1
    protocol = rng.choice(("--uci", "--cecp"))
    lines = ["uci", "isready", "position startpos", "go depth 3", "go infinite", "perft 2", "d"]
    if protocol == "--cecp":
        lines = ["xboard", "protover 2", "new", "go", "analyze", "e2e4", "st 1"]
    process = subprocess.Popen(
        module_command("oddfish", "--variant", "normal", protocol),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    try:
        with contextlib.suppress(OSError):
            for line in rng.sample(lines, rng.randrange(len(lines))):
                process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            time.sleep(rng.random() / 2)
        if rng.random() < 0.5:
            process.stdout.close()
            with contextlib.suppress(OSError):
                process.stdin.write(b"d\nping 1\nisready\n")
                process.stdin.flush()
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.wait(60)
        assert b"Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.wait()
