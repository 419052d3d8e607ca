"""The engine's advice, at full strength: hints, draw offers, and the verdict on a puzzle."""

from __future__ import annotations

from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import Best, Limits
from oddfish.protocols.agreement import agrees_to_draw
from oddfish.protocols.terminal.printing import score_text
from oddfish.protocols.web.events import Event
from oddfish.protocols.web.table import Table
from oddfish.protocols.web.thinking import Pool, Thinker

#: The time for a hint, in milliseconds.
_HINT_TIME = 800
#: Nodes to judge a draw offer.
_JUDGING = Limits(nodes=4000, analysis=True)


class Adviser:
    """The adviser of one session. It starts an engine at the first request."""

    def __init__(self, pool: Pool):
        self._pool = pool
        self._thinker: Thinker | None = None

    def close(self) -> None:
        """Stop thinking."""
        if self._thinker is not None:
            self._thinker.close()

    async def think(self, game: Game, limits: Limits) -> Best:
        """Search until the limits are reached."""
        if self._thinker is None:
            self._thinker = Thinker(self._pool, FULL_STRENGTH)
        return await self._thinker.think(game, limits)

    async def hint(self, table: Table) -> Event | None:
        """A good move, or the rest of a half-made turn; None if there is none, or if a move was made meanwhile."""
        game, part = table.game, table.part
        plies = len(game.moves)
        limits = Limits(movetime=_HINT_TIME, analysis=True)
        if part:
            fitting = (move for move in game.legal_moves() if game.position.text(move).startswith(f"{part},"))
            limits = limits._replace(moves=tuple(fitting))
        best = await self.think(game.copy(), limits)
        if best.text is None or len(game.moves) != plies or table.part != part:
            return None
        text = best.text[len(part) + 1 :] if part else best.text
        targets = table.guide.targets(table.position, text.partition(",")[0])
        squares = [[target.origin, target.square] for target in targets]
        return {"t": "hint", "ply": plies, "text": text, "score": score_text(best.score, game.turn), "squares": squares}

    async def agrees_to_draw(self, game: Game) -> bool:
        """Whether the engine accepts the draw that the side to move offers."""
        best = await self.think(game, _JUDGING)
        return agrees_to_draw(-best.score, len(game.moves))
