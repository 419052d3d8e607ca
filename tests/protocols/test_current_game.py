"""The game that a GUI plays."""

from __future__ import annotations

import pytest

from oddfish.engine.variants import UnknownVariantError
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.settings import Settings


@pytest.mark.parametrize("kind", [CurrentGame, XBoardGame])
@pytest.mark.parametrize("error", [MemoryError, ImportError])
def test_a_variant_that_cannot_be_loaded_changes_nothing(
    kind: type[CurrentGame], error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings("tandem-84")
    current = kind(settings)
    before = current.game, current.projection, settings.variant, settings.game_values

    def fail() -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(settings, "new_game", fail)
        with pytest.raises(error):
            current.choose_variant("bifold-halfgi")
    with pytest.raises(UnknownVariantError):
        current.choose_variant("nonsense")
    assert (current.game, current.projection, settings.variant, settings.game_values) == before
    current.set_up(None)
    assert current.game.variant.name == "tandem-84"
    current.choose_variant("bifold-halfgi")
    assert current.game.variant is settings.variant
    assert settings.variant.name == "bifold-halfgi"
