"""Games that XBoard has saved, in the terminal and in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.projections import projection_for
from oddfish.protocols.recorded import ReplayError, replayed
from oddfish.protocols.saved_games import read_game
from oddfish.protocols.transcript import in_plies
from oddfish.protocols.web.loading import LoadError, from_pgn
from support.saved import first_is_red, played_at_random


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_xboard_s_plies_are_read(name: str, tmp_path: Path) -> None:
    """By `oddfish play --load` and in the browser. The rest of the deal stays."""
    file = tmp_path / "game.pgn"
    for seed in range(2):
        game = played_at_random(name, seed, 40)
        text = in_plies(game.pgn(), game.variant, game.options, projection_for(name))
        assert (text is None) == (name in ("augmented-half-chess", "half-chess", "augmented-chess", "normal"))
        text = text or game.pgn()
        file.write_text(text)
        for found in (read_game(str(file), 1, game.variant, {}).game, from_pgn(text, name)):
            assert first_is_red(found.texts()) == first_is_red(game.texts())
            assert (found.deal is None) == (game.deal is None)
            if "banqi" not in name:
                assert found.fen() == game.fen()
            if found.result() is None:
                found.push_move(found.legal_moves()[0])


def test_what_fits_neither_notation_is_named() -> None:
    """The error is of the notation that fits longer."""
    variant = get_variant("tandem-84")
    for moves, done in ((["e2e4", "d6d4,l6l4", "e2e4"], 2), (["Pe2e4", "Pd6d4", "Pe2e4"], 2)):
        with pytest.raises(ReplayError) as caught:
            replayed(moves, variant, {}, None)
        assert caught.value.done == done
    with pytest.raises(ReplayError) as caught:
        replayed([], variant, {}, "8/8 w")
    assert caught.value.done == -1
    with pytest.raises(LoadError, match="move 2: "):
        from_pgn('[Variant "fanorona-chess"]\n\n1. Ka2 Ka3 *', "")
