"""Train a policy for Fanorona Chess, or any other variant, with numpy alone, and let it play against random moves.

    pip install oddfish[envs]
    python examples/train_policy.py
    python examples/train_policy.py half-chess --batches 10000 --save half-chess.npz

``VectorEnv`` plays random games, and a small network learns from them how each position ended. The policy looks one ply
ahead: it plays the action after which the network likes the opponent's position least. Then the network learns from
games of this policy too, whose positions random games do not reach.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from oddfish.envs import VectorEnv
from oddfish.envs.open_spiel import State, load_game

Floats = NDArray[np.float32]

#: A result counts less the longer it takes, so that the policy prefers the shorter way to win.
DISCOUNT = 0.99
#: Keep one position every this many plies.
STRIDE = 8


class Network:
    """The value of positions for the player to move, from -1 to 1: one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator):
        scale = np.sqrt(2 / inputs)
        self.weights: list[Floats] = [
            (rng.standard_normal((inputs, hidden)) * scale).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal(hidden) / np.sqrt(hidden)).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self._means = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def values(self, inputs: Floats) -> Floats:
        """[n] values of [n, inputs]."""
        first, bias, second, offset = self.weights
        return np.tanh(np.maximum(inputs @ first + bias, 0) @ second + offset)

    def learn(self, inputs: Floats, wanted: Floats, rate: float) -> float:
        """Take a step towards the wanted values; returns the mean squared error before it."""
        first, bias, second, offset = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        values = np.tanh(hidden @ second + offset)
        slope = (values - wanted) * (1 - values**2) * 2 / len(wanted)
        below = np.outer(slope, second) * (hidden > 0)
        gradients = [inputs.T @ below, below.sum(0), hidden.T @ slope, slope.sum(keepdims=True)]
        self._steps += 1
        size = rate * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, mean, square in zip(self.weights, gradients, self._means, self._squares):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= size * mean / (np.sqrt(square) + 1e-8)
        return float(((values - wanted) ** 2).mean())


def random_games(variant: str, games: int, plies: int, seed: int) -> tuple[NDArray[np.float16], Floats]:
    """Positions of random games, flat, and how they ended for the player to move: 1, -1, or 0 for a draw, discounted.

    Games that have not ended are left out.
    """
    env = VectorEnv(variant, games, seed=seed, observations=np.float32, masks=False)
    env.reset()
    assert env.observations is not None
    kept, players = [], []
    results, ends = np.zeros((plies, games), np.float32), np.zeros((plies, games), bool)
    for ply in range(plies):
        if ply % STRIDE == 0:
            kept.append(env.observations.reshape(games, -1).astype(np.float16))
            players.append(env.players.copy())
        env.step_random()
        results[ply], ends[ply] = env.rewards[:, 0], env.terminations
    value, ended, wanted = np.zeros(games, np.float32), np.zeros(games, bool), []
    for ply in reversed(range(plies)):
        value = np.where(ends[ply], results[ply], value * DISCOUNT)
        ended |= ends[ply]
        if ply % STRIDE == 0:
            side = players[ply // STRIDE]
            wanted.append(np.where(ended, np.where(side == 0, value, -value), np.nan))
    labels = np.concatenate(wanted[::-1]).astype(np.float32)
    known = ~np.isnan(labels)
    return np.concatenate(kept)[known], labels[known]


def best_action(network: Network, state: State) -> int:
    """The action after which the network likes the position least for the opponent."""
    actions = state.legal_actions()
    children = [state.child(action) for action in actions]
    player = state.current_player()
    scores = np.empty(len(actions), np.float32)
    seen = np.empty((len(actions), *state.observation_shape), np.float32)
    for index, child in enumerate(children):
        if child.is_terminal():
            seen[index] = 0
        else:
            child.observe(1 - player, seen[index])
    scores[:] = -network.values(seen.reshape(len(actions), -1))
    for index, child in enumerate(children):
        if child.is_terminal():
            scores[index] = 2 * child.player_return(player)
    return actions[int(scores.argmax())]


def next_action(network: Network, state: State, chance: float, rng: np.random.Generator) -> int:
    """The action to apply. The game draws it at chance nodes; otherwise it is random with probability ``chance``, else
    the best one."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        return int(rng.choice(outcomes, p=chances))
    if rng.random() < chance:
        return int(rng.choice(state.legal_actions()))
    return best_action(network, state)


def policy_games(
    network: Network, variant: str, games: int, rng: np.random.Generator
) -> tuple[NDArray[np.float16], Floats]:
    """As :func:`random_games`, but one or both sides follow the policy, with some random moves among them."""
    game = load_game(variant, seed=int(rng.integers(2**32)))
    seen: list[NDArray[np.float16]] = []
    wanted: list[float] = []
    for _ in range(games):
        state = game.new_initial_state()
        chances = rng.permutation([0.2, rng.choice([0.2, 1])])
        kept = []
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0 and rng.random() < 1 / STRIDE:
                kept.append((state.move_number(), player))
                seen.append(state.observation_tensor(player).astype(np.float16))
            state.apply_action(next_action(network, state, chances[player], rng))
        last = state.move_number()
        wanted += [state.player_return(player) * DISCOUNT ** (last - ply) for ply, player in kept]
    return np.array(seen), np.array(wanted, np.float32)


def play_random(network: Network, variant: str, games: int, rng: np.random.Generator) -> tuple[int, int, int]:
    """Games won, drawn and lost against random moves; each side begins half of them."""
    counts = [0, 0, 0]
    game = load_game(variant)
    for number in range(games):
        state, ours = game.new_initial_state(), number % 2
        while not state.is_terminal():
            state.apply_action(next_action(network, state, float(state.current_player() != ours), rng))
        counts[1 - int(state.player_return(ours))] += 1
    return counts[0], counts[1], counts[2]


def learn(
    network: Network, inputs: NDArray[np.float16], wanted: Floats, batches: int, rng: np.random.Generator
) -> None:
    """Learn from random batches of positions."""
    errors = []
    for _ in range(batches):
        batch = rng.integers(len(wanted), size=512)
        errors.append(network.learn(inputs[batch].astype(np.float32), wanted[batch], 0.001))
    print(f"{batches} batches: mean squared error {np.mean(errors[-500:]):.3f}", flush=True)


def train(variant: str, batches: int = 5000, seed: int = 1, hidden: int = 64) -> Network:
    """Learn from random games, then from games of the policy as well."""
    rng = np.random.default_rng(seed)
    inputs, wanted = random_games(variant, 512, 2000, seed)
    print(f"{len(wanted)} positions of random games", flush=True)
    network = Network(inputs.shape[1], hidden, rng)
    learn(network, inputs, wanted, batches * 6 // 10, rng)
    for _ in range(2):
        more, results = policy_games(network, variant, 200, rng)
        print(f"{len(results)} positions of the policy's games", flush=True)
        # They are few, so each counts several times.
        inputs, wanted = np.concatenate([inputs, *[more] * 3]), np.concatenate([wanted, *[results] * 3])
        learn(network, inputs, wanted, batches * 2 // 10, rng)
    return network


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", nargs="?", default="fanorona-chess")
    parser.add_argument("--batches", type=int, default=5000, help="of 512 positions, to learn from")
    parser.add_argument("--games", type=int, default=100, help="played against random moves at the end")
    parser.add_argument("--save", metavar="FILE", help="write the weights to an .npz file")
    arguments = parser.parse_args()
    begun = time.monotonic()
    trained = train(arguments.variant, arguments.batches)
    print(f"trained for {time.monotonic() - begun:.0f} s")
    won, drawn, lost = play_random(trained, arguments.variant, arguments.games, np.random.default_rng(0))
    print(f"against random moves: won {won}, drawn {drawn}, lost {lost} ({won / arguments.games:.0%} won)")
    if arguments.save:
        np.savez(arguments.save, *trained.weights)
