"""Files of networks, and the options that choose what evaluates: EvalFile and Evaluation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddfish.engine.evaluation import networks
from oddfish.engine.evaluation.networks import (
    NetworkData,
    NetworkError,
    built_in_network,
    built_in_path,
    install_network,
    network_bytes,
    parse_network,
    read_network,
    write_network,
)
from oddfish.engine.evaluation.weights import Weights, built_in
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY, get_variant
from support.networks import SCALE, Parts
from support.pipes import CecpEngine, UciEngine

#: The size of all built-in networks together, in bytes.
MOST = 8_000_000


def content(variant: str = "half-chess", seed: int = 1) -> bytes:
    parts = Parts(Game(variant, seed=1).position, seed=seed)
    data = NetworkData(parts.feature_set, parts.features, parts.hidden, SCALE, parts.parameters())
    return network_bytes(data, (variant,), {"seed": seed})


def test_files_survive(tmp_path: Path) -> None:
    write_network(tmp_path / "n", content())
    found = read_network(tmp_path / "n")
    assert found.variants == ("half-chess",) and found.made == {"seed": 1}
    position = Game("half-chess").position
    assert found.network.evaluate(position) == Parts(position).evaluate(position)
    assert [path.name for path in tmp_path.iterdir()] == ["n"]
    with pytest.raises(NetworkError, match="No such file"):
        write_network(tmp_path / "none" / "n", content())
    with pytest.raises(NetworkError, match="No such file"):
        read_network(tmp_path / "none")


def test_every_damage_is_noticed() -> None:
    good = content()
    lines = good.split(b"\n", 2)
    header = json.loads(lines[1])

    def with_header(**changed: object) -> bytes:
        return b"\n".join([lines[0], json.dumps({**header, **changed}).encode(), lines[2]])

    assert parse_network(with_header(), "it").network.hidden == 32
    for wrong, said in (
        (b"", "not a file of a network"),
        (b"Oddfish network 2\n" + lines[1], "version 2, expected 1"),
        (lines[0] + b"\n", "malformed header"),
        (lines[0] + b"\n[]\n", "malformed header"),
        (lines[0] + b"\n{}\n", "malformed header"),
        (lines[0] + b"\n" + b"[" * 60000, "malformed header"),
        (good[:-20], "damaged"),
        (good[:400], "damaged|malformed header"),
        (good[:-40] + bytes(40), "damaged"),
        (good[: len(good) // 2] + b"\0\1\2" + good[len(good) // 2 + 3 :], "damaged"),
        (with_header(crc32=5), "damaged"),
        (with_header(hidden=64), "damaged"),
        (with_header(hidden=-32), "malformed header"),
        (with_header(hidden="32"), "malformed header"),
        (with_header(feature_count=10**9), "damaged|malformed header"),
        (with_header(scale=0), "malformed header"),
        (with_header(scale=2.5), "malformed header"),
        (with_header(features=3), "malformed header"),
        (with_header(variants=3), "malformed header"),
    ):
        with pytest.raises(NetworkError, match=said):
            parse_network(wrong, "it")


@pytest.mark.parametrize("variant", REGISTRY)
def test_built_in_networks(variant: str) -> None:
    """They can be read and fit their games; at least one variant names each."""
    own = get_variant(variant)
    network = built_in_network(own)
    if network is not None:
        assert network.fits(Game(variant, seed=1).position)
    if built_in_path(own.network).exists():
        assert read_network(built_in_path(own.network)).variants


def test_built_in_networks_are_small_and_all_used() -> None:
    files = networks.FOLDER.glob("*") if networks.FOLDER.exists() else ()
    paths = [path for path in files if path.name != "recipes.json"]
    assert sum(path.stat().st_size for path in paths) <= MOST
    used = {name for variant in REGISTRY.values() for name in (variant.network, variant.house_network)}
    assert {path.stem for path in paths} <= used


def test_installing_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    usual, alternate = get_variant("fanorona-chess"), get_variant("fanorona-chess-alternate")
    monkeypatch.setattr(alternate, "network", usual.network)
    try:
        assert install_network(usual, content(usual.name)) == tmp_path / "fanorona-chess.network"
        assert built_in_network(usual) is not None
        assert built_in_network(alternate) is None  # it shares a file that does not name it
    finally:
        built_in_network.cache_clear()
        networks._built_in.cache_clear()


def test_what_evaluates() -> None:
    """A network that you set comes before weights that you set, and those come before the built-in ones."""
    game, other = Game("half-chess"), Game("banqi", seed=1)
    game.push("e2e4")
    searcher = Searcher(1)
    parts = Parts(game.position)
    plain, elsewhere = searcher.evaluate(game), searcher.evaluate(other)
    searcher.set_network(parts.network())
    assert searcher.evaluate(game) == parts.evaluate(game.position) != plain
    assert searcher.evaluate(other) == elsewhere
    assert searcher.think(other, Limits(depth=2)).text
    searcher.set_evaluation("hand-made")
    by_hand = searcher.evaluate(game)
    assert by_hand == game.position.evaluate()
    searcher.set_evaluation("material")
    assert searcher.evaluate(game) == 0 == game.position.with_material_only().evaluate()
    assert searcher.think(game, Limits(depth=3)).score % 10 == 0
    searcher.set_evaluation("network")
    searcher.set_network(None)
    assert searcher.evaluate(game) == plain
    tempo = [term.name for term in game.position.terms].index("tempo")
    values = list(built_in(get_variant("half-chess")).values)
    values[tempo] += 50
    searcher.set_weights(Weights("half-chess", tuple(values)))
    assert searcher.evaluate(game) == by_hand + 50


@pytest.mark.parametrize(
    ("option", "value"), [("DarkCapture", True), ("ChariotRides", "ranked"), ("CannonDirect", True)]
)
def test_house_rules_have_their_own_network(option: str, value: object) -> None:
    """One that you set is used under all rules."""
    usual, other = (Game("banqi", options, seed=1) for options in ({}, {option: value}))
    searcher = Searcher(1)
    for game, name in ((usual, "banqi"), (other, "banqi-house")):
        assert searcher.evaluate(game) == read_network(built_in_path(name)).network.evaluate(game.position)
    assert searcher.evaluate(usual) != searcher.evaluate(other)
    draw = Game("banqi", {"NoProgressPlies": 60}, seed=1)
    assert searcher.evaluate(draw) == searcher.evaluate(usual)
    searcher.set_network(Parts(other.position).network())
    assert searcher.evaluate(other) != other.position.evaluate()


@pytest.mark.parametrize("variant", [name for name in REGISTRY if name.startswith("bifold-")])
def test_what_bifold_evaluates_by_hand(variant: str) -> None:
    """Endings: positions with at most eight occupied squares; and other royals where no network knows them."""
    searcher = Searcher(1)
    royals = "WW" if variant == "bifold-halfgi-wazirs" else "WF"
    pawn = "L" if variant == "bifold-halfgi-handed" else "P"
    few = f"({royals.lower()})6b/8/8/8/2{pawn.lower()}5/2{pawn}5/1(QQ)3{pawn}2/({royals})6B[RRRR] w - - 0 1"
    other_royals = [] if royals == "WW" else [(Game(variant, {"RoyalWazirs": True}), variant.endswith("handed"))]
    for game, by_hand in (
        (Game(variant), False),
        (Game(variant, {"Castling": False}), False),
        *other_royals,
        (Game(variant, {"DropBesideEnemy": False}), False),
        (Game(variant, fen=few), True),
        (Game(variant, fen=few.replace("1(QQ)3", "1QQ2")), False),
    ):
        assert (searcher.evaluate(game) == game.position.evaluate()) is by_hand, game.fen()


@pytest.mark.parametrize("variant", REGISTRY)
def test_every_game_can_be_evaluated_by_material(variant: str) -> None:
    game = Game(
        variant,
        {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RF-CD-BW-QV"}
        if variant == "augmented-half-chess"
        else {"WhiteArmy": "RF-NA-BW-QV", "BlackArmy": "RF-NA-BW-QV"}
        if variant == "augmented-chess"
        else {},
    )
    assert game.position.has_material_only
    assert game.position.with_material_only().evaluate() == 0


def test_over_uci(tmp_path: Path) -> None:
    write_network(tmp_path / "half.network", content())
    write_network(tmp_path / "banqi.network", content("banqi"))
    (tmp_path / "bad.network").write_bytes(content()[:-9])
    position = Game("half-chess").position
    said = f"Evaluation: {Parts(position).evaluate(position) / 100:+.2f} (side to move)"
    with UciEngine(variant="half-chess") as engine:
        engine.send("uci")
        assert "option name Evaluation type combo default network var network var hand-made var material" in (
            engine.until("uciok")
        )
        engine.send("setoption name Evaluation value hand-made", "eval")
        by_hand = engine.expect("Evaluation")
        engine.send("setoption name Evaluation value network", f"setoption name EvalFile value {tmp_path}/half.network")
        engine.send("eval")
        assert engine.expect("Evaluation") == said
        engine.send(f"setoption name EvalFile value {tmp_path}/bad.network", "eval")
        assert "bad.network: damaged" in engine.expect("info string")
        assert engine.expect("Evaluation") == said
        engine.send("go depth 4")
        assert engine.expect("bestmove")
        engine.send("setoption name Evaluation value hand-made", "eval")
        assert engine.expect("Evaluation") == by_hand
        engine.send("setoption name Evaluation value intuition", "setoption name Evaluation value material", "eval")
        assert "unknown value 'intuition': expected one of network, hand-made, material" in engine.expect("info string")
        assert engine.expect("Evaluation") == "Evaluation: +0.00 (side to move)"
        engine.send(f"setoption name EvalFile value {tmp_path}/banqi.network")
        assert "has a network for banqi-2; this game is half-chess" in engine.expect("info string")
        engine.send("setoption name EvalFile value", "go depth 3")
        assert engine.expect("bestmove")


def test_over_cecp(tmp_path: Path) -> None:
    write_network(tmp_path / "half.network", content())
    position = Game("half-chess").position
    said = f"Evaluation: {Parts(position).evaluate(position) / 100:+.2f} (side to move)"
    with CecpEngine(variant="half-chess") as engine:
        lines = engine.ask(
            "force", f"option EvalFile={tmp_path}/half.network", "eval", "option Evaluation=material", "eval"
        )
        assert [line for line in lines if line.startswith("Evaluation")] == [said, "Evaluation: +0.00 (side to move)"]
