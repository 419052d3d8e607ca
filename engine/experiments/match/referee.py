"""One game between two engines: clocks, rules and adjudication."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oddfish.engine.experiments.match.control import Clock, Control
from oddfish.engine.experiments.match.games import ILLEGAL, REASONS, Answer, Fault, Played, Thought
from oddfish.engine.experiments.match.plan import Adjudication
from oddfish.engine.game import Game, MoveError, Result

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.players import Player


class Adjudicator:
    """Ends games whose result is clear from the engines' scores."""

    def __init__(self, rules: Adjudication):
        self.rules = rules
        self._hopeless = [0, 0]
        self._level = 0

    def adjudicate(self, game: Game, side: int, score: int | None) -> tuple[Result, str] | None:
        """The result with details after a move of ``side`` with this score (centipawns, from its point of view); None
        if the game goes on."""
        rules = self.rules
        if rules.resign is not None:
            moves, limit = rules.resign
            self._hopeless[side] = self._hopeless[side] + 1 if score is not None and score <= -limit else 0
            if self._hopeless[side] >= moves:
                return Result(1 - side, "adjudication"), f"{_name(side)} saw {score} for {moves} moves"
        if rules.draw is not None:
            number, moves, limit = rules.draw
            self._level = self._level + 1 if score is not None and abs(score) <= limit else 0
            if self._level >= 2 * moves and len(game.moves) >= 2 * number:
                return Result(None, "adjudication"), f"level for {moves} moves"
        if rules.max_moves and len(game.moves) >= 2 * rules.max_moves:
            return Result(None, "adjudication"), f"{rules.max_moves} moves played"
        return None


async def play_game(
    game: Game,
    players: tuple[Player, Player],
    controls: tuple[Control, Control],
    adjudication: Adjudication = Adjudication(),  # noqa: B008  (a constant)
    on_move: Callable[[Game], None] | None = None,
) -> Played:
    """Play a game to its end.

    Args:
        game: the referee's game, with its deal, after the moves of the opening.
        players: White and Black.
        controls: their limits.
        adjudication: when to end the game early.
        on_move: called after every move.

    Raises:
        MatchError: an engine cannot be started or does not support the game.
    """
    clocks = (Clock(controls[0]), Clock(controls[1]))
    adjudicator = Adjudicator(adjudication)
    thoughts: list[Thought | None] = [None] * len(game.moves)
    offered: int | None = None  # the side that has offered a draw
    for side in (0, 1):
        await players[side].start()
        players[side].check_limits(clocks[side])
    side = game.turn
    try:
        for side in (0, 1):
            await players[side].new_game(game)
        result = game.result()
        while result is None:
            side = game.turn
            answer = await players[side].play(clocks, side, draw_offered=offered == 1 - side)
            if answer.offers_draw and offered == 1 - side:
                return Played(Result(None, "adjudication"), "draw agreed", None, thoughts)
            ended = _ended_without_move(side, answer)
            if ended is not None:
                return Played(*ended, None, thoughts)
            move = make(game, answer.move or "")
            clocks[side].press(answer.seconds)
            thoughts.append(Thought(answer.score, answer.depth, answer.nodes, round(answer.seconds, 4)))
            offered = side if answer.offers_draw else None
            for player in players:
                player.push(move)
            if game.turn == side or game.position.has_chance:
                await players[side].resynchronize()
            if on_move is not None:
                on_move(game)
            result = game.result()
            if result is None:
                ended = adjudicator.adjudicate(game, side, answer.score)
                if ended is not None:
                    return Played(*ended, None, thoughts)
    except Fault as fault:
        lost = Result(1 - side, REASONS[fault.kind])
        return Played(lost, f"{_name(side)}: {fault.detail}", (side, fault.kind), thoughts)
    return Played(result, "", None, thoughts)


def make(game: Game, text: str) -> str:
    """Play an engine's move in the referee's game and return the text of the complete move. The game's deal decides the
    outcome even if the engine names one.

    Raises:
        Fault: the move is illegal.
    """
    try:
        move = game.parse(text)
    except MoveError as error:
        raise Fault(ILLEGAL, str(error)) from None
    return game.push_move(game.bare(move))


def _ended_without_move(side: int, answer: Answer) -> tuple[Result, str] | None:
    """The result if the engine resigned, None if it moved.

    Raises:
        Fault: it did neither.
    """
    if answer.resigns:
        return Result(1 - side, "resignation"), answer.claim
    if answer.move is not None:
        return None
    if answer.claim.startswith(("0-1", "1-0")[side]):
        return Result(1 - side, "resignation"), answer.claim
    raise Fault(ILLEGAL, f"a false claim: {answer.claim}" if answer.claim else "no move")


def _name(side: int) -> str:
    return ("White", "Black")[side]
