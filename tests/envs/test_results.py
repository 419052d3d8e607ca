"""Environments play by the rules: legal moves, turns and results are those of the referee, `Game`."""

from __future__ import annotations

from typing import Any

import pytest

from oddfish.engine.game import Game, Result
from oddfish.engine.variants import REGISTRY
from oddfish.envs import VectorEnv

pytestmark = pytest.mark.sampled(3)

#: Positions near draws: the move rule, repetition, few pieces.
NEAR_DRAWS = {
    "normal": ["8/8/4k3/8/8/3QK3/8/8 w - - 80 90", "k7/8/8/8/8/8/8/KN1n4 w - - 0 1"],
    "halfgi": ["k7/8/8/8/8/8/8/K6R[] w - - 90 60", "k7/8/8/8/8/8/8/K6R[] b - - 0 1"],
    "fanorona-chess": ["2k2/5/5/5/5/5/5/5/2K2 w - - 0 1", "2k2/5/5/5/5/5/5/5/2K2 w Kk - 80 60"],
    "banqi": ["1g2/4/4/4/4/4/4/M3[] w r 170 200", "k3/4/4/4/4/4/4/M3[] w b 0 90"],
    "bifold-halfgi": ["(wf)7/8/8/8/8/8/8/7(WF)[] w - - 0 1"],
    "tandem-84": ["12/12/k11/12/12/12/4K1R5 w - - 2 95 120", "12/12/k11/12/12/12/4K1R5 w - - 2 0 1"],
}


class Referee:
    """A `Game` that follows one game of an environment."""

    def __init__(self, env: VectorEnv, index: int, variant: str, options: dict[str, Any], fen: str):
        self.env, self.index = env, index
        self.game = Game(variant, options, fen)
        self.game.deal = None
        self.parts: list[str] = []
        self.before = env.position(index)

    def check_before(self) -> None:
        """Each action stands for exactly one legal move."""
        legal = self.env.legal_actions(self.index)
        assert len(set(legal)) == len(legal) == self.before.count()
        assert self.env.masks is not None
        assert self.env.masks[self.index].nonzero()[0].tolist() == legal
        if not self.parts and not self.game.position.has_turns:
            assert len(legal) == len(self.game.legal_moves())

    def follow(self) -> Result | None:
        """Play the action just made, and return the result; inside a turn there is none."""
        after, game = self.env.position(self.index), self.game
        text = self.before.text(self.env._encoding.move(self.before, int(self.env.actions[self.index])))
        side, self.before = self.before.turn, after
        if game.position.has_turns:
            self.parts.append(text)
            if after.turn == side:
                return None
            text, self.parts = ",".join(self.parts), []
        game.push(text)
        if game.pending:
            move = next(o for o in game.legal_moves() if game.position.make(o).fen() == after.fen())
            game.push_move(move)
        assert game.fen() == after.fen()
        return game.result()


def play(variant: str, options: dict[str, Any], fens: list[str] | None, games: int, most: int) -> set[str]:
    """Play random games beside the referee, and return the reasons for their ends."""
    env = VectorEnv(variant, games, options=options, fens=fens, seed=7, auto_reset=False, starts=3)
    env.reset()
    referees = [Referee(env, i, variant, options, env.fen(i)) for i in range(games)]
    over = [False] * games
    reasons = set()
    for _ in range(most):
        for referee, is_over in zip(referees, over):
            if not is_over:
                referee.check_before()
        env.step_random()
        for i, referee in enumerate(referees):
            if over[i]:
                assert env.rewards[i].tolist() == [0, 0]
                continue
            result = referee.follow()
            assert env.terminations[i] == (result is not None)
            winner = result.winner if result else None
            assert env.rewards[i].tolist() == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])
            assert env.reason(i) == (result.reason if result else "")
            assert env.players[i] == referee.before.turn
            if result:
                over[i] = True
                reasons.add(result.reason)
                assert env.legal_actions(i) == []
                assert not env.masks[i].any()
        if all(over):
            break
    return reasons


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_random_games_are_judged_like_games(variant: str) -> None:
    play(variant, {}, None, 4, 160)


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
def test_many_random_games_are_judged_like_games(variant: str) -> None:
    assert play(variant, {}, None, 12, 700)


@pytest.mark.parametrize("variant", NEAR_DRAWS)
def test_draws_are_judged_like_games(variant: str) -> None:
    reasons = play(variant, {}, NEAR_DRAWS[variant], 12, 150)
    assert reasons & {"repetition", "move rule"}


@pytest.mark.parametrize(
    "options",
    [
        {"Repetition": "chaser-loses", "NoProgressPlies": 60},
        {"MultiCapture": True, "DarkCapture": True, "ChariotRides": "any", "CannonDirect": True},
    ],
)
def test_options_of_banqi(options: dict[str, Any]) -> None:
    play("banqi", options, None, 6, 200)


def test_perpetual_attack() -> None:
    """The chariot chases the horse around four squares (Q6)."""
    options = {"Repetition": "chaser-loses"}
    env = VectorEnv("banqi", options=options, fens=["3P/4/4/2p1/4/4/4/nR2[] b r 0 9"], auto_reset=False)
    env.reset()
    for text in "a1a2 b1b2 a2a1 b2b1".split() * 2:
        assert not env.terminations[0]
        env.step([env.action(0, text)])
    assert env.reason(0) == "perpetual attack"
    assert env.rewards.tolist() == [[-1, 1]]


@pytest.mark.parametrize("ghost", ["step-peaceful", "glide-peaceful"])
def test_ghosts(ghost: str) -> None:
    play("tandem-84", {"GhostMove": ghost}, None, 2, 120)
