"""The parts of a match that need no engine: time controls, plans, openings, adjudication, standings."""

from __future__ import annotations

import asyncio
import doctest
import itertools
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from oddfish.engine.experiments.match import control, plan
from oddfish.engine.experiments.match.control import Clock, Control, ControlError, read_tc
from oddfish.engine.experiments.match.games import MATE_SCORE, Answer, score_text
from oddfish.engine.experiments.match.openings import generate
from oddfish.engine.experiments.match.plan import Adjudication, EngineSpec, MatchError, OpeningSource, Plan, read_engine
from oddfish.engine.experiments.match.players import Player
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.referee import Adjudicator, play_game
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt, Tally
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant
from support.matches import record
from support.openings import read_openings

# ------------------------------------------------------------------------------------------ limits and clocks


def test_docstrings() -> None:
    for module in (control, plan):
        assert doctest.testmod(module).failed == 0


def test_time_controls() -> None:
    assert read_tc("60") == {"moves": 0, "base": 60.0, "increment": 0.0}
    assert read_tc("40/60+0.5") == {"moves": 40, "base": 60.0, "increment": 0.5}
    assert read_tc("2:30+1") == {"moves": 0, "base": 150.0, "increment": 1.0}
    assert read_tc("0+.1")["increment"] == 0.1
    for text in ("", "x", "40/", "0", "-5", "10+-1", "1/2/3", "10++1"):
        with pytest.raises(ControlError):
            read_tc(text)
    assert str(Control(**read_tc("40/60+0.5"))) == "40/60+0.5"
    assert str(Control(move_time=0.1, nodes=500)) == "1/0.1, 500 nodes"
    with pytest.raises(ControlError, match="no limit"):
        Control().check()
    with pytest.raises(ControlError, match="give only one of them"):
        Control(base=1, move_time=1).check()


def test_an_engine_s_own_limit_replaces_that_of_the_match() -> None:
    """A clock replaces a time per move, and the other way round; 0 lifts a limit."""
    clock, each = Control(moves=40, base=60, increment=1, nodes=10), Control(move_time=0.5, depth=7)

    def limits(whole: Control, words: str) -> tuple[str, int]:
        own = replace(make_plan(), control=whole).control_of(read_engine(f"cmd=x {words}"))
        own.check()
        return str(own), own.margin

    assert limits(clock, "") == ("40/60+1, 10 nodes", 100)
    assert limits(clock, "st=2 nodes=0") == ("1/2", 100)
    assert limits(each, "tc=5+1") == ("5+1, 7 plies", 100)
    assert limits(each, "depth=0 margin=0") == ("1/0.5", 0)


@pytest.mark.parametrize("margin", [-1, 0.0])
def test_a_margin_is_a_whole_number(margin: Any) -> None:
    with pytest.raises(ControlError, match="margin: "):
        Control(nodes=5, margin=margin).check()


def test_a_long_base_is_refused() -> None:
    with pytest.raises(ControlError, match=r"is outside 0\.\.1000000"):
        read_tc("16666:41")
    assert read_tc("16666:40")["base"] == 1_000_000


def test_scores_as_text() -> None:
    """A mate counts plies from the end of the scale, for either side."""
    scores = (-350, 0, 7, MATE_SCORE - 3, 30 - MATE_SCORE, MATE_SCORE - 1999, MATE_SCORE - 2000)
    assert [*map(score_text, scores)] == ["-3.50", "+0.00", "+0.07", "+M3", "-M30", "+M1999", "+980.00"]


def test_a_clock_with_sessions_and_increment() -> None:
    clock = Clock(Control(moves=2, base=10, increment=1, margin=100))
    assert (clock.left, clock.moves_to_go) == (10, 2)
    clock.press(4)
    assert (clock.left, clock.moves_to_go) == (7, 1)
    assert not clock.overrun(7.05)
    assert clock.overrun(7.2)
    clock.press(7.05)  # within the margin: only the increment is left
    assert (clock.left, clock.moves_to_go) == (11, 2)


def test_other_clocks() -> None:
    each = Clock(Control(move_time=0.5, margin=0))
    each.press(0.4)
    assert each.allowance == 0.5
    assert each.overrun(0.6)
    free = Clock(Control(depth=5))
    assert free.allowance is None
    assert not free.overrun(1e6)
    assert Clock(Control(increment=2)).left == 2


# ------------------------------------------------------------------------------------------ engines and plans


def test_reading_engines() -> None:
    assert read_engine("/opt/old/oddfish --uci") == EngineSpec("oddfish", "/opt/old/oddfish --uci")
    spec = read_engine("name=base cmd='oddfish' proto=uci option.Hash=16 tc=5+0.1 nodes=9 restart=on dir=/tmp")
    assert (spec.name, spec.cmd, spec.proto, spec.options) == ("base", "oddfish", "uci", {"Hash": "16"})
    assert (spec.restart, spec.dir, spec.control["nodes"], spec.control["base"]) == (True, "/tmp", 9, 5.0)
    assert spec.command()[0] == sys.executable
    protocols = {"oddfish": "uci", "oddfish --cecp": "auto", "cmd=oddfish proto=cecp": "cecp", "/x/oddfish": "auto"}
    assert {text: read_engine(text).protocol() for text in protocols} == protocols
    assert read_engine("cmd='~/x/fish -a'").name == "fish"
    pupil = read_engine("cmd=oddfish level=3")
    assert (pupil.name, pupil.options) == ("oddfish-level-3", {"Skill Level": "3"})
    assert read_engine("cmd=oddfish level=3 name=pupil").name == "pupil"
    for same in ("level=003", "level=٣", "option.SkillLevel=3", "'option.skill level=03'"):
        assert read_engine(f"cmd=oddfish {same}") == pupil
    for text, why in (
        ("cmd=a level=low", "engine 'cmd=a level=low': level 'low' is not a whole number"),
        ("cmd=a level=3 option.SkillLevel=7", "option Skill Level is set twice .level is short for it"),
        ("cmd=a option.Hash=3 option.hash=7", "option hash is set twice$"),
        ("name=a", "engine 'name=a': cmd is missing: add cmd=COMMAND"),
        ("command=oddfish name=a", "cmd is missing"),
        ("'option.Skill Level=3' level=2", "cmd is missing"),
        ("cmd=a color=red", "unknown key 'color'"),
        ("cmd=a proto=usb", "unknown proto 'usb': expected one of auto, uci, cecp"),
        ("cmd=a word", "'word' is not KEY=VALUE"),
        ("cmd=a nodes=many", "nodes|invalid"),
        ("cmd='a", "quotation"),
        ('cmd="it\'s"', "quotation"),
        ('name=a cmd="it\'s"', "quotation"),
        ("name=a cmd=", "empty"),
        ("", "empty"),
    ):
        with pytest.raises((MatchError, ControlError), match=why):
            read_engine(text)
    assert read_engine("./a=b name=c").cmd == "./a=b name=c"


def make_plan(*names: str, **fields: Any) -> Plan:
    engines = tuple(EngineSpec(name, "oddfish") for name in names or ("a", "b"))
    return Plan("half-chess", engines, Control(nodes=10), **fields)


def test_schedules_are_pairs_with_sides_swapped() -> None:
    jobs = list(make_plan(games=4).jobs())
    assert [(job.number, job.round, job.pair, job.white, job.black) for job in jobs] == [
        (1, 0, 0, 0, 1), (2, 0, 0, 1, 0), (3, 1, 1, 0, 1), (4, 1, 1, 1, 0),
    ]  # fmt: skip
    three = make_plan("a", "b", "c", games=4)
    jobs = list(three.jobs())
    assert len(jobs) == three.total == 12
    assert all(one.pair == two.pair and one[3:] == two[:2:-1] for one, two in zip(jobs[::2], jobs[1::2]))
    assert len({job.pair for job in jobs}) == 6
    for white, black in itertools.permutations(range(3), 2):
        assert sum((job.white, job.black) == (white, black) for job in jobs) == 2


def test_plans_are_checked_and_survive_json() -> None:
    full = make_plan(
        games=10, seed=5, options={"A": "b"}, sprt=Sprt(0, 5), openings=OpeningSource("f", "random", 3, 2, 50),
        adjudication=Adjudication((3, 900), (40, 5, 10), 200),
    )  # fmt: skip
    assert Plan.from_json(json.loads(json.dumps(full.to_json()))) == full
    assert Plan.from_json(json.loads(json.dumps(make_plan().to_json()))) == make_plan()
    with pytest.raises(MatchError):
        Plan.from_json({"variant": "x"})
    for wrong, why in (
        (make_plan(games=3), "come in pairs"),
        (make_plan("a"), "needs two"),
        (make_plan("a", "a"), "same name"),
        (make_plan("a", "b", "c", sprt=Sprt(0, 5)), "SPRT needs exactly two"),
    ):
        with pytest.raises(MatchError, match=why):
            wrong.check()
    full.check()
    assert full.seed_of(0) != full.seed_of(1)
    assert full.seed_of(0) == make_plan(seed=5).seed_of(0)


# ---------------------------------------------------------------------------------------------- adjudication


def judge_all(rules: Adjudication, scores: Sequence[int | None]) -> tuple[int, str] | None:
    """The ply after which a game with these scores (each for the side that moved) is adjudicated, and its result."""
    adjudicator, game = Adjudicator(rules), Game("half-chess")
    for ply, score in enumerate(scores, 1):
        side = game.turn
        game.push(game.legal()[0])
        ended = adjudicator.adjudicate(game, side, score)
        if ended is not None:
            return ply, ended[0].text
    return None


def test_adjudication() -> None:
    resign = Adjudication(resign=(2, 500))
    assert judge_all(resign, [-600, 600, -600]) == (3, "0-1")
    assert judge_all(resign, [0, -500, 0, -499, 0, -500, 0, -500]) == (8, "1-0")
    assert judge_all(resign, [-600, 0, None, 0, -600, 0]) is None
    draw = Adjudication(draw=(3, 2, 10))
    assert judge_all(draw, [5] * 8) == (6, "1/2-1/2")
    assert judge_all(draw, [5, 5, 5, 5, 30, -5, 10, 3, 0, 0]) == (9, "1/2-1/2")
    assert judge_all(draw, [5, None] * 5) is None
    assert judge_all(Adjudication(max_moves=3), [900] * 9) == (6, "1/2-1/2")
    assert judge_all(Adjudication(), [-9000, 0] * 4) is None


# ------------------------------------------------------------------------------------------------ draw offers


class Offering:
    """A player that plays any move, and offers a draw with some of them."""

    def __init__(self, *offers: int):
        self.offers = offers
        self.told: list[bool] = []  # whether a draw was offered, at each move

    async def start(self) -> None:
        """It needs no process."""

    async def resynchronize(self) -> None:
        """It is never ahead."""

    def check_limits(self, clock: Clock) -> None:
        """It can keep any."""

    def push(self, move: str) -> None:
        """It follows the referee's game."""

    async def new_game(self, game: Game) -> None:
        self.game = game

    async def play(self, clocks: tuple[Clock, Clock], side: int, draw_offered: bool) -> Answer:
        self.told.append(draw_offered)
        return Answer(self.game.legal()[0], 0.0, offers_draw=len(self.told) in self.offers)


def test_a_draw_offer_stands_for_one_move() -> None:
    white, black, limits = Offering(1, 3), Offering(2), Control(nodes=1)
    players = cast("tuple[Player, Player]", (white, black))
    played = asyncio.run(play_game(Game("normal"), players, (limits, limits)))
    assert (played.result.text, played.detail, len(played.thoughts)) == ("1/2-1/2", "draw agreed", 4)
    assert (white.told, black.told) == ([False, False, True], [True, False])


def test_a_late_move_is_waited_for_as_long_as_it_counts() -> None:
    """Otherwise an engine that is a little late would lose on time despite the margin."""
    player = Player(EngineSpec("a", "x"), get_variant("normal"), {}, patience=7.0)
    for limits, least in ((Control(base=5, margin=2000), 7.0), (Control(move_time=1, margin=300), 1.3)):
        assert least <= player._allowed(Clock(limits)) < least + 0.2
    assert player._allowed(Clock(Control(depth=3))) == 7.0


# --------------------------------------------------------------------------------------------------- openings

FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_openings_of_fen_and_epd_lines(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    path.write_text(f'# a comment\n\n{FEN}\n{" ".join(FEN.split()[:4])} id "one"; c0 "x";\n', encoding="utf-8")
    openings = read_openings(str(path), get_variant("half-chess"), {})
    assert [opening.fen for opening in openings] == [FEN, " ".join(FEN.split()[:4])]
    for text, why in ((f"{FEN}\n\nnonsense\n", r":3: "), ("\n", "no openings found"), (f"{FEN} 7\n", r":1: ")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(MatchError, match=why):
            read_openings(str(path), get_variant("half-chess"), {})
    with pytest.raises(MatchError, match="No such file"):
        read_openings(str(tmp_path / "nosuch"), get_variant("half-chess"), {})


@pytest.mark.parametrize("name", ["augmented-half-chess", "banqi", "halfgi", "fanorona-chess", "tandem-84"])
def test_openings_of_our_pgn(tmp_path: Path, name: str) -> None:
    """Written games can be read as openings: start, armies and moves."""
    games = [generate(partial(Game, name, seed=seed), 8, 0, random.Random(seed)) for seed in (1, 2)]
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(game.pgn(comments=["(a comment)"] * 8) for game in games), encoding="utf-8")
    openings = read_openings(str(path), get_variant(name), {})
    for game, opening in zip(games, openings, strict=True):
        replayed = Game(name, opening.options, opening.fen, seed=9)
        for move in opening.moves:
            replayed.push(move)
        assert replayed.fen() == game.fen()
    with pytest.raises(MatchError, match=", not normal"):
        read_openings(str(path), get_variant("normal"), {})


def test_generated_openings_are_balanced_and_reproducible() -> None:
    def lines(balance: int) -> list[list[str]]:
        return [generate(lambda: Game("half-chess"), 6, balance, random.Random(seed)).texts() for seed in range(3)]

    assert lines(40) == lines(40)
    assert all(len(line) == 6 for line in lines(40))
    assert lines(0) != lines(40)


# ------------------------------------------------------------------------------------------------------- SPRT


def lost(number: int, white: str = "b", black: str = "a") -> Record:
    """A game that Black won."""
    return Record(
        number, (number - 1) // 2, (number - 1) // 2, white, black, "0-1", "checkmate", "", None, "", 0, (), 0, "",
        "2026-01-01T00:00:00", 0.0, (),
    )  # fmt: skip


def test_sprt_counts_pairs_in_order() -> None:
    """A pair that ends before an earlier one waits for it."""
    plan = make_plan(games=100, sprt=Sprt(-200, 200))
    standings = Standings(plan)
    needed = next(n for n in range(1, 50) if plan.sprt and plan.sprt.decision(Tally.of_pairs([0, 0, n, 0, n])))

    def game(number: int) -> Record:
        """Pairs alternate between two wins for a and one for each."""
        white, black = ("b", "a") if number % 4 in (1, 2) else (("b", "a") if number % 2 else ("a", "b"))
        return lost(number, white, black)

    for number in range(3, 4 * needed + 20):
        standings.add(game(number))
    assert standings.verdict is None
    assert sum(standings.tested_pairs) == 0
    standings.add(game(2))
    standings.add(game(1))
    assert standings.verdict == "H1"
    final = standings.final()
    assert len(final.records) == 2 * sum(standings.tested_pairs) < len(standings.records)
    assert final.tested_pairs == standings.tested_pairs


def test_scores_against_one_opponent_and_faults_of_one_engine() -> None:
    """White wins between a and b, a wins against c, and c loses to b by its faults."""
    plan = make_plan("a", "b", "c", games=2)
    results = ("1-0", "1-0", "1-0", "0-1", "1-0", "0-1")
    records = [record(plan, job, result) for job, result in zip(plan.jobs(), results, strict=True)]
    records[4:] = [replace(one, fault=("c", kind)) for one, kind in zip(records[4:], ("crash", "time"), strict=True)]
    standings = Standings(plan, records)
    assert [standings.score(*names).points for names in (("a",), ("a", "b"), ("a", "c"), ("c", "b"))] == [3, 1, 2, 0]
    assert [standings.score("a", other).games for other in ("b", "c")] == [2, 2]
    assert standings.score("a").pairs == [0, 0, 1, 0, 1]
    assert [standings.faults_of(name) for name in "abc"] == [0, 0, 2]
