"""Face-down pieces are unknown: the engine's moves and output do not depend on them.

Sessions with different deals get the same public history. All that must stay the same is compared: thinking lines but
for their times, and moves. What the deal may change is only what the referee turns up.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from oddfish.cext.core.rules import Position
from oddfish.engine import searcher as searcher_module
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants.banqi import BanqiDeal
from oddfish.protocols.cecp import Cecp
from oddfish.protocols.cecp.task import THINK, Task
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import open_inbox
from oddfish.protocols.uci import Uci
from support.pipes import CecpEngine, UciEngine

VARIANTS = ["banqi", "banqi-hongkong"]
OPTIONS = [
    {},
    {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "ranked"},
    {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "any"},
]
SEEDS = (1, 2, 3)


def history(variant: str, options: dict[str, bool | str], plies: int, seed: int) -> Game:
    """A public game, with every outcome."""
    rng = random.Random(seed)
    game = Game(variant, options)
    game.deal = None
    while len(game.moves) < plies and not game.result():
        move = rng.choice(game.position.moves())
        game.push_move(rng.choice(game.position.outcomes(move))[0])
    assert "X" in game.fen() and not game.result()
    return game


def words(options: dict[str, bool | str]) -> list[str]:
    return [word for name, value in options.items() for word in ("--option", f"{name}={str(value).lower()}")]


def timeless(line: str) -> str:
    """A thinking line without the numbers that depend on the clock and the machine."""
    line = re.sub(r" (time|nps|hashfull) \d+", "", line)
    return re.sub(r"^(\d+ -?\d+) \d+ (\d+\t\d+) \d+ ", r"\1 \2 ", line)


# The search ------------------------------------------------------------------------------------------------------


def told(info: Info) -> tuple[object, ...]:
    return info._replace(time=0, hashfull=0)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "ranked", "any"])
@pytest.mark.parametrize("plies", [0, 9, 25])
@pytest.mark.quick(3)
def test_the_searcher_sees_no_deal(variant: str, options: dict[str, bool], plies: int):
    public = history(variant, options, plies, seed=plies)
    answers = []
    for seed in SEEDS:
        game = Game(variant, {**options, "DealSeed": seed})
        for text in public.texts():
            game.push(text)
        assert game.fen() == public.fen()
        infos: list[Info] = []
        best = Searcher(hash_mb=1).think(game, Limits(nodes=20_000), infos.append)
        answers.append(([told(info) for info in infos], best))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0]


def test_deals_behind_one_history_differ():
    """Otherwise the tests above would prove nothing."""
    public = history("banqi", {}, 9, seed=9)
    hidden = set()
    for seed in SEEDS:
        game = Game("banqi", {"DealSeed": seed})
        for text in public.texts():
            game.push(text)
        flips = [move for move in game.position.moves() if open_to_chance(game.position, move)]
        assert game.deal is not None
        hidden.add(tuple(game.position.text(game.deal.outcome(game.position, move)) for move in flips))
    assert len(hidden) == len(SEEDS)


# Sessions --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "ranked", "any"])
@pytest.mark.parametrize("plies", [0, 12])
def test_uci_says_the_same(variant: str, options: dict[str, bool], plies: int):
    texts = history(variant, options, plies, seed=5).texts()
    position = f"position startpos moves {' '.join(texts)}" if texts else "position startpos"
    said = []
    for seed in SEEDS:
        with UciEngine("--option", f"DealSeed={seed}", *words(options), variant=variant) as engine:
            engine.sync()
            engine.send(position, "go nodes 20000")
            lines = engine.until("bestmove")
            engine.send(position, "go ponder nodes 20000", "ponderhit")
            lines += engine.until("bestmove")
            engine.send("d", "eval")
            lines += engine.sync()
        said.append([timeless(line) for line in lines])
    assert said[0] == said[1] == said[2]


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("clicks", [True, False], ids=["xboard", "plain"])
@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "ranked", "any"])
def test_cecp_says_the_same(variant: str, clicks: bool, options: dict[str, bool]):
    """Thinking, analysis and hints; moves without their outcomes."""
    public = history(variant, options, 12, seed=6)
    said = []
    for seed in SEEDS:
        with CecpEngine("--option", f"DealSeed={seed}", *words(options), variant=variant, clicks=clicks) as engine:
            engine.ask("easy", "sd 4", "force", *(f"usermove {text}" for text in sent(public, clicks)))
            lines = [engine.fen(), *analysis(engine)]
            engine.send("go")
            *thoughts, move = engine.until("move ")
            lines += [*thoughts, move[:10] if "," in move or not clicks else move[:9]]
        said.append([timeless(line) for line in lines])
    assert said[0] == said[1] == said[2]


def sent(game: Game, clicks: bool) -> list[str]:
    """A game's moves as a GUI sends them."""
    if not clicks:
        return game.texts()
    projection = projection_for(game.variant.name)
    replayed = Game(game.variant, game.options, game.positions[0].fen())
    replayed.deal = None
    plies = []
    for text in game.texts():
        plies += projection.send(replayed, replayed.parse(text))
        replayed.push(text)
    return plies


def analysis(engine: CecpEngine) -> list[str]:
    """Thinking lines up to the fourth ply of analysis."""
    engine.send("analyze")
    lines = engine.until("4 ")
    engine.ask("exit", "option ClearHash")  # how much deeper it goes is chance
    return lines


@pytest.mark.later
def test_what_a_flip_shows_is_all_that_differs():
    """A flip shows different pieces in different deals, and the same piece in the same deal."""
    shown = []
    for seed in (*SEEDS, *SEEDS):
        with CecpEngine("--option", f"DealSeed={seed}", variant="banqi") as engine:
            engine.ask("force")
            shown.append("".join(engine.ask(f"lift a{rank}")[-2][-1] for rank in range(1, 9)))
    assert shown[:3] == shown[3:]
    assert len(set(shown)) == 3


# Structure -------------------------------------------------------------------------------------------------------


class Watched:
    """A search that notes its arguments."""

    def __init__(self) -> None:
        self.search = searcher_module.Search(1, 1)
        self.given: list[object] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def run(self, position: Position, before: Sequence[Position], *arguments: Any) -> Any:
        self.given = [position, *before, *arguments]
        return self.search.run(position, before, *arguments)


@pytest.mark.parametrize("level", [FULL_STRENGTH, 3])
def test_a_search_is_given_positions_only(level: int):
    game = Game("banqi", {"DealSeed": 3})
    for _ in range(3):
        game.push(game.legal()[0])
    searcher = Searcher(hash_mb=1)
    searcher.skill.level = level
    watched = Watched()
    searcher._search = searcher._level_search = watched  # type: ignore[assignment]
    searcher.think(game, Limits(depth=2))
    positions = [thing for thing in watched.given if isinstance(thing, Position)]
    assert positions
    assert not any(isinstance(thing, (Game, BanqiDeal)) for thing in watched.given)
    for position in positions:
        assert not hasattr(position, "__dict__")  # no attribute can be attached to it


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["go", "analyze", "hint", "hard"])
def test_the_games_of_searches_have_no_deal(monkeypatch: pytest.MonkeyPatch, command: str):
    """Thinking, analysing, hints and pondering."""
    copies = []
    true_copy = Game.copy

    def watched(game: Game) -> Game:
        copies.append(true_copy(game))
        return copies[-1]

    monkeypatch.setattr(Game, "copy", watched)
    written: list[str] = []
    session = Cecp(open_inbox(), lambda *lines: written.extend(lines), Settings("banqi"), fixed_variant=True)
    for line in ("protover 2", "accepted highlight", "new", "variant banqi", "sd 2", "force"):
        session.execute(line)
    assert session.current.game.deal is not None  # XBoard's referee
    session.execute("hard" if command == "hard" else "easy")
    session.execute("go" if command == "hard" else command)
    session.searcher.wait(0.2 if command == "analyze" else 20)  # analysis has no end
    session.searcher.stop_and_wait()
    if session.searches.task is not None:
        session.searches.finish(session.searches.task)
    session.searcher.stop_and_wait()
    assert copies
    assert all(game.deal is None for game in copies)


def test_only_xboard_s_game_has_a_deal():
    written: list[str] = []
    uci = Uci(open_inbox(), lambda *lines: written.extend(lines), Settings("banqi"))
    for line in ("uci", "ucinewgame", "setoption name UCI_Variant value banqi", "position startpos"):
        uci.execute(line)
        assert uci.current.game.deal is None
    cecp = Cecp(open_inbox(), lambda *lines: written.extend(lines), Settings("banqi"))
    for line in ("protover 2", "new", "variant banqi", "force", "usermove a1a1=rk"):
        cecp.execute(line)
        assert cecp.current.game.deal is None
    assert Task(THINK, cecp.current.game).game.deal is None
