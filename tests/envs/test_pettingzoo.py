"""The wrapper for PettingZoo passes PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle

import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

from oddfish.engine.variants import REGISTRY
from oddfish.envs import pettingzoo


@pytest.mark.one_a_family
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", REGISTRY)
def test_pettingzoos_tests_pass(variant: str) -> None:
    api_test(pettingzoo.env(variant), num_cycles=40)
    seed_test(lambda: pettingzoo.env(variant), num_cycles=10)


def test_illegal_actions_lose() -> None:
    env = pettingzoo.env("half-chess")
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    env.step(int((mask == 0).nonzero()[0][0]))
    assert env.rewards == {"player_0": -1, "player_1": 0}


def test_truncation() -> None:
    env = pettingzoo.VariantEnv("banqi", max_plies=5)
    env.reset(seed=3)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    assert all(env.truncations.values())
    assert not env.last()[0]["action_mask"].any()


def test_the_winner_is_rewarded() -> None:
    """1.d4 e5 2.Qd2 Ke7 3.Qf4 Ke6 4.Qxe5 mate in half-chess."""
    env = pettingzoo.VariantEnv("half-chess", render_mode="ansi")
    env.reset()
    for text in "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5".split():
        env.step(env._state.string_to_action(text))
    assert env._cumulative_rewards == {"player_0": 1, "player_1": -1}
    assert env.infos["player_0"]["reason"] == "checkmate"
    assert env.agent_selection == "player_1"
    assert env.render() == env._state.position().fen()


def test_a_game_that_is_over_at_once() -> None:
    """Both agents get their reward, as in any other game."""
    env = pettingzoo.env("normal", fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    env.reset()
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], termination, truncation, info = env.last()
        assert (termination, truncation, info["reason"]) == (True, False, "checkmate")
        env.step(None)
    assert rewards == {"player_0": 1, "player_1": -1}


def test_copies_go_on_in_the_same_way() -> None:
    env = pettingzoo.VariantEnv("banqi")
    env.reset(seed=5)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        for _ in range(20):
            action = int(other.last()[0]["action_mask"].nonzero()[0][-1])
            other.step(action)
            original.step(action)
        assert str(other._state) == str(original._state)


def test_the_name_is_the_variants_own() -> None:
    assert pettingzoo.VariantEnv("Half-Chess").metadata["name"] == "oddfish_half_chess_v0"


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="max_plies is 0"):
        pettingzoo.VariantEnv("banqi", max_plies=0)
    with pytest.raises(ValueError, match="render_mode is 'human'"):
        pettingzoo.VariantEnv("banqi", render_mode="human")
    with pytest.raises(ValueError, match="unknown variant"):
        pettingzoo.VariantEnv("draughts")
