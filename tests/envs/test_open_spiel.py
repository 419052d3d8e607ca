"""States with the names of OpenSpiel's."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from oddfish.engine.variants import REGISTRY
from oddfish.envs import IllegalActionError
from oddfish.envs.open_spiel import CHANCE_PLAYER, TERMINAL_PLAYER, State, load_game


def random_playout(state: State, rng: random.Random, plies: int = 10**6) -> State:
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("variant", REGISTRY)
def test_copies_are_independent_and_replay(variant: str) -> None:
    rng = random.Random(3)
    state = random_playout(load_game(variant, seed=1).new_initial_state(), rng, 16)
    before, tensor = (str(state), state.history(), state.legal_actions()), state.observation_tensor(0)
    others = [state.clone(), copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state))]
    for other in others:
        assert type(other) is State
        assert (str(other), other.history(), other.legal_actions()) == before
        assert (other.observation_tensor(0) == tensor).all()
        random_playout(other, rng, 30)
    assert (str(state), state.history(), state.legal_actions()) == before
    action = state.legal_actions()[0]
    child = state.child(action)
    assert child.history() == [*state.history(), action]
    assert child.move_number() == state.move_number() + 1


def test_games_can_be_copied_and_pickled() -> None:
    game = load_game("augmented-half-chess", {"WhiteArmy": "RF-CD-BW-QV"}, seed=4)
    for same in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (same.variant, same.options) == (game.variant, game.options)
        assert same.num_distinct_actions() == game.num_distinct_actions()
    same = pickle.loads(pickle.dumps(game))
    for _ in range(3):  # the same armies are drawn
        assert str(same.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize("variant", ["normal", "banqi", "fanorona-chess", "halfgi"])
def test_games_end(variant: str) -> None:
    state = random_playout(load_game(variant).new_initial_state(), random.Random(11))
    assert state.current_player() == TERMINAL_PLAYER
    assert state.legal_actions() == []
    assert state.reason
    assert sum(state.returns()) == 0 == sum(state.rewards())
    assert state.player_return(0) == -state.player_return(1)
    with pytest.raises(IllegalActionError):
        state.apply_action(0)


def test_chance_nodes() -> None:
    state = load_game("banqi").new_initial_state()
    assert not state.is_chance_node()
    with pytest.raises(ValueError, match="not a chance node"):
        state.chance_outcomes()
    state.apply_action(state.string_to_action("b3b3"))
    assert state.is_chance_node()
    assert state.current_player() == CHANCE_PLAYER
    assert not state.is_player_node()
    outcomes = dict(state.chance_outcomes())
    assert sorted(outcomes) == state.legal_actions() == list(range(14))
    assert sum(outcomes.values()) == pytest.approx(1)
    assert outcomes[0] == pytest.approx(1 / 32)
    assert outcomes[6] == pytest.approx(5 / 32)
    assert state.legal_actions(0) == []
    assert state.legal_actions_mask().tolist() == [1] * 14
    assert state.action_to_string(-1, 0) == "b3b3=rk"
    assert state.string_to_action("b3b3=bp") == 13
    with pytest.raises(IllegalActionError):
        state.apply_action(14)
    state.apply_action(13)
    assert state.position().fen().split()[2] == "b"
    assert state.current_player() == 1


def test_a_flip_of_the_last_piece_is_a_chance_node_too() -> None:
    state = load_game("banqi").new_initial_state("X3/4/4/4/4/4/4/M3[k] w r 0 90")
    state.apply_action(state.string_to_action("a8a8"))
    assert state.chance_outcomes() == [(7, 1.0)]
    state.apply_action(7)
    assert str(state) == "k3/4/4/4/4/4/4/M3[] b r 0 90"


def test_masks_and_tensors() -> None:
    game = load_game("half-chess")
    state = game.new_initial_state()
    mask = state.legal_actions_mask()
    assert mask.shape == (game.num_distinct_actions(),)
    assert mask.nonzero()[0].tolist() == state.legal_actions() == state.legal_actions(0)
    assert not state.legal_actions_mask(1).any()
    assert state.observation_tensor().size == game.observation_tensor_size()
    assert (state.observation_tensor() == state.observation_tensor(0)).all()
    assert (state.information_state_tensor() == state.observation_tensor()).all()
    assert state.observation_tensor().max() <= 1
    assert game.observation_tensor_shape() == [20, 8, 8]
    assert game.max_chance_outcomes() == 0
    assert (game.num_players(), game.min_utility(), game.max_utility(), game.utility_sum()) == (2, -1, 1, 0)


@pytest.mark.parametrize("action", [-1, 10**6, 2**40, -(2**70), 0])
def test_illegal_actions_change_nothing(action: int) -> None:
    state = load_game("half-chess").new_initial_state()
    before = str(state)
    with pytest.raises(IllegalActionError, match=f"action {action} is not legal"):
        state.apply_action(action)
    with pytest.raises(IllegalActionError):
        state.action_to_string(action)
    assert (str(state), state.history()) == (before, [])


@pytest.mark.parametrize("junk", [None, "e2e4", 1.5, [1], object()])
def test_invalid_actions_are_refused(junk: object) -> None:
    state = load_game("half-chess").new_initial_state()
    with pytest.raises(TypeError):
        state.apply_action(junk)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        State(junk, junk, junk)  # type: ignore[arg-type]
    with pytest.raises((TypeError, BufferError)):
        state.observe(0, junk)


def test_observing_into_wrong_buffers() -> None:
    state = load_game("half-chess").new_initial_state()
    shape = state.observation_shape
    for out in (np.zeros(shape), np.zeros(shape, np.int32), np.zeros(5, np.float32)):
        with pytest.raises(ValueError, match="expected 1280 numbers of type float32"):
            state.observe(0, out)
    locked = np.zeros(shape, np.float32)
    locked.flags.writeable = False
    with pytest.raises((ValueError, BufferError)):
        state.observe(0, locked)
    with pytest.raises(ValueError, match="cannot be written"):
        state.observe(0, bytes(8))
    with pytest.raises(ValueError, match="colour"):
        state.observe(2, np.zeros(shape, np.float32))


def test_strings() -> None:
    state = load_game("normal").new_initial_state()
    state.apply_action(state.string_to_action("e2e4"))
    assert state.history_str() == "322"
    assert state.observation_string() == str(state) == state.position().fen()
    assert state.information_state_string().endswith("w KQkq - 0 1 | 322")
    assert repr(state).startswith("<State of normal: ")
    assert state.get_game().variant == "normal"
