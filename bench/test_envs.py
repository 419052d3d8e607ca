"""Random play in environments: plies per second on one core, against PettingZoo's chess and OpenSpiel.

- "rollout": `VectorEnv.rollout`, 200 plies in each of 256 games per call.
- "steps": `VectorEnv.step_random`, one ply in each of 256 games per call, without masks and observations.
- "masks": the same with masks of legal actions.
- "masks, planes": the same with masks and observations as uint8.
- "state": one game from Python, as OpenSpiel is used: `legal_actions`, `apply_action` of a random one, `is_terminal`.

The peers also play one game from Python. OpenSpiel's states make no observations here; PettingZoo's `last` makes the
observation and the mask.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from race import Race, Runner

from oddfish.envs import VectorEnv
from oddfish.envs.open_spiel import load_game

GAMES = 256
KINDS: dict[str, dict[str, Any]] = {
    "rollout": {"observations": None, "masks": False},
    "steps": {"observations": None, "masks": False},
    "masks": {"observations": None},
    "masks, planes": {},
}
#: A variant of each family -> its peers: OpenSpiel's game, and PettingZoo's environment.
VARIANTS = {
    "normal": ("chess", "chess_v6"),
    "banqi": ("banqi", None),
    "fanorona-chess": (None, None),
    "bifold-halfgi": (None, None),
    "tandem-84": (None, None),
}
PEER_PLIES = 3000


def stepping(variant: str, kind: str, calls: int) -> tuple[Callable[[], int], int]:
    """Random play as a call, and the plies it must play."""
    env = VectorEnv(variant, GAMES, seed=1, **KINDS[kind])
    env.reset()
    env.rollout(100)  # so that the games are at different stages

    def steps() -> int:
        for _ in range(calls):
            env.step_random()
        return calls * GAMES

    if kind == "rollout":
        return lambda: env.rollout(calls).plies, calls * GAMES
    return steps, calls * GAMES


def play(state_of: Callable[[], Any], plies: int, rng: random.Random) -> int:
    """Play random games one after another, through the methods that our states and OpenSpiel's share."""
    state = state_of()
    for _ in range(plies):
        if state.is_terminal():
            state = state_of()
        if state.is_chance_node():
            kinds, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(kinds, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return plies


def open_spiel(name: str) -> Runner | None:
    """Random play in OpenSpiel from Python; None if it is not installed or does not know the game."""
    try:
        import pyspiel
    except ImportError:
        return None
    if name not in pyspiel.registered_names():
        return None
    game = pyspiel.load_game(name)

    def run() -> tuple[int, float]:
        begun = time.perf_counter()
        return play(game.new_initial_state, PEER_PLIES, random.Random(1)), time.perf_counter() - begun

    return run


def pettingzoo(name: str) -> Runner | None:
    """Random play in PettingZoo; None if it is not installed."""
    try:
        from importlib import import_module

        env = import_module(f"pettingzoo.classic.{name}").env()
    except ImportError:
        return None
    rng = random.Random(1)

    def run() -> tuple[int, float]:
        begun = time.perf_counter()
        env.reset(seed=1)
        plies = 300
        for _ in range(plies):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset(seed=1)
                observation = env.last()[0]
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
        return plies, time.perf_counter() - begun

    return run


def peers_of(variant: str) -> dict[str, tuple[Runner, int]]:
    spiel, zoo = VARIANTS[variant]
    runs = {
        "OpenSpiel, from Python": (open_spiel(spiel) if spiel else None, PEER_PLIES),
        "PettingZoo": (pettingzoo(zoo) if zoo else None, 300),
    }
    return {name: (run, plies) for name, (run, plies) in runs.items() if run is not None}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_steps(race: Race, variant: str, kind: str) -> None:
    ours, plies = stepping(variant, kind, 200 if kind == "rollout" else 40)
    race("random plies, many games", f"{variant}, {kind}", ours, plies, peers_of(variant), rounds=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_game_from_python(race: Race, variant: str) -> None:
    game, rng = load_game(variant), random.Random(1)
    peers = peers_of(variant)
    race("random plies, one game", variant, lambda: play(game.new_initial_state, 3000, rng), 3000, peers, rounds=11)
