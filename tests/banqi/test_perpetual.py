"""Scores under ``Repetition=chaser-loses``: mates if perpetual attack decides the game, and only then."""

from __future__ import annotations

import pytest

from banqi.test_search import game_of
from oddfish.cext.banqi.game import Setup
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Limits, Searcher, mate_distance

LOST, DRAWN, WON = 1, 2, 3
#: More than any number of plies here.
MOST = 1000
#: Positions on a board of two ranks, and plies to the end: the chaser has to turn away at last, and loses by that.
DECIDED = [
    ("1kR1/r1KP[] b r", -12),
    ("1cR1/pr1P[] b r", 13),
    ("P1r1/Kk1c[] w r", 13),
    ("2PR/kp1K[] b r", -14),
    ("r1CP/p1R1[] b r", -14),
    ("p1R1/krP1[] w r", -14),
    ("1cK1/1kCR[] w r", 15),
    ("1cpk/PR2[] b r", 15),
    ("P1R1/cp1k[] w r", -16),
]


@pytest.fixture
def searcher() -> Searcher:
    searcher = Searcher(hash_mb=4)
    searcher.set_evaluation("hand-made")
    return searcher


def rules(chaser_loses: bool) -> Setup:
    return Setup(ranks=2, chaser_loses=chaser_loses)


def end_of(line: list[Position]) -> int:
    """The result of a game's last position for the side to move; 0 if the game goes on."""
    last = line[-1]
    outcome, _ = last.outcome()
    before = [number for number, position in enumerate(line) if position.key == last.key]
    if not outcome and len(before) >= 3:
        outcome, _ = last.repetition(line[before[-2] :])
    return outcome


def solve(line: list[Position], plies: int, alpha: int = -MOST, beta: int = MOST) -> int:
    """Try every game of up to so many plies, by the rules: ``MOST - n`` if the side to move wins in n, ``n - MOST`` if
    it loses, else 0. Independent of the search and its table."""
    end = end_of(line)
    if end:
        return {LOST: -MOST, DRAWN: 0, WON: MOST}[end]
    if plies == 0:
        return 0
    best = -MOST
    for move in line[-1].moves():
        following = line[-1].make(move)
        score = -solve([*line, following], plies - 1, -beta - (beta > 0), -alpha + (alpha < 0))
        best = max(best, score - (score > 0) + (score < 0))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def think(searcher: Searcher, game: Game, depth: int) -> Best:
    searcher.new_game()
    return searcher.think(game, Limits(depth=depth))


@pytest.mark.parametrize(("fen", "plies"), DECIDED)
@pytest.mark.quick(9)
def test_forced_ends_are_mates(searcher: Searcher, fen: str, plies: int) -> None:
    game = game_of(rules(True), fen)
    assert solve([game.position], abs(plies)) == (MOST - plies if plies > 0 else -plies - MOST)
    for depth in (abs(plies) + 2, abs(plies) + 6):
        assert mate_distance(think(searcher, game, depth).score) == plies
    # Under the usual rule the attacks go on, and the game is a draw.
    usual = game_of(rules(False), fen)
    assert solve([usual.position], abs(plies)) == 0
    assert mate_distance(think(searcher, usual, abs(plies) + 6).score) is None


@pytest.mark.parametrize(("fen", "plies"), DECIDED[:6])
def test_they_come_true(searcher: Searcher, fen: str, plies: int) -> None:
    """Against any moves of the loser, the winner wins in that many plies. Searches share the table, as in a game."""
    game = game_of(rules(True), fen)
    winner = game.turn if plies > 0 else 1 - game.turn

    def longest(left: int) -> int:
        result = game.result()
        if result is not None:
            assert result.winner == winner
            return 0
        assert left > 0, f"{fen}: {game.texts()}"
        if game.turn == winner:
            answer = searcher.think(game, Limits(depth=abs(plies) + 2)).move
            assert answer is not None
            moves = [answer]
        else:
            moves = game.position.moves()
        most = 0
        for move in moves:
            game.push_move(move)
            most = max(most, longest(left - 1))
            game.pop()
        return most + 1

    assert longest(abs(plies) + 12) >= abs(plies)


def test_no_mate_while_the_chaser_can_turn_away(searcher: Searcher) -> None:
    """Going round once is not the end: neither side has won until the chaser has no other move."""
    chase = "3g/3g/4/4/4/4/4/nR2[] b r 0 30"
    game = Game("banqi", {"Repetition": "chaser-loses"}, chase)
    for text in ["", *"a1a2 b1b2 a2a1 b2b1 a1a2 b1b2 a2a1".split()]:
        if text:
            game.push(text)
        score = think(searcher, game, 10).score
        assert mate_distance(score) is None and abs(score) < 3000, game.texts()


def test_the_third_time_is_the_end(searcher: Searcher) -> None:
    """A move that ends the game is a mate in one for the winner, whichever side moves."""
    chase = Game("banqi", {"Repetition": "chaser-loses"}, "3g/3g/4/4/4/4/n3/1R2[] w r 0 30")
    for text in "b1b2 a2a1 b2b1 a1a2 b1b2 a2a1 b2b1".split():
        chase.push(text)
    searcher.new_game()
    best = searcher.think(chase, Limits(depth=6))
    assert (best.text, mate_distance(best.score)) == ("a1a2", 1)
    chased = Game("banqi", {"Repetition": "chaser-loses"}, "3g/3g/4/4/4/4/4/nR2[] b r 0 30")
    for text in "a1a2 b1b2 a2a1 b2b1 a1a2 b1b2 a2a1".split():
        chased.push(text)
    searcher.new_game()
    forced = searcher.think(chased, Limits(depth=6, moves=(chased.parse("b2b1"),)))
    assert mate_distance(forced.score) == -1


def test_scores_under_one_rule_say_nothing_about_the_other(searcher: Searcher) -> None:
    fen, plies = DECIDED[1]
    for chaser_loses, expected in ((False, None), (True, plies), (False, None)):
        game = game_of(rules(chaser_loses), fen)
        game.options["Repetition"] = "chaser-loses" if chaser_loses else "draw"
        score = searcher.think(game, Limits(depth=plies + 3 - 2 * chaser_loses)).score
        assert mate_distance(score) == expected
