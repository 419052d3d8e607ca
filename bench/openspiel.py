"""Banqi against OpenSpiel's MCTSBot, at equal time per move.

    python bench/openspiel.py --simulations 100 --games 60

The bot's thinking time sets ours: each of our moves may take as long as the bot's last one did. Games come in
pairs from the same shuffle with sides swapped. We are the referee: 180 plies without progress or a third repetition
are a draw. Prints wins, draws, losses and the share of the points; ``--record FILE`` saves them. Needs `open_spiel`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import records
from strength import report

from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from banqi import openspiel as spiel


class Bot:
    """MCTS with random rollouts. ``play`` passes it every move and outcome."""

    def __init__(self, game: Any, simulations: int, seed: int):
        import pyspiel

        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 2000, False, seed, False)
        self.state = game.new_initial_state()

    def choose(self) -> str:
        return spiel.move_text(self._bot.step(self.state))

    def play(self, text: str) -> None:
        """A complete move."""
        self.state.apply_action(spiel.moves(self.state)[text.partition("=")[0]])
        if self.state.is_chance_node():
            self.state.apply_action(spiel.chances(self.state)[text][0])


class Clock:
    """Seconds per move of each player: 0 is ours, 1 the bot."""

    def __init__(self) -> None:
        self.spent, self.moves, self.last = [0.0, 0.0], [0, 0], 0.01

    def charge(self, player: int, seconds: float) -> None:
        self.last = seconds if player else self.last
        self.spent[player] += seconds
        self.moves[player] += 1

    def mean(self, player: int) -> float:
        return self.spent[player] / max(self.moves[player], 1)


def play(seed: int, ours: int, searcher: Searcher, bot: Bot, clock: Clock) -> tuple[float, str]:
    """Our score of one game, and how it ended."""
    game = Game("banqi", seed=seed)
    searcher.new_game()
    while (result := game.result()) is None and not bot.state.is_terminal():
        start = time.perf_counter()
        if game.turn == ours:
            text = searcher.think(game, Limits(movetime=max(1, int(1000 * clock.last)))).text or ""
        else:
            text = bot.choose()
        clock.charge(int(game.turn != ours), time.perf_counter() - start)
        bot.play(game.push(text))
    if result is None or result.winner is None:
        return 0.5, f"{result.reason if result else 'move rule'} {game.fen()}"
    return float(result.winner == ours), f"{result.reason} after {len(game.moves)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="a line a game")
    records.add_option(parser)
    options = parser.parse_args()
    searcher, clock, scores = Searcher(64, 1, overhead=0), Clock(), []
    spiel_game = spiel.load(no_progress=500)  # we are the referee
    while len(scores) < options.games:
        bot = Bot(spiel_game, options.simulations, options.seed * 1000 + len(scores))
        score, ending = play(options.seed * 1000 + len(scores) // 2, len(scores) % 2, searcher, bot, clock)
        scores.append(score)
        if options.verbose:
            print(f"game {len(scores)}: {score} {ending}  total {sum(scores)}/{len(scores)}", flush=True)
    if options.record:
        name = f"OpenSpiel's MCTSBot, {options.simulations:,} simulations"
        seconds = (clock.mean(0), clock.mean(1))
        records.write(options.record, [records.match_result("banqi", "Oddfish", name, "equal time", scores, seconds)])
    print(
        f"{report(f'Oddfish - MCTSBot, {options.simulations} simulations', scores)}; "
        f"mean ms per move {1000 * clock.mean(0):.1f} - {1000 * clock.mean(1):.1f}"
    )


if __name__ == "__main__":
    main()
