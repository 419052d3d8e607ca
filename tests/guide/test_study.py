"""How pieces move on an empty board: the facts of the rule pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from oddfish.cext.halfchess.armies import legal_armies
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.terms import PieceError, Study
from oddfish.engine.variants import REGISTRY

#: Armies that share no piece.
ARMIES = {
    "augmented-half-chess": {"WhiteArmy": "RF-VW-BC-QS", "BlackArmy": "RA-CS-BV-RVF"},
    "augmented-chess": {"WhiteArmy": "RF-NA-BW-QV", "BlackArmy": "RA-IW-BD-RIC"},
}


def study(name: str, letters: str, square: str = "", **options: object) -> Study:
    game = Game(name, options or None, seed=1)
    return guide_of(game.variant).study(game.position, letters, square)


def squares(found: Study, *kinds: str) -> str:
    """The squares a study marks, of these kinds of marks or of all."""
    return " ".join(target.square for target in found.targets if not kinds or target.kind in kinds)


@pytest.mark.parametrize(
    ("name", "letters", "square", "expected"),
    [
        ("half-chess", "R", "a1", "a2 a3 a4 a5 b1 c1 d1 e1"),  # R1
        ("half-chess", "R", "a6", "a3 a4 a5 a7 b6 c6 d6 e6"),
        ("half-chess", "B", "c4", "b3 b5 d3 d5 e2 e6"),
        ("half-chess", "N", "e4", "c3 d6 f6 g3"),  # R2
        ("half-chess", "n", "e4", "c5 d2 f2 g5"),
        ("normal", "N", "a1", "b3 c2"),
        ("normal", "K", "a1", "a2 b1 b2"),
        ("augmented-half-chess", "B", "e4", "c2 c3 c6 d3 d5 d6 f3 f5 f6 g2 g3 g6"),
        ("fanorona-chess", "N", "a1", "b3 c2"),
        ("fanorona-chess", "B", "c4", ""),
        ("fanorona-chess", "K", "b1", "a1 b2 c1"),
        ("banqi", "K", "b4", "a4 b3 b5 c4"),
        ("bifold-halfgi", "WF", "a1", "a2 b1 b2"),
        ("bifold-halfgi", "HH", "a1", "b3 c2"),
    ],
)
def test_squares(name: str, letters: str, square: str, expected: str) -> None:
    assert squares(study(name, letters, square, **ARMIES.get(name, {}))) == expected


def test_a_weak_pawn_alone_captures_nothing_anywhere() -> None:
    """The royals that the board needs do not support it."""
    for square in ("b2", "b3", "e2", "g3", "g7"):
        assert squares(study("bifold-halfgi-weak", "p", square), "capture") == ""
    assert (
        squares(study("bifold-halfgi-weak", "bp", "b3"), "capture") == ""
    )  # what a halfling Bishop captures is a move


@pytest.mark.parametrize("letters", ["P", "p"])
@pytest.mark.parametrize("square", ["b4", "g4", "g5", "g7"])
def test_a_pawn_only_captures_diagonally(letters: str, square: str) -> None:
    """Although the other squares' royals, without which there is no position, are there to be captured."""
    found = study("bifold-halfgi", letters, square)
    assert {name[0] for name in squares(found, "move").split()} == {square[0]}
    assert {name[0] for name in squares(found, "capture").split()} == {chr(ord(square[0]) + side) for side in (-1, 1)}


@pytest.mark.parametrize(
    ("name", "letters", "square", "number"),
    [
        ("fanorona-chess", "Q", "c4", 12),
        ("fanorona-chess", "Q", "c5", 20),
        ("fanorona-chess", "B", "c5", 8),
        ("fanorona-chess", "K", "c5", 8),
        ("bifold-halfgi", "QR", "d4", 22),
        ("bifold-halfgi", "QB", "d4", 21),
        ("bifold-halfgi", "RB", "d4", 16),
        ("bifold-halfgi", "QQ", "d4", 27),
        ("bifold-halfgi", "Q", "d4", 16),
        ("bifold-halfgi", "HR", "d4", 16),
        ("tandem-84", "B", "c2", 14),
        ("normal", "Q", "d4", 27),
    ],
)
def test_numbers(name: str, letters: str, square: str, number: int) -> None:
    assert len(study(name, letters, square).targets) == number


@pytest.mark.parametrize("name", ["normal", "tandem-84"])
@pytest.mark.quick(3)
def test_kings_step_in_every_direction_from_every_square(name: str) -> None:
    """The other King, which the game needs, is never in the way. (Fanorona's: test_terminal_colours.)"""
    game = Game(name)
    guide = guide_of(game.variant)
    width = game.variant.board_files or game.variant.files
    for square in guide.squares():
        edges = ((ord(square[0]) - 97) % width in (0, width - 1)) + (int(square[1]) in (1, game.variant.ranks))
        assert len(squares(guide.study(game.position, "K", square), "move").split()) == (8, 5, 3)[edges], square


def test_pawns_capture_elsewhere_than_they_go() -> None:
    found = study("normal", "P")
    assert (squares(found, "move"), squares(found, "capture")) == ("e3 e4", "d3 f3")
    found = study("normal", "p")
    assert (squares(found, "move"), squares(found, "capture")) == ("e5 e6", "d6 f6")
    left, right = (squares(study("bifold-halfgi-handed", letter), "capture") for letter in "LD")
    assert (left, right) == ("d3", "f3")
    assert squares(study("bifold-halfgi-weak", "P"), "capture") == ""
    assert squares(study("tandem-84", "P", "d2"), "across", "capture") == "c3 e3 i3 j3 j4 k3"


def test_who_captures_whom_follows_the_rules() -> None:
    assert "Captures by a step: General and Soldier." in study("banqi", "P").notes
    assert "These capture it by a step: General and Soldier." in study("banqi", "K").notes
    assert "A Cannon captures it by a jump." in study("banqi", "K").notes
    jump = study("banqi", "C")
    assert squares(jump, "capture") == "b7"
    assert "These capture it by a step: General, Advisor, Elephant, Chariot and Horse." in jump.notes
    assert "Another Cannon captures it by a jump." in jump.notes
    assert not any("jump" in note for note in study("banqi-hongkong", "C").notes)
    assert "exactly one piece: General, Advisor, Elephant, Chariot, Horse, Cannon and Soldier." in " ".join(jump.notes)
    assert "Captures by a step: Soldier and Cannon." not in " ".join(jump.notes)
    assert "Captures by a step: Cannon and Soldier." in study("banqi", "C", CannonDirect=True).notes
    assert squares(study("banqi-hongkong", "C"), "capture") == ""
    assert "Captures by a step: Advisor, Elephant, Cannon and Soldier." in study("banqi-hongkong", "C").notes
    everything = "General, Advisor, Elephant, Chariot, Horse, Cannon and Soldier"
    riding = study("banqi", "R", ChariotRides="any").notes
    assert f"Captures at any distance along a clear rank or file: {everything}." in riding
    hunted = study("banqi", "K", ChariotRides="any").notes
    assert "A Chariot captures it at any distance." in hunted
    assert "These capture it by a step: General and Soldier." in hunted
    assert "A Chariot captures it at any distance." not in study("banqi", "K", ChariotRides="ranked").notes


def test_a_random_army_is_named() -> None:
    """A letter means another piece in another army; a code means the same piece in every army."""
    drawn = Game("augmented-half-chess", seed=1)
    army = drawn.variant.tags(drawn.position)["BlackArmy"]
    told = f"In the army {army} (option BlackArmy); in another army it is another piece."
    assert study("augmented-half-chess", "r").notes == (told,)
    assert study("augmented-half-chess", "K").notes == study("augmented-half-chess", "rf").notes == ()
    assert study("half-chess", "R").notes == ()


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(5)
def test_every_piece_of_every_game_can_be_studied(name: str) -> None:
    """Pieces of both sides, Kings included: each stands on its square, and every mark is on the board."""
    game = Game(name, ARMIES.get(name))
    guide = guide_of(game.variant)
    board = {*guide.squares()}
    for letters in sides(letters for letters, _ in guide.kinds(game.position)):
        found = guide.study(game.position, letters)
        assert guide.cells(found.position)[found.square] == letters
        assert {target.square for target in found.targets} <= board
        assert found.targets
        assert found.square in found.shown


def sides(kinds: Iterator[str]) -> list[str]:
    """The same pieces of both sides."""
    return sorted({letter for kind in kinds for letter in (kind.upper(), kind if kind == "X" else kind.lower())})


@pytest.mark.parametrize("army", [None, "RA-VS-BC-RVD"])
def test_pieces_of_armies_by_their_codes(army: str | None) -> None:
    """Whatever armies the players have."""
    name, options = "augmented-half-chess", {"WhiteArmy": army, "BlackArmy": army} if army else {}
    found = study(name, "RF", "a1", **options)
    assert (found.title, squares(found)) == ("Halfling Rook + Ferz on a1", "a2 a3 a4 a5 b1 b2 c1 d1 e1")
    white, black = (study(name, letters, "e4", **options) for letters in ("BC", "bc"))
    assert squares(white) == "c2 c3 c6 d3 d5 d6 f3 f5 f6 g2 g3 g6"  # the rule page's fourth example
    assert {*squares(black).split()} - {*squares(white).split()} == {"d2", "f2", "c5", "g5"}
    assert study(name, "RVF", **options).title == "Half-Chancellor (Narrow Half-Knight) + Ferz on d4"
    assert study("augmented-chess", "RNA").title == "Chancellor + Alfil on d4"


@pytest.mark.later
def test_every_piece_of_every_army_has_a_code() -> None:
    for name, number in (("augmented-half-chess", 6 + 12 + 6 + 15), ("augmented-chess", 4 + 8 + 4 + 6)):
        codes = {code for army in legal_armies(name) for code in army.split("-")}
        assert len(codes) == number
        assert all(study(name, code).targets for code in codes)


@pytest.mark.parametrize(
    ("name", "letters", "problem"),
    [
        ("augmented-half-chess", "RW", "'RW': augmenter W adds nothing to R"),
        ("augmented-half-chess", "CC", "'CC': C is the basic Knight and may not augment itself"),
        ("augmented-half-chess", "RX", "'RX': X is not an augmenter, expected one of W F D A C V S"),
        ("augmented-half-chess", "king", "'king': expected one of R, N, B, Q, K, P, T, H, E, M, or a code such as RF"),
        ("augmented-half-chess", "Rf", "'Rf': expected one of R, N, B, Q, K, P, T, H, E, M, or a code such as RF"),
        ("augmented-chess", "RS", "'RS': S is not an augmenter, expected one of W F D A C V"),
        ("half-chess", "RF", "'RF': expected one of R, N, B, Q, K, P$"),
        ("tandem-84", "#", "'#': expected one of G, C, M, Q, R, B, N, K, P$"),
        ("bifold-halfgi", "#", "'#': expected one or two of Q, R, B, H, W, F, P$"),
    ],
)
def test_unknown_pieces(name: str, letters: str, problem: str) -> None:
    with pytest.raises(PieceError, match=f"^unknown piece {problem}"):
        study(name, letters)


def test_a_face_down_piece_by_its_sign() -> None:
    assert study("banqi", "#").title == study("banqi", "X").title == "Face-down piece on b4"
    assert squares(study("banqi", "#"), "flip") == "b4"


def test_bad_pieces_and_squares() -> None:
    with pytest.raises(PieceError, match="unknown piece 'X': expected one of R, N, B, Q, K, P"):
        study("half-chess", "X")
    with pytest.raises(PieceError, match="unknown piece 'RRR': expected one or two of Q, R, B, H, W, F, P"):
        study("bifold-halfgi", "RRR")
    with pytest.raises(PieceError, match="'Rq' is of both sides, and pieces of one side move together: RQ or rq"):
        study("bifold-halfgi", "Rq")
    with pytest.raises(PieceError, match="unknown square 'z9': expected a1 to h8"):
        study("half-chess", "R", "z9")
    with pytest.raises(PieceError, match="'P' on a8: pawn on a8"):
        study("half-chess", "P", "a8")
    with pytest.raises(PieceError, match="a pawn stands alone on its square"):
        study("bifold-halfgi", "PP")
    with pytest.raises(PieceError, match=r"unknown piece 'E': expected one of # \(face down\), K, G, M, R, N, C, P"):
        study("banqi", "E")
