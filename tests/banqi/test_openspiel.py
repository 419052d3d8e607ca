"""Random games of Banqi against OpenSpiel's, move by move, and what the rule page measured of random games.

OpenSpiel knows the Taiwanese rules without options; ``openspiel`` lists where its games end differently.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import accumulate
from typing import Any

import pytest

from banqi import openspiel as theirs
from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.engine.game import Game
from support.perft_suite import suite

NO_PROGRESS = 50  # plies without progress to a draw


@pytest.fixture(scope="module")
def game() -> Any:
    """OpenSpiel's game; older versions have none."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    if "banqi" not in pyspiel.registered_names():
        pytest.skip("this OpenSpiel does not know Banqi")
    return theirs.load(NO_PROGRESS)


def ours() -> Game:
    """Our game under the same rules; moves state their outcomes."""
    made = Game("banqi", {"NoProgressPlies": NO_PROGRESS})
    made.deal = None
    return made


# ---------------------------------------------------------------------------------------------- every position


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_positions(game: Any, seed: int) -> None:
    """Ten games in all detail: FEN, moves, chances, result."""
    rng = random.Random(f"openspiel {seed}")
    line = ours()
    for ply in theirs.random_game(rng, NO_PROGRESS):
        assert line.fen() == ply.fen
        result = line.result()
        if result is None or not theirs.explained(ply, result.text, result.reason):
            assert (result.text if result else None) == ply.result, ply.fen
            assert ply.choice is None or sorted(line.legal()) == ply.moves, ply.fen
        if not line.legal() or ply.choice is None:
            break
        position = line.position
        move = position.parse(ply.choice.partition("=")[0])
        outcomes = position.outcomes(move)
        total = sum(weight for _, weight in outcomes)
        assert {position.text(outcome): pytest.approx(weight / total) for outcome, weight in outcomes} == ply.chances
        line.push(ply.choice)


# -------------------------------------------------------------------------------------------------- many games


class Walker:
    """Plays random games on both, comparing the moves of every position; it remembers texts by move and action."""

    def __init__(self, game: Any):
        self.game = game
        self.setup = Setup(no_progress=NO_PROGRESS)
        self.texts: dict[int, str] = {}  # by our packed move
        self.actions = [theirs.move_text(action) for action in range(theirs.SQUARES * (theirs.SQUARES + 1))]
        self.ends: Counter[str] = Counter()

    def text(self, position: Banqi, move: int) -> str:
        text = self.texts.get(move)
        if text is None:
            text = self.texts[move] = position.text(move)
        return text

    def play(self, rng: random.Random) -> int:
        """One game; returns its length."""
        state, position = self.game.new_initial_state(), Banqi(self.setup)
        plies = 0
        while True:
            over, reason = position.outcome()
            if over or state.is_terminal():
                break
            actions = {self.actions[action]: action for action in state.legal_actions()}
            moves = {self.text(position, move): move for move in position.moves()}
            assert moves.keys() == actions.keys(), position.fen()
            text = rng.choice(list(moves))
            state.apply_action(actions[text])
            move = moves[text]
            if state.is_chance_node():
                move = self.draw(rng, state, position, move)
            position = position.make(move)
            plies += 1
        self.check_end(state, position, over, reason)
        return plies

    def draw(self, rng: random.Random, state: Any, position: Banqi, move: int) -> int:
        """Compare the possible outcomes, and draw one."""
        chances = {theirs.OURS[kind]: chance for kind, chance in state.chance_outcomes()}
        outcomes = position.outcomes(move)
        found = {}
        for outcome, weight in outcomes:
            color, letter = self.text(position, outcome)[-2:]
            found[letter.upper() if color == "r" else letter] = (outcome, weight)
        total = sum(weight for _, weight in outcomes)
        assert found.keys() == chances.keys(), position.fen()
        assert all(abs(weight / total - chances[man]) < 1e-9 for man, (_, weight) in found.items()), position.fen()
        (man,) = rng.choices(list(found), [weight for _, weight in found.values()])
        state.apply_action(theirs.OURS.index(man))
        return found[man][0]

    def check_end(self, state: Any, position: Banqi, over: int, reason: str) -> None:
        """The last position is the same, and so is the result, apart from the known differences."""
        assert position.fen() == theirs.fen(state)
        text = "1/2-1/2" if over == 2 else ("1-0", "0-1")[position.turn ^ (over == 1)] if over else None
        ply = theirs.Ply(position.fen(), sorted(theirs.moves(state)), theirs.result(state), None, {})
        if text != ply.result:
            assert theirs.explained(ply, text or "", reason), f"{position.fen()}: {text} {reason}, there {ply.result}"
        self.ends[reason] += 1


@pytest.mark.slow
def test_two_thousand_games(game: Any) -> None:
    rng, walker = random.Random("walk"), Walker(game)
    plies = sum(walker.play(rng) for _ in range(2000))
    assert plies > 300_000
    assert walker.ends["move rule"] > 1000
    assert walker.ends["no legal move"] > 0 and walker.ends["all pieces captured"] > 100


def test_their_perft(game: Any) -> None:
    """The counts of the start, walked by their own legal actions."""

    def walk(state: Any, depth: int) -> tuple[int, int]:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions), sum(
                len(state.child(action).chance_outcomes()) if action < theirs.SQUARES else 1 for action in actions
            )
        decisions = outcomes = 0
        for action in actions:
            after = state.child(action)
            nexts = [after.child(kind) for kind, _ in after.chance_outcomes()] if after.is_chance_node() else [after]
            for one in nexts:
                below = walk(one, depth - 1)
                decisions, outcomes = decisions + below[0], outcomes + below[1]
        return decisions, outcomes

    start = suite("banqi")[0]
    for depth in (1, 2):
        assert walk(game.new_initial_state(), depth) == (start.counts[depth], start.outcomes[depth])


# --------------------------------------------------------------------------------------------------- statistics


def random_game(rng: random.Random, setup: Setup) -> tuple[int, str, int, int]:
    """A uniformly random game: the outcome for the side to move last, that side, plies, and legal moves in all."""
    position = Banqi(setup)
    plies = decisions = 0
    while True:
        over, _ = position.outcome()
        if over:
            return over, "wb"[position.turn], plies, decisions
        moves = position.moves()
        move = rng.choice(moves)
        outcomes = position.outcomes(move)
        if len(outcomes) > 1:
            sums = list(accumulate(weight for _, weight in outcomes))
            drawn = rng.randrange(sums[-1])
            move = next(outcome for (outcome, _), upto in zip(outcomes, sums) if drawn < upto)
        else:
            move = outcomes[0][0]
        position = position.make(move)
        plies += 1
        decisions += len(moves)


@pytest.mark.thorough
def test_statistics_of_random_games() -> None:
    """The page's figures of 2,000 random games: a 50-ply draw, no repetition rule.

    Both are samples: tolerances are four standard errors of the difference of their means. The spread of one game is
    that of a share, of a length (50 plies), and of a game's mean branching (2.5).
    """
    games, known = 2000, 2000
    rng, setup = random.Random("statistics"), Setup(no_progress=NO_PROGRESS)
    results: Counter[str] = Counter()
    lengths, decisions = [], 0
    for _ in range(games):
        over, side, plies, moves = random_game(rng, setup)
        results["draw" if over == 2 else side if over == 3 else "bw"["wb".index(side)]] += 1
        lengths.append(plies)
        decisions += moves

    def tolerance(spread: float) -> float:
        return 4 * spread * math.sqrt(1 / games + 1 / known)

    for name, share in (("draw", 0.783), ("w", 0.104), ("b", 0.114)):
        assert abs(results[name] / games - share) < tolerance(math.sqrt(share * (1 - share))), name
    assert abs(sum(lengths) / games - 237.8) < tolerance(50)
    assert abs(decisions / sum(lengths) - 13.87) < tolerance(2.5)
