"""Many games at once: reproducible, independent of threads, in the caller's arrays, without accepting garbage."""

from __future__ import annotations

import doctest
import random
import threading
from typing import Any

import numpy as np
import pytest

from oddfish.cext.envs.vector import Games, reason_text
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.envs import IllegalActionError, VectorEnv, open_spiel, vector
from oddfish.envs.games import encoding_of
from oddfish.envs.open_spiel import load_game


def snapshot(env: VectorEnv) -> list[Any]:
    outputs = (env.rewards, env.terminations, env.truncations, env.players, env.reasons, env.actions)
    arrays = (env.observations, env.masks, *outputs)
    return [*(array.copy() for array in arrays if array is not None), *map(env.fen, range(env.games))]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_games_are_reproducible_whatever_the_threads(variant: str) -> None:
    envs = [
        VectorEnv(variant, 13, seed=4, max_plies=70),
        VectorEnv(variant, 13, seed=4, max_plies=70, threads=3),
        VectorEnv(variant, 13, seed=4, max_plies=70),
    ]
    for env in envs:
        env.reset()
    for _ in range(100):
        envs[0].step_random()
        envs[1].step_random()
        envs[2].step(envs[0].actions)
        assert same(snapshot(envs[0]), snapshot(envs[1]))
        assert same(snapshot(envs[0]), snapshot(envs[2]))
    other = VectorEnv(variant, 13, seed=4, max_plies=70, threads=2)
    other.reset()
    counts = other.rollout(100)
    assert counts.plies == 1300
    assert counts.truncated >= 1
    assert other.observations is not None and envs[0].observations is not None
    assert (other.observations == envs[0].observations).all()
    assert (other.masks == envs[0].masks).all()
    envs[1].close()
    other.close()


def test_a_game_does_not_depend_on_its_neighbours() -> None:
    """Its random numbers depend only on the seed and its number."""
    few, many = VectorEnv("banqi", 2, seed=9), VectorEnv("banqi", 50, seed=9)
    for env in (few, many):
        env.reset()
        env.rollout(500)
    assert [few.fen(i) for i in range(2)] == [many.fen(i) for i in range(2)]
    assert len({many.fen(i) for i in range(50)}) == 50


def test_seeds() -> None:
    env = VectorEnv("banqi", 4, seed=1)
    env.reset()
    env.rollout(30)
    first = snapshot(env)
    env.reset(seed=1)
    env.rollout(30)
    assert same(snapshot(env), first)
    env.reset()
    env.rollout(30)
    assert not same(snapshot(env), first)


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_observations_and_masks_are_those_of_states(variant: str) -> None:
    """Both kinds of observation; no trace of earlier positions remains."""
    env = VectorEnv(variant, 3, seed=6, max_plies=90)
    floats = VectorEnv(variant, 3, seed=6, max_plies=90, observations=np.float32)
    env.reset()
    floats.reset()
    assert env.observation_shape == floats.observations.shape[1:]
    assert len(env.plane_names) == env.observation_shape[0]
    game = load_game(variant, seed=1)
    for step in range(200):
        for i in range(3):
            legal = env.legal_actions(i)
            assert env.masks[i].nonzero()[0].tolist() == legal
            assert set(np.unique(env.masks[i])) == {0, 1}
            if step % 20 == 0 and not env.position(i).has_chance:
                state = game.new_initial_state(env.fen(i))
                planes = state.observation_tensor().reshape(env.observation_shape)
                assert (planes[:-1] == floats.observations[i][:-1]).all()
                assert state.legal_actions() == legal
        boards = [set(np.unique(plane)) <= {0, 1} for plane in env.observations[:, 0]]
        assert all(boards)
        assert ((env.observations != 0) == (floats.observations != 0)).all()
        env.step_random()
        floats.step_random()


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_final_observations(variant: str, kind: Any) -> None:
    """They are those of an environment whose games wait for a reset."""
    common: dict[str, Any] = {"seed": 6, "max_plies": 40, "observations": kind}
    env = VectorEnv(variant, 5, threads=2, final_observations=True, **common)
    waiting = VectorEnv(variant, 5, auto_reset=False, **common)
    env.reset()
    waiting.reset()
    ended = 0
    for _ in range(90):
        env.step_random()
        waiting.step(env.actions)
        over = env.terminations | env.truncations
        assert (over == (waiting.terminations | waiting.truncations)).all()
        assert env.final_observations is not None and env.final_players is not None
        assert env.observations is not None and waiting.observations is not None
        assert (env.final_observations[over] == waiting.observations[over]).all()
        assert (env.final_players[over] == waiting.players[over]).all()
        waiting.reset(over)
        assert (env.observations == waiting.observations).all()
        ended += over.sum()
    assert ended >= 10
    env.close()


def test_final_observations_in_the_callers_array() -> None:
    plain = VectorEnv("normal", 2, seed=1)
    assert plain.final_observations is None and plain.final_players is None
    own = np.full((2, *plain.observation_shape), 7, np.uint8)
    env = VectorEnv("normal", 2, seed=1, max_plies=3, final_observations=own)
    env.reset()
    env.rollout(2)
    assert (own == 7).all()
    env.step_random()
    assert env.truncations.all() and env.final_observations is own and not (own == 7).any()
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"final_observations": own, "observations": None}, "need observations and auto_reset"),
        ({"final_observations": True, "auto_reset": False}, "need observations and auto_reset"),
        ({"final_observations": own, "observations": own}, "share memory"),
        ({"final_observations": own[:1]}, "final_observations"),
    )
    for arguments, message in wrong:
        with pytest.raises(ValueError, match=message):
            VectorEnv("normal", 2, **arguments)
    with pytest.raises(TypeError):
        VectorEnv("normal", 2, final_observations=own, observations=np.float32)


def test_random_actions_are_uniform() -> None:
    """Chi-squared over White's twenty first moves, far from its 99.99 % quantile of 52."""
    env = VectorEnv("normal", 20000, seed=2, observations=None, masks=False)
    env.reset()
    env.step_random()
    counts = np.unique(env.actions, return_counts=True)[1]
    assert len(counts) == 20
    assert ((counts - 1000) ** 2 / 1000).sum() < 52


def test_flips_are_drawn_from_the_pool() -> None:
    """The first flip shows each piece as often as it is in the set."""
    env = VectorEnv("banqi", 32000, seed=3, observations=None, masks=False)
    env.reset()
    env.step_random()
    pieces: dict[str, int] = {}
    for i in range(0, 32000, 10):
        shown = env.fen(i).split("[")[0].strip("X/12345678")
        letter = next(c for c in env.fen(i).split("[")[0] if c.isalpha() and c != "X")
        assert shown.count(letter) == 1
        pieces[letter] = pieces.get(letter, 0) + 1
    expected = {"k": 1, "g": 2, "m": 2, "r": 2, "n": 2, "c": 2, "p": 5}
    assert sum((pieces[c] - 100 * n) ** 2 / (100 * n) for k, n in expected.items() for c in (k, k.upper())) < 45


def test_banqi_shows_public_information_only() -> None:
    """Two games with the same visible history have the same observations and masks, although different pieces turn up
    later. No position knows the face-down pieces."""
    ones, others = VectorEnv("banqi", 300, seed=1), VectorEnv("banqi", 300, seed=2)
    ones.reset()
    others.reset()
    assert (ones.observations == others.observations).all()
    first = [ones.action(0, "a1a1")] * 300
    ones.step(first)
    others.step(first)
    seen: dict[str, Any] = {}
    for env in (ones, others):
        for i in range(300):
            kept = seen.setdefault(env.fen(i), (env.observations[i].copy(), env.masks[i].copy()))
            assert (kept[0] == env.observations[i]).all()
            assert (kept[1] == env.masks[i]).all()
    assert len(seen) == 14
    second = [ones.action(0, "d8d8")] * 300
    ones.step(second)
    others.step(second)
    later: dict[str, set[str]] = {}
    for env in (ones, others):
        for i in range(300):
            later.setdefault(env.fen(i).split("/")[-1][:1], set()).add(env.fen(i))
    assert all(len(futures) > 5 for futures in later.values())


def test_masks_stay_right_when_games_are_reset() -> None:
    env = VectorEnv("halfgi", 8, seed=5, max_plies=31)
    env.reset()
    rng = random.Random(4)
    for step in range(120):
        env.step_random()
        if step % 7 == 0:
            env.reset(np.array([rng.random() < 0.5 for _ in range(8)]))
        for i in range(8):
            assert env.masks[i].nonzero()[0].tolist() == env.legal_actions(i)


def test_auto_reset() -> None:
    env = VectorEnv("normal", 2, fens=["k7/8/1QK5/8/8/8/8/8 w - - 0 1"], seed=1)
    env.reset()
    mate = env.action(0, "b6b7")
    env.step([mate, env.action(1, "b6b1")])
    assert env.terminations.tolist() == [True, False]
    assert env.rewards.tolist() == [[1, -1], [0, 0]]
    assert [env.reason(0), env.reason(1)] == ["checkmate", ""]
    assert env.players.tolist() == [0, 1]
    assert env.fen(0) == "k7/8/1QK5/8/8/8/8/8 w - - 0 1"
    assert env.plies(0) == 0
    env.step([env.action(0, "b6b1"), env.legal_actions(1)[0]])
    assert not env.terminations.any()
    assert not env.rewards.any()


def test_finished_games_wait_without_auto_reset() -> None:
    env = VectorEnv("normal", 2, fens=["k7/8/1QK5/8/8/8/8/8 w - - 0 1"], auto_reset=False, seed=1)
    env.reset()
    env.step([env.action(0, "b6b7"), env.action(1, "b6b1")])
    over = env.fen(0)
    env.step([-7, env.legal_actions(1)[0]])
    assert env.fen(0) == over
    assert env.terminations.tolist() == [True, False]
    assert env.rewards.tolist() == [[0, 0], [0, 0]]
    assert env.legal_actions(0) == []
    env.step_random()
    env.reset(np.array([True, False]))
    assert env.terminations.tolist() == [False, False]
    assert env.legal_actions(0)


def test_truncation() -> None:
    env = VectorEnv("fanorona-chess", 3, max_plies=10, auto_reset=False)
    env.reset()
    for _ in range(10):
        assert not env.truncations.any()
        env.step_random()
    assert env.truncations.all()
    assert not env.terminations.any()
    assert not env.masks.any()


def test_several_start_positions() -> None:
    fens = ["k7/8/1QK5/8/8/8/8/8 w - - 0 1", "k7/8/2K5/8/8/8/8/1Q6 b - - 0 1"]
    env = VectorEnv("normal", 40, fens=fens, seed=1)
    env.reset()
    assert {env.fen(i) for i in range(40)} == set(fens)
    env = VectorEnv("augmented-chess", 40, seed=1, starts=5)
    env.reset()
    assert 1 < len({env.fen(i) for i in range(40)}) <= 5


def test_arrays_of_the_caller() -> None:
    shape = VectorEnv("half-chess").observation_shape
    mine = {
        "observations": np.full((2, *shape), 9, np.uint8),
        "masks": np.full((2, 1880), True),
        "rewards": np.full((2, 2), 9, np.float32),
        "terminations": np.full(2, 9, np.uint8),
        "truncations": np.full(2, True),
    }
    env = VectorEnv("half-chess", 2, seed=1, **mine)
    env.reset()
    twin = VectorEnv("half-chess", 2, seed=1)
    twin.reset()
    for _ in range(50):
        env.step_random()
        twin.step_random()
        for name, array in mine.items():
            assert getattr(env, name) is array
            assert np.array_equal(array, getattr(twin, name))


# Bad input -----------------------------------------------------------------------------------------------------


def wrong_arrays() -> list[tuple[str, Any, type[Exception], str]]:
    locked = np.zeros((2, 2), np.float32)
    locked.flags.writeable = False
    return [
        ("rewards", locked, ValueError, "rewards is not contiguous, or read-only"),
        ("rewards", np.zeros((2, 2)), TypeError, "rewards has dtype float64, expected float32"),
        ("rewards", np.zeros((3, 2), np.float32), ValueError, r"rewards has shape \(3, 2\), expected \(2, 2\)"),
        ("rewards", np.zeros((2, 4), np.float32)[:, ::2], ValueError, "rewards is not contiguous"),
        ("rewards", np.zeros((2, 2), ">f4"), TypeError, "rewards has dtype >f4"),
        ("rewards", [[0, 0], [0, 0]], TypeError, "rewards is of type list"),
        ("masks", np.zeros((2, 1879), np.uint8), ValueError, "masks has shape"),
        ("masks", np.zeros((2, 1880), np.int8), TypeError, "masks has dtype int8, expected bool or uint8"),
        ("masks", 3, TypeError, "masks is of type int"),
        ("observations", np.zeros((2, 20, 8, 8), np.float64), TypeError, "observations has dtype float64"),
        ("observations", np.float16, TypeError, "observations has dtype float16"),
        ("observations", np.zeros((2, 20, 64), np.uint8), ValueError, "observations has shape"),
        ("terminations", np.zeros((2, 1), bool), ValueError, "terminations has shape"),
        ("truncations", np.zeros(2, object), TypeError, "truncations has dtype object"),
        ("games", 0, ValueError, "games is 0"),
        ("games", 2.0, TypeError, "games is of type float"),
        ("games", 2**40, ValueError, "games is"),
        ("threads", 0, ValueError, "threads is 0"),
        ("seed", -1, ValueError, "seed is -1"),
        ("seed", "x", TypeError, "seed is of type str"),
        ("max_plies", 0, ValueError, "max_plies is 0"),
        ("illegal", "ignore", ValueError, "illegal is 'ignore'"),
        ("fens", [], ValueError, "fens is empty"),
        ("fens", "8/8", TypeError, "fens: expected a sequence"),
        ("fens", ["8/8"], ValueError, "rank"),
        ("fens", ["k1K5/1Q6/8/8/8/8/8/8 b - - 0 1"], ValueError, "the game is over"),
        ("options", {"Nothing": 1}, ValueError, "Nothing"),
        ("starts", 0, ValueError, "starts is 0"),
        ("variant", "draughts", ValueError, "unknown variant"),
    ]


@pytest.mark.parametrize(("name", "value", "error", "message"), wrong_arrays())
def test_wrong_arguments(name: str, value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VectorEnv(**{"variant": "half-chess", "games": 2, name: value})


def test_arrays_must_not_overlap() -> None:
    both = np.zeros((2, 1880), np.uint8)
    with pytest.raises(ValueError, match="share memory"):
        VectorEnv("half-chess", 2, masks=both, terminations=both[:1, :2].reshape(2))


def test_illegal_actions_change_nothing() -> None:
    env = VectorEnv("half-chess", 3, seed=1)
    env.reset()
    good = [env.legal_actions(i)[0] for i in range(3)]
    before = snapshot(env)
    for wrong in (-1, 1880, 2**62, -(2**63), next(a for a in range(1880) if not env.masks[2, a])):
        with pytest.raises(IllegalActionError, match=f"game 2: action {wrong} is not legal") as caught:
            env.step([*good[:2], wrong])
        assert (caught.value.game, caught.value.action) == (2, wrong)
        assert same(snapshot(env), before)
    with pytest.raises(IllegalActionError):
        env.step(np.array([*good[:2], 2**64 - 1], np.uint64))
    env.step(good)


def test_illegal_actions_may_lose() -> None:
    env = VectorEnv("half-chess", 2, seed=1, illegal="lose")
    env.reset()
    env.step([env.legal_actions(0)[0], -5])
    assert env.rewards.tolist() == [[0, 0], [-1, 1]]
    assert env.terminations.tolist() == [False, True]
    assert env.reason(1) == ""
    assert env.plies(1) == 0
    assert env.masks[1].sum() == 20


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (None, TypeError), ("ab", TypeError), ([1.0, 2.0], TypeError), ([True, False], TypeError),
        ([1], ValueError), ([1, 2, 3], ValueError), ([[1, 2]], ValueError), ([[1], [2]], ValueError), (5, ValueError),
        ([None, 1], TypeError), ([2**70, 1], TypeError), (np.zeros(2, "V8"), TypeError), ([], (TypeError, ValueError)),
    ],
)  # fmt: skip
def test_wrong_actions(actions: Any, error: type[Exception]) -> None:
    env = VectorEnv("half-chess", 2, seed=1)
    env.reset()
    before = snapshot(env)
    with pytest.raises(error):
        env.step(actions)
    assert same(snapshot(env), before)


def test_calls_out_of_order() -> None:
    env = VectorEnv("half-chess", 2, seed=1)
    for call in (env.step_random, lambda: env.step([0, 0]), lambda: env.rollout(1), lambda: env.fen(0)):
        with pytest.raises(RuntimeError, match="call reset first"):
            call()
    with pytest.raises(RuntimeError, match="the first reset"):
        env.reset(np.array([True, False]))
    env.reset()
    with pytest.raises(ValueError, match="which has shape"):
        env.reset(np.array([True]))
    with pytest.raises(TypeError, match="which has dtype"):
        env.reset(np.array([1, 0]))
    with pytest.raises(ValueError, match="game is 2"):
        env.fen(2)
    with pytest.raises(ValueError, match="steps is 0"):
        env.rollout(0)
    with pytest.raises(ValueError, match="reason 77"):
        reason_text(77)
    with env:
        pass
    with pytest.raises(RuntimeError):
        env.step_random()


def test_the_class_below_refuses_garbage() -> None:
    """`Games` checks what could otherwise crash the interpreter."""
    start = get_variant("normal").start({}, random.Random(1))
    games = Games(encoding_of(start), [start], 2, 0, True)
    with pytest.raises(RuntimeError, match="no arrays"):
        games.reset(None)
    arrays = [np.zeros((2, 2), np.float32), np.zeros(2, bool), np.zeros(2, bool), np.zeros(2, np.uint8)]
    arrays += [np.zeros(2, np.int8), np.zeros(2, np.int32)]
    for wrong in range(6):
        for junk in (None, 5, b"xx", np.zeros(3), np.zeros(1, np.uint8), "x"):
            with pytest.raises((TypeError, ValueError)):
                games.attach(None, None, None, *(junk if i == wrong else each for i, each in enumerate(arrays)))
    games.attach(None, None, None, *arrays)
    for call in (lambda: games.advance(0, 2, True, 1), lambda: games.advance(-1, 2, False, 1)):
        with pytest.raises(ValueError, match="have not begun"):
            call()
    with pytest.raises(RuntimeError, match="the first reset"):
        games.reset(np.ones(2, np.uint8))
    with pytest.raises(ValueError, match="3 flags for 2 games"):
        games.reset(np.ones(3, np.uint8))
    games.reset(None)
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        games.choose(np.zeros(1, np.int64), False)
    for index in (-1, 2, 10**6):
        with pytest.raises(IndexError):
            games.position(index)
    for call in (lambda: games.advance(0, 2, False, 1), games.release):
        with pytest.raises(RuntimeError, match="call hold first"):
            call()
    games.hold()
    assert games.advance(0, 2, False, 1)[:3] == (2, 0, 2)  # without an action, the mover loses
    for held in (games.hold, lambda: games.position(0), lambda: games.seed(1), lambda: games.reset(None)):
        with pytest.raises(RuntimeError, match="another thread"):
            held()
    games.release()
    for junk in ([], [None], [3], [start, None]):
        with pytest.raises((TypeError, IndexError, ValueError)):
            Games(encoding_of(start), junk, 2, 0, True)  # type: ignore[arg-type]


def test_two_threads_cannot_step_the_same_games() -> None:
    env = VectorEnv("normal", 64, seed=1, observations=None, masks=False)
    env.reset()
    errors: list[Exception] = []

    def play() -> None:
        for _ in range(20):
            try:
                env.rollout(200)
            except RuntimeError as error:
                errors.append(error)

    players = [threading.Thread(target=play) for _ in range(3)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    assert all("another thread" in str(error) for error in errors)
    env.rollout(1)


def test_examples_in_the_docstrings() -> None:
    from oddfish.envs import pettingzoo

    for module in (vector, open_spiel, pettingzoo):
        failed, tried = doctest.testmod(module)
        assert tried
        assert not failed
