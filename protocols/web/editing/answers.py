"""Answers to the page on which you set up a position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide.words import capital
from oddfish.engine.options import OptionError
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.web import drawing
from oddfish.protocols.web.editing import editor_of
from oddfish.protocols.web.editing.base import Draft, Editor, Field
from oddfish.protocols.web.messages import RefusedError, options_in, text_in

#: The longest field and hand of a draft, and the rights that a change on the board may cost.
_MOST_FIELD, _MOST_HAND, _MOST_RIGHTS = 60, 80, 8
_LETTERS = re.compile(r"[A-Za-z]{1,2}")
#: How errors name a right or an en-passant square that the pieces do not allow.
_RIGHT, _PASSED = re.compile(r"(?:right|unmoved king) '([A-Za-z])'"), "en-passant"


def edited(message: Mapping[str, Any]) -> dict[str, Any]:
    """A position as the page edits it: its parts, its FEN, and what is wrong with it.

    Args:
        message: the variant and its options, with one of `fen`, `draft` and `do`: `start` for the start position,
            `clear` for an empty board. `changed` says that the pieces of the draft have changed: what depends on them
            follows.

    Raises:
        RefusedError: the message is malformed.
    """
    try:
        variant = get_variant(text_in(message, "variant"))
        options = options_in(message)
        start = Game(variant, options, seed=0).position
    except (UnknownVariantError, OptionError) as error:
        raise RefusedError(str(error)) from None
    editor = editor_of(variant)
    try:
        draft = _wanted(message, editor, variant, options, start)
    except (FenError, OptionError) as error:
        return {"t": "edited", "fen": text_in(message, "fen"), "problem": _sentence(error), "draft": None}
    position, problem = start, ""
    try:
        position = Game(variant, options, editor.write(draft), seed=0).position
        draft = editor.read(position.fen(), position)
    except (FenError, OptionError) as error:
        problem = _sentence(error)
    return {
        "t": "edited",
        "fen": editor.write(draft),
        "problem": problem,
        "draft": draft._asdict(),
        **_description(editor, variant, position, draft),
    }


def _wanted(
    message: Mapping[str, Any], editor: Editor, variant: Variant, options: Mapping[str, Any], start: Position
) -> Draft:
    """The draft in a message, or that of its FEN, of the start position, or of an empty board.

    Raises:
        RefusedError: the draft is malformed.
        FenError, OptionError: the page cannot edit the FEN.
    """
    given = message.get("draft")
    if given is not None:
        draft = _draft(given, editor, editor.form(start))
        return _mended(editor, draft, variant, options, start) if message.get("changed") is True else draft
    fen, task = text_in(message, "fen"), message.get("do")
    draft = editor.read(fen if fen and task is None else start.fen(), start)
    if task == "clear":
        return editor.cleared(draft, start)
    if not _is_well_formed(draft, editor, start):
        Game(variant, options, fen, seed=0)  # its error says what is wrong
    return draft


def _description(editor: Editor, variant: Variant, position: Position, draft: Draft) -> dict[str, Any]:
    """What the page needs to show a draft."""
    palette = editor.palette(position)
    known = [letter for group in palette for letter in group]
    used = {*draft.cells.values(), *(draft.hand or "")}
    pictures = {}
    for letters in {*known, *used}:
        try:
            pictures.update(drawing.pieces(variant, position, (letters,)))
        except (KeyError, IndexError, ValueError):  # letters that are not pieces
            pictures[letters] = ""
    return {
        "title": variant.title,
        "board": drawing.board(variant, position),
        "form": [field._asdict() for field in editor.form(position)],
        "palette": palette,
        "halves": editor.halves(position),
        "held": {"label": editor.held, "both": editor.two_hands},
        "sides": [editor.guide.called(position, side) for side in (0, 1)],
        "names": {letter: editor.named(position, letter) for letter in known},
        "pictures": pictures,
    }


def _draft(given: Any, editor: Editor, form: list[Field]) -> Draft:
    """The draft in a message.

    Raises:
        RefusedError: it is malformed.
    """
    if not isinstance(given, dict):
        raise RefusedError("draft: expected an object")
    cells, hand, fields = given.get("cells"), given.get("hand"), given.get("fields")
    names = {*editor.guide.squares()}
    if not isinstance(cells, dict) or not all(
        square in names and isinstance(letters, str) and _LETTERS.fullmatch(letters)
        for square, letters in cells.items()
    ):
        raise RefusedError("cells: expected letters by square")
    if hand is not None and not (isinstance(hand, str) and len(hand) <= _MOST_HAND and (hand.isalpha() or not hand)):
        raise RefusedError("hand: expected letters")
    if (
        not isinstance(fields, list)
        or len(fields) != len(form)
        or not all(isinstance(text, str) and len(text) <= _MOST_FIELD for text in fields)
    ):
        raise RefusedError(f"fields: expected {len(form)} short strings")
    texts = ["".join(text.split()) or ("" if field.default == "" else "-") for text, field in zip(fields, form)]
    return Draft(dict(cells), hand, texts)


def _is_well_formed(draft: Draft, editor: Editor, position: Position) -> bool:
    """Whether the page can send a draft back."""
    try:
        _draft(draft._asdict(), editor, editor.form(position))
    except RefusedError:
        return False
    return True


def _mended(editor: Editor, draft: Draft, variant: Variant, options: Mapping[str, Any], position: Position) -> Draft:
    """A draft without the rights and en-passant squares that its pieces do not allow."""
    draft = editor.mended(draft)
    form = editor.form(position)
    for _ in range(_MOST_RIGHTS):
        try:
            Game(variant, options, editor.write(draft), seed=0)
            break
        except (FenError, OptionError) as error:
            fields = [*draft.fields]
            right = _RIGHT.search(str(error))
            for index, field in enumerate(form):
                if right and field.kind == "rights":
                    fields[index] = fields[index].replace(right[1], "") or "-"
                elif str(error).startswith(_PASSED) and field.label.lower().startswith(_PASSED):
                    fields[index] = "-"
            if fields == draft.fields:
                break
            draft = draft._replace(fields=fields)
    return draft


def _sentence(error: Exception) -> str:
    """An error's text as a sentence."""
    text = str(error)
    return capital(text) + ("" if text.endswith(".") else ".")
