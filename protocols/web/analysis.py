"""Analysis of positions and review of games, by the engine at full strength."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from oddfish.engine.game import Game
from oddfish.engine.guide.base import Guide
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.puzzles.judge import chances
from oddfish.engine.searcher import Info, Limits
from oddfish.protocols.terminal.printing import score_text
from oddfish.protocols.web.errands import Errands
from oddfish.protocols.web.events import Event
from oddfish.protocols.web.thinking import Pool, Thinker

#: The limits of an analysis: milliseconds for a position, the number of lines, and the moves shown of each line.
_LONGEST, MOST_LINES, _SHOWN = 120_000, 5, 8
#: Seconds that an analysis continues after the last page has gone: the page may only be reloading.
_GRACE = 5.0
#: Nodes per position of a review, and the maximum number of plies that it covers.
_NODES, _MOST_PLIES = 12_000, 600
#: How many mistakes of each side to list, and the smallest one, as a loss of winning chances.
_WORST, _LEAST = 3, 0.08


class Analyst:
    """The analysis and review of one session. Both may run at the same time.

    Args:
        tell: sends an event to all pages.
    """

    def __init__(self, pool: Pool, tell: Callable[[Event], None]):
        self._pool, self._tell = pool, tell
        self._analyser: Thinker | None = None
        self._reviewer: Thinker | None = None
        self._analyses, self._reviews = Errands(tell), Errands(tell)

    def stop(self) -> None:
        """End the analysis."""
        self._analyses.drop()

    def drop(self) -> None:
        """End the analysis and the review."""
        self._analyses.drop()
        self._reviews.drop()

    def pages_left(self, unseen: Callable[[], bool]) -> None:
        """Free the engine for other games unless a page comes back soon. A review ends by itself.

        Args:
            unseen: whether no page shows the game.
        """

        def check() -> None:
            if unseen():
                self.stop()

        asyncio.get_running_loop().call_later(_GRACE, check)

    def close(self) -> None:
        self.drop()
        for thinker in (self._analyser, self._reviewer):
            if thinker is not None:
                thinker.close()

    def analyse(self, guide: Guide, game: Game, lines: int) -> None:
        """Analyse the last position of a game until it is stopped. If the game is over, say so instead."""
        self.stop()
        if game.result() is not None:
            self._tell({"t": "lines", "ply": len(game.moves), "over": True, "lines": []})
        else:
            self._analyses.run("analyse", lambda: self._analyse(guide, game, lines))

    def review(self, game: Game) -> None:
        """Judge every position of a game."""
        self._reviews.run("review the game", lambda: self._review(game))

    async def _analyse(self, guide: Guide, game: Game, lines: int) -> None:
        found: dict[int, dict[str, Any]] = {}
        ply = len(game.moves)

        def report(info: Info) -> None:
            if info.bound or not info.pv:
                return
            targets = guide.targets(game.position, info.pv[0].partition(",")[0])
            found[info.line] = {
                "score": score_text(info.score, game.turn),
                "value": chances(info.score if game.turn == 0 else -info.score),
                "moves": info.pv[:_SHOWN],
                "squares": [[target.origin, target.square] for target in targets],
            }
            # Until a line is searched again at this depth, it can begin like a better one, which then replaces it.
            by_move = {found[line]["moves"][0]: found[line] for line in sorted(found, reverse=True)}
            lines_found = [*by_move.values()][::-1]
            self._tell({"t": "lines", "ply": ply, "depth": info.depth, "nodes": info.nodes, "lines": lines_found})

        self._analyser = self._analyser or Thinker(self._pool, FULL_STRENGTH)
        self._analyser.searcher.multipv = lines
        await self._analyser.think(game, Limits(movetime=_LONGEST, analysis=True), report)

    async def _review(self, game: Game) -> None:
        """Send the value of each position for the first player, from -1 to 1, then the worst mistakes."""
        self._reviewer = self._reviewer or Thinker(self._pool, FULL_STRENGTH)
        plies = min(len(game.moves), _MOST_PLIES)
        values: list[float] = []
        best: list[tuple[str, str]] = []  # the best move in each position, and its score
        for ply in range(plies + 1):
            part = game.copy(ply)
            result = part.result()
            if result is not None:
                values.append(0.0 if result.winner is None else 1.0 - 2 * result.winner)
                best.append(("", ""))
            else:
                answer = await self._reviewer.think(part, Limits(nodes=_NODES, analysis=True))
                values.append(chances(answer.score if part.turn == 0 else -answer.score))
                best.append((answer.text or "", score_text(answer.score, part.turn)))
            self._tell({"t": "judged", "ply": ply, "of": plies, "value": round(values[-1], 3), "score": best[-1][1]})
        self._tell({"t": "reviewed", "mistakes": _mistakes(game, values, best)})


def _mistakes(game: Game, values: list[float], best: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The worst mistakes of each side, in the order of the game."""
    texts = game.texts()
    found: list[dict[str, Any]] = []
    for side in (0, 1):
        sign = 1 - 2 * side
        lost = [
            (sign * (values[ply] - values[ply + 1]) / 2, ply)
            for ply in range(len(values) - 1)
            if game.positions[ply].turn == side and best[ply][0] != texts[ply]
        ]
        for share, ply in sorted(lost, reverse=True)[:_WORST]:
            if share >= _LEAST:
                better, score = best[ply]
                found.append(
                    {
                        "ply": ply + 1,
                        "side": side,
                        "text": texts[ply],
                        "better": better,
                        "score": score,
                        "lost": round(100 * share),
                    }
                )
    return sorted(found, key=lambda mistake: mistake["ply"])
