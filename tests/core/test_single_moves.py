"""What the search asks a game about single moves, compared with its generator: whether any 32 bits are a legal
move, whether a move gives check, the quiet moves by themselves, the key after a move, and whether one leads back to an
earlier position."""

from __future__ import annotations

import random

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from support.perft_suite import Entry, entries

ALL = tuple(entries())
BITS = 32


def games(variant: str, number: int, plies: int) -> list[Game]:
    """Random games, each ended or some plies long; armies and deals are random, too."""
    played = []
    for seed in range(number):
        rng = random.Random(f"{variant}/{seed}")
        options = {"WhiteArmy": "random", "BlackArmy": "random"} if variant.startswith("augmented") else {}
        game = Game(REGISTRY[variant], options, seed=seed)
        while len(game.moves) < plies and game.result() is None:
            game.push_move(game.dealt(rng.choice(game.position.moves())))
        played.append(game)
    return played


@pytest.mark.parametrize("entry", ALL, ids=lambda entry: entry.id)
@pytest.mark.quick(3)
def test_noisy_and_quiet_moves_are_all_moves(entry: Entry) -> None:
    position = entry.position()
    assert sorted(position.noisy() + position.quiets()) == sorted(position.moves())


@pytest.mark.parametrize("variant", REGISTRY)
def test_noisy_and_quiet_moves_in_games(variant: str) -> None:
    for game in games(variant, 4, 150):
        for position in game.positions[:: 1 + (variant == "tandem-84") * 9]:
            assert sorted(position.noisy() + position.quiets()) == sorted(position.moves()), position.fen()


@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
def test_any_bits_are_judged_as_the_generator_does(variant: str) -> None:
    rng = random.Random(variant)
    seen = [0]
    for game in games(variant, 4, 100):
        for position in game.positions[:: 1 + (variant == "tandem-84") * 9]:
            moves = position.moves()
            legal = set(moves)
            assert all(position.is_legal(move) for move in rng.sample(moves, min(len(moves), 40))), position.fen()
            for move in rng.sample(seen, min(len(seen), 20)):
                other = move ^ 1 << rng.randrange(BITS)
                assert position.is_legal(move) == (move in legal), (position.fen(), move)
                assert position.is_legal(other) == (other in legal), (position.fen(), other)
            assert not position.is_legal(0)
            seen = (seen + moves)[-3000:]


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(5)
def test_checks_are_known_before_a_move_is_made(variant: str) -> None:
    checks = 0
    for game in games(variant, 6, 120):
        for position in game.positions[:: 1 + (variant == "tandem-84") * 9]:
            told: list[tuple[int, bool]] = []
            for move in position.moves():
                if position.outcomes(move) != [(move, 1)]:
                    continue
                following = position.make(move)
                check = following.turn != position.turn and following.check
                assert position.gives_check(move) == check, (position.fen(), position.text(move))
                told.append((move, check))
                checks += check
            for i in range(0, len(told), 5 + len(told) // 20):
                first = next((n for n, (_, check) in enumerate(told[i:]) if check), len(told) - i)
                assert position.first_check([move for move, _ in told[i:]]) == first, position.fen()
    assert checks or variant.startswith(("banqi", "bifold"))


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_keys_are_guessed_before_a_move_is_made(variant: str) -> None:
    """A wrong guess costs the search a little time, so it should be rare."""
    guesses = [
        position.key_after(outcome) == position.make(outcome).key
        for game in games(variant, 4, 80)
        for position in game.positions
        for move in position.moves()
        for outcome, _ in position.outcomes(move)
        if position.key_after(outcome) is not None
    ]
    assert guesses.count(True) >= 0.8 * len(guesses)


@pytest.mark.parametrize("variant", ["normal", "halfgi", "augmented-half-chess", "fanorona-chess"])
def test_moves_back_are_found(variant: str) -> None:
    """The positions include some in which a legal move returns to an earlier position."""
    found = 0
    for game in games(variant, 6, 60):
        rng = random.Random(game.fen())
        line = [position for position in game.positions if position.clock < 60]
        position = line[-1]
        while position.outcome()[0] == 0 and len(line) < 120:
            keys = {earlier.key for earlier in line[-8:]}
            following = [position.make(move) for move in position.moves()]
            back = [after for after in following if after.key in keys]
            position = rng.choice(back if back and rng.random() < 0.3 else following)
            line.append(position)
        for end in range(4, len(line)):
            position = line[end]
            following_keys = {position.make(move).key for move in position.moves()}
            for plies in range(3, min(end, 9) + 1, 2):
                part = line[end - plies : end + 1]
                if part[0].clock + plies != position.clock:  # the search does not look further back
                    break
                assert position.can_return(part) == (part[0].key in following_keys), position.fen()
                found += position.can_return(part)
    assert found
