"""The lessons: the program makes their pages and pictures, and every scene is legal."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.terms import ACROSS, DROP
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.lessons import lessons_of, pages
from oddfish.protocols.lessons.base import Board, Moves, Played, Refused
from oddfish.protocols.lessons.shown import Shown
from oddfish.protocols.lessons.words import in_words
from oddfish.protocols.pictures.marks import MARKS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "learn"


@pytest.mark.later
def test_pages_are_those_the_program_writes() -> None:
    """``python -m oddfish.protocols.lessons.pages docs/learn`` writes them again."""
    fresh = pages.pages()
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert {path.relative_to(FOLDER).as_posix() for path in files} == fresh.keys()
    for name, text in fresh.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


def test_pictures_and_links_of_the_pages_exist() -> None:
    for page in FOLDER.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'src="([^"]+)"', text) + re.findall(r"\]\(([^)#]+)", text):
            assert (FOLDER / target).exists(), (page.name, target)


def test_captions_name_numbers_on_the_boards() -> None:
    """Each board of several has its number in its picture, and its caption follows the row of at most six boards that
    fits the page."""
    files = pages.pages()
    for name, text in files.items():
        for row in re.findall(r"(?:^<img .*>\n)+\n(?:.+\n)*", text, re.MULTILINE):
            shown = re.findall(r'src="([^"]*-(\d+)\.svg)".* width="(\d+)"', row)
            captions = row.partition("\n\n")[2].splitlines()
            assert len(shown) == len(captions) <= 6, name
            assert sum(int(width) for *_, width in shown) <= 900 or len(shown) == 1
            single = len(shown) == 1 and not captions[0].startswith(f"{shown[0][1]}. ")
            for (picture, number, _), caption in zip(shown, captions):
                drawn = re.findall(r'class="number" aria-label="(\d+)"', files[picture])
                assert drawn == ([] if single else [number]), picture
                assert single or caption.startswith(f"{number}. ")


def test_lessons_are_for_variants_of_the_family() -> None:
    for variant in REGISTRY.values():
        family = {other.name for other in REGISTRY.values() if other.page == variant.page}
        for lesson in lessons_of(variant):
            assert {*lesson.variants} <= family
            for scene in lesson.scenes:
                assert {*scene.variants} <= {*(lesson.variants or family)}


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_boards_are_those_of_the_game_that_is_shown(name: str) -> None:
    """The boards are those of the game, by its own rules: scenes refuse illegal moves."""
    variant = REGISTRY[name]
    for lesson in lessons_of(variant):
        if lesson.is_for(variant):
            boards = lesson.boards(variant)
            assert boards, lesson.title
            assert {board.variant.name for board in boards} == {name}, lesson.title


@pytest.mark.parametrize("name", REGISTRY)
def test_lessons_begin_with_the_start_position(name: str) -> None:
    variant = REGISTRY[name]
    first = next(lesson for lesson in lessons_of(variant) if lesson.is_for(variant))
    assert first.title.startswith("The start position")
    (board,) = first.boards(variant)
    start = Game(variant, seed=1).fen()
    assert board.position.fen().split()[:6] == start.split()[:6]  # armies may differ


def scenes_of_moves(name: str) -> Iterator[Board]:
    """The boards with marks of the moves from one square, without generated captions."""
    variant = REGISTRY[name]
    for lesson in lessons_of(variant):
        for scene in lesson.scenes if lesson.is_for(variant) else ():
            if isinstance(scene, Moves) and scene.is_for(variant):
                yield from scene.boards(variant)


@pytest.mark.parametrize("name", REGISTRY)
def test_boards_that_show_moves_have_some(name: str) -> None:
    for board in scenes_of_moves(name):
        assert board.targets, board.caption


def test_moves_that_captions_name_are_legal() -> None:
    """Captions of any game can name moves; those of Fanorona Chess do."""
    named = Counter[str]()
    for name in REGISTRY:
        for board in scenes_of_moves(name):
            legal = board.position.texts()
            for text in re.findall(r"\b[a-l][1-9][/~]?[a-l][1-9]\w*", board.caption):
                named[name] += 1
                assert any(move.startswith(text) for move in legal), (board.caption, text)
    assert named["fanorona-chess"] >= 5 and named["fanorona-chess-alternate"] >= 5


def test_restricted_sections_name_their_games() -> None:
    """Sections and boards that do not apply to all games of a page name their games."""
    for page in {variant.page for variant in REGISTRY.values()}:
        family = [variant for variant in REGISTRY.values() if variant.page == page]
        sections = (FOLDER / page).read_text(encoding="utf-8").split("\n## ")[1:]
        lessons = lessons_of(family[0])
        assert [section.splitlines()[0] for section in sections] == [lesson.title for lesson in lessons]
        for section, lesson in zip(sections, lessons):
            told = re.search(r"^\*Only in (.*)\.\*$", section.splitlines()[2])
            assert (told is None) == all(map(lesson.is_for, family))
            names = {*re.findall(r"`([^`]*)`", told[1])} if told else {variant.name for variant in family}
            assert names == {variant.name for variant in family if lesson.is_for(variant)}
            for scene in lesson.scenes:
                some = {*scene.variants} if scene.variants else names
                assert some == names or all(f"`{one}`" in section for one in some)


def test_pages_begin_with_the_start_position() -> None:
    for page in {variant.page for variant in REGISTRY.values()}:
        text = (FOLDER / page).read_text(encoding="utf-8")
        assert text.partition("\n## ")[2].startswith("The start position")
    text = (FOLDER / "half-chess-family.md").read_text(encoding="utf-8")
    assert text.startswith("# Learning the Half Chess family\n")


@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "normal"])
def test_every_game_has_lessons(name: str) -> None:
    """Moves, the end of the game, and surprises."""
    titles = [lesson.title for lesson in lessons_of(REGISTRY[name]) if lesson.is_for(REGISTRY[name])]
    assert len(titles) >= 4
    assert any(title.startswith("What surprises most") for title in titles)
    assert any("how the game ends" in title.lower() for title in titles)


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "normal"])
@pytest.mark.quick(3)
def test_the_terminal_shows_the_same(name: str) -> None:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(cli, ["variants", "--rules", name])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    for lesson in lessons_of(REGISTRY[name]):
        assert (lesson.title in lines) == lesson.is_for(REGISTRY[name])
    assert sum(line.split()[:4] == ["a", "b", "c", "d"] for line in lines) >= 5  # boards


def test_tandem_84_shows_a_mate_and_where_kings_and_queens_go() -> None:
    """A mate after moves on both boards, and a position that is not mate because a Knight is further left."""
    variant = REGISTRY["tandem-84"]
    lessons = {lesson.title: lesson.boards(variant) for lesson in lessons_of(variant)}
    mated, escaped = (board.position for board in lessons["Check, and how the game ends"][-2:])
    assert (mated.outcome(), mated.moves()) == ((1, "checkmate"), [])  # lost by Black
    assert {text.partition(",")[0] for text in escaped.texts()} >= {"c5/h7", "c5/k6"}
    kings = lessons["The King and the Queen"]
    assert {target.kind for target in kings[0].targets} == {"move", "across"}
    assert any(board.position.check for board in kings)


@pytest.mark.parametrize("page", sorted({variant.page for variant in REGISTRY.values()}))
def test_pages_explain_their_marks(page: str) -> None:
    """All marks in their pictures, and no others."""
    text = (FOLDER / page).read_text(encoding="utf-8")
    legend = " ".join(text.partition("\n## ")[0].partition("Marks on the boards: ")[2].split())
    pictures = "".join((FOLDER / name).read_text(encoding="utf-8") for name in re.findall(r'src="([^"]+)"', text))
    across = page == "tandem-84.md"  # where the mark of drops has another meaning
    for kind, mark in MARKS.items():
        shown = mark.shape in pictures and kind != (DROP if across else ACROSS)
        assert (mark.drawn in legend) == shown, kind
    assert legend.endswith("The squares of the move just made are yellow.")
    assert 'class="marked"' in pictures


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_pictures_are_described_in_words(name: str) -> None:
    """Every piece, highlighted square and mark."""
    variant = REGISTRY[name]
    guide = guide_of(variant)
    for lesson in lessons_of(variant):
        for board in lesson.boards(variant) if lesson.is_for(variant) else ():
            told = in_words(board).removeprefix(board.caption.replace("`", ""))
            assert "`" not in told
            named = {*re.findall(r"\b[a-l][1-9]\b", told)}
            occupied = {*guide.cells(board.position)}
            pieces = occupied if board.shown is None else {*board.shown}
            places = {target.square for target in board.targets if target.kind != DROP or target.square in occupied}
            assert "every square" in told or pieces | places <= named, board.caption
            assert not board.last or "Highlighted: " in told
            for target in board.targets:
                assert MARKS[target.kind].phrase in told or target.kind == "flip"


def test_descriptions() -> None:
    shown = Moves("Caption.", "7(wf)/8/8/3(qb)4/2b1(PR)3/8/8/4(WF)3[R] w - - 0 1", "r@").boards(
        REGISTRY["bifold-halfgi-weak"]
    )
    assert in_words(shown[0]) == (
        "Caption. White: unit WF (King) e1; unit of half Rook and weak Pawn e4. Black: half Bishop c4; unit of half "
        "Queen and half Bishop d5; unit WF (King) h8. Written beside the board: in hand, White R. The half Rook in "
        "hand is dropped on any empty square and on c4."
    )
    before, after = Played("A Pawn.", "4k/5/5/5/5/5/2P2/1p3/3K1 w - - 0 1", "c3d4xb2").boards(
        REGISTRY["fanorona-chess"]
    )
    assert in_words(before) == (
        "A Pawn. White: Pawn c3; King d1. Black: Pawn b2; King e9. The Pawn on c3 goes to d4; captures a piece on b2."
    )
    assert in_words(after) == "After c3d4xb2. White: King d1; Pawn d4. Black: King e9. Highlighted: b2, c3, d4."
    (board,) = Moves("Any.", "4/4/4/4/4/4/2X1/XK2[Pp] w r 0 9", "").boards(REGISTRY["banqi"])
    assert in_words(board).startswith("Any. Red: General b1. Face down: a1, c2. Written beside the board: face down, ")
    assert "You can turn up: a1, c2. The General on b1 goes to " in in_words(board)


def test_the_terminal_explains_signs_and_backgrounds() -> None:
    boards = Played("", "", "e2e4 e7e5").boards(REGISTRY["half-chess"])
    coloured = "· goes there   other background: the move just made\n"
    for system, told in (("truecolor", coloured), (None, "· goes there\n")):
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, color_system=system, width=80)  # type: ignore[arg-type]
        console.print(Shown(boards))
        assert file.getvalue().endswith(told)


def test_scenes_that_contradict_the_rules_are_noticed() -> None:
    chess, start = REGISTRY["normal"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    with pytest.raises(ValueError, match="'e2e5' is not a legal move"):
        Played("", start, "e2e5").boards(chess)
    with pytest.raises(ValueError, match="expected 'checkmate'"):
        Played("", start, "e2e4", "checkmate").boards(chess)
    with pytest.raises(ValueError, match="expected 'check'"):
        Refused("", start, "e2e4", "check").boards(chess)
    with pytest.raises(ValueError, match="expected 'check'"):
        Refused("", start, "e2e5", "check").boards(chess)
    with pytest.raises(ValueError, match="'f' on e8 is a Ferz"):
        Moves("", "4(wf)3/8/8/8/8/8/8/4(WF)3[] w - - 0 1", "e1").boards(REGISTRY["bifold-halfgi-wazirs"])
