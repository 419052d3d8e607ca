"""UCI sends the whole game with every position: continuing the current game only saves time."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game, MoveError
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.replay import Replay
from oddfish.protocols.settings import Settings
from support.dialogue import THINKING, moves_in
from support.pipes import CecpEngine, UciEngine


def random_game(variant: str, seed: int, plies: int) -> tuple[str, list[str]]:
    """A start position and up to so many random moves from it."""
    rng = random.Random(seed)
    game = Game(variant, seed=seed)
    while len(game.moves) < plies and game.result() is None:
        game.push(rng.choice(game.legal()))
    return game.positions[0].fen(), game.texts()


def state(replay: Replay, given: Settings, fen: str | None, texts: list[str]) -> object:
    """The result of a position command: every position of the game, or the error."""
    try:
        game = replay.game(given, fen, texts)
    except MoveError as error:
        return str(error)
    return [position.fen() for position in game.positions], game.texts(), game.options, game.result(), game.pending


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
@pytest.mark.quick(5)
def test_the_same_as_a_full_replay(variant: str, data: st.DataObject):
    """In any order: longer and shorter lists, other lines, other start positions, illegal moves."""
    given, replay = Settings(variant), Replay()
    games = [random_game(variant, seed, 12) for seed in data.draw(st.lists(st.integers(0, 99), min_size=1, max_size=2))]
    for _ in range(8):
        fen, texts = data.draw(st.sampled_from(games))
        texts = texts[: data.draw(st.integers(0, len(texts)))]
        fault = data.draw(st.sampled_from(["", "", "", "a1", "0000", "e2e9", "upper"]))
        if texts and fault:
            index = data.draw(st.integers(0, len(texts) - 1))
            texts[index] = texts[index].upper() if fault == "upper" else fault
        assert state(replay, given, fen, texts) == state(Replay(), given, fen, texts)


@pytest.mark.parametrize(
    ("variant", "option", "value", "move"),
    [
        ("augmented-half-chess", "WhiteArmy", "RF-CD-BW-QV", "e2e4"),
        ("banqi", "DarkCapture", "true", "a1a1=rk"),
        ("bifold-halfgi", "RoyalWazirs", "true", "e2e3"),
        ("tandem-84", "SwapCompounds", "true", "c2c3"),
    ],
)
def test_a_changed_option_begins_again(variant: str, option: str, value: str, move: str):
    given, replay = Settings(variant), Replay()
    before = replay.game(given, None, [move])
    assert given.set(option, value)
    given.new_game()
    after = replay.game(given, None, [move])
    assert after.options != before.options
    assert state(replay, given, None, [move]) == state(Replay(), given, None, [move])


def test_games_of_other_variants_and_new_armies_begin_again():
    given, replay = Settings("augmented-half-chess"), Replay()
    armies = set()
    for _ in range(8):
        given.new_game()
        armies.add(replay.game(given, None, ["e2e4"]).fen())
    assert len(armies) > 1
    given = Settings("half-chess")
    assert replay.game(given, None, ["e2e4"]).variant.name == "half-chess"


def test_the_caller_owns_the_returned_game():
    replay, given = Replay(), Settings("normal")
    game = replay.game(given, None, ["e2e4"])
    game.push("e7e5")
    assert replay.game(given, None, ["e2e4", "c7c5"]).texts() == ["e2e4", "c7c5"]


def test_only_what_is_new_is_played(monkeypatch: pytest.MonkeyPatch):
    """Moves shared with the last game are not made again, in upper or lower case."""
    replay, given, pushed = Replay(), Settings("normal"), []
    true_push = Game.push_move

    def push_move(game: Game, move: int) -> str:
        pushed.append(game.position.text(move))
        return true_push(game, move)

    monkeypatch.setattr(Game, "push_move", push_move)
    replay.game(given, None, ["e2e4", "e7e5"])
    assert replay.game(given, None, ["E2E4", "e7e5", "g1f3"]).texts() == ["e2e4", "e7e5", "g1f3"]
    assert replay.game(given, None, ["e2e4", "c7c5"]).texts() == ["e2e4", "c7c5"]
    assert pushed == ["e2e4", "e7e5", "g1f3", "c7c5"]


# Both protocols ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def uci() -> Iterator[UciEngine]:
    with UciEngine() as engine:
        yield engine


@pytest.fixture(scope="module")
def cecp() -> Iterator[CecpEngine]:
    with CecpEngine(clicks=False) as engine:
        yield engine


def uci_answer(engine: UciEngine, fen: str, texts: list[str], depth: int) -> tuple[str, ...]:
    """The depth, the score as in CECP, the nodes, and the move."""
    engine.send(f"position fen {fen} moves {' '.join(texts)}", f"go depth {depth}")
    *lines, best = engine.until("bestmove")
    words = [line.split() for line in lines if " pv " in line][-1]
    told = {name: words[words.index(name) + 1] for name in ("depth", "nodes", "cp", "mate") if name in words}
    score = int(told["cp"]) if "cp" in told else int(told["mate"])
    if "mate" in told:
        score += 100000 if score > 0 else -100000
    return told["depth"], str(score), told["nodes"], best.split()[1]


def cecp_answer(engine: CecpEngine, depth: int) -> tuple[str, ...]:
    engine.send(f"sd {depth}", "go")
    lines = engine.until("move ")
    depth_reached, score, _, nodes, *_ = [found for line in lines if (found := THINKING.match(line))][-1].groups()
    return depth_reached, score, nodes, *moves_in(lines)


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_both_protocols_answer_alike(uci: UciEngine, cecp: CecpEngine, variant: str):
    """In a game with one hash table, move by move: equal depths, scores, nodes and moves."""
    fen, texts = random_game(variant, 5, 8)
    depth = 3
    uci.send(f"setoption name UCI_Variant value {variant}", "ucinewgame")
    cecp.ask("new", f"variant {variant}", "easy", "post", "force", f"setboard {fen}", *texts)
    rng = random.Random(1)
    for _ in range(4):
        answer = uci_answer(uci, fen, texts, depth)
        assert answer == cecp_answer(cecp, depth)
        game = Game(variant, fen=fen)
        game.deal = None
        for text in texts:
            game.push(text)
        move = game.parse(answer[-1])
        outcome = rng.choice(game.position.outcomes(move))[0]
        texts.append(game.position.text(outcome))
        cecp.ask("force", *([f"usermove {texts[-1]}"] if outcome != move else []))
        if game.push_move(outcome) and game.result():
            break
    assert uci.errors == cecp.errors == []
