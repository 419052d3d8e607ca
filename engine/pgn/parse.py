"""Reads the text of one game: tags, moves, comments, NAGs and variations."""

from __future__ import annotations

import codecs
import contextlib
import re

from oddfish.engine.pgn.games import RESULTS, PgnGame, PgnMove
from oddfish.engine.pgn.split import RawGame

#: Variations deeper than this are left out.
_DEEPEST = 100

_TOKEN = re.compile(
    r"""
      (?P<space>[\s\x00\ufeff]+)
    | (?P<comment>\{[^}]*\}?|;[^\r\n]*)
    | (?P<escape>(?<![^\r\n])%[^\r\n]*)
    | (?P<percent>%)
    | (?P<tag>\[\s*(?P<name>[\w\x80-\U0010ffff]+)(?:\s*"(?P<value>(?:[^"\\\r\n]|\\.)*)"\s*\]|(?P<rest>[^\r\n]*)))
    | (?P<nag>\$\d+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<word>[^\s\x00-\x1f{}()<>\[\];$!?*"]+(?:\*(?=[A-Za-z0-9])[^\s\x00-\x1f{}()<>\[\];$!?*"]*)*)
    | (?P<suffix>[!?]+)
    | (?P<star>\*(?![A-Za-z0-9*]))
    | (?P<other>.)
    """,
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")
#: A move's number. ``0000`` is a move: it ends a series of captures early in Banqi.
_NUMBER = re.compile(r"\d*[.\u2026]+|(?!0000\Z)\d+\Z")
_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_GLYPHS = {
    "=": 10, "\u221e": 13, "+=": 14, "\u2a72": 14, "=+": 15, "\u2a71": 15, "+/-": 16, "\u00b1": 16, "-/+": 17,
    "\u2213": 17, "+-": 18, "+\u2212": 18, "-+": 19, "\u2212+": 19, "N": 146,
}  # fmt: skip
#: Words that some files put beside moves, and that add nothing.
_IDLE = frozenset(("+", "#", "++", "e.p.", "ep", "-"))
_RESULT_WORDS = {
    **{one: one for one in RESULTS}, "1/2": "1/2-1/2", "\u00bd-\u00bd": "1/2-1/2", "\u00bd": "1/2-1/2",
    "1\u20130": "1-0", "0\u20131": "0-1",
}  # fmt: skip
_LONGEST_RESULT = max(map(len, _RESULT_WORDS))


def decode(data: bytes) -> str:
    """A text in UTF-8 or, if it is not, in Windows-1252, in which older programs write."""
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("utf-8")
    data = data.replace(codecs.BOM_UTF8, b"")  # other encodings would read it as a word
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("cp1252")
    return data.decode("latin-1")


def parse_game(raw: RawGame, only_tags: bool = False) -> PgnGame:
    """Read one game. It keeps what can be read of a malformed text, and says what is wrong in ``problem``.

    Args:
        only_tags: stop at the first move.
    """
    text = decode(raw.data)
    game = PgnGame(number=raw.number, place=raw.line)
    _Parser(text, game).read(only_tags)
    return game


class _Parser:
    """The state while reading a game."""

    def __init__(self, text: str, game: PgnGame):
        self.text, self.game = text, game
        self.line = game.line  # the main line, or the variation that is open
        self.outer: list[list[PgnMove]] = []  # the lines that contain it
        self.before: list[str] = []  # comments before the first move of a line
        self.too_deep = 0  # open variations that are left out
        self.moved = False  # whether the tags are over

    def problem(self, what: str, at: int) -> None:
        if not self.game.problem:
            before = self.text[:at].replace("\r\n", "\n").replace("\r", "\n")
            self.game.problem = f"{what} (line {self.game.place + before.count(chr(10))})"

    def read(self, only_tags: bool) -> None:
        position, size = 0, len(self.text)
        match = _TOKEN.match
        while position < size and not (only_tags and self.moved):
            if self.moved and self.text[position] == "[":  # not a tag
                position += 1
                continue
            token = match(self.text, position)
            if token is None:  # a line end, which `.` does not match
                position += 1
                continue
            kind = token.lastgroup
            position = token.end()
            if kind == "space":
                continue
            if kind == "word":
                self.word(token[0])
            elif kind == "comment":
                self.comment(token[0], token.start())
            elif kind in ("tag", "name", "value", "rest"):
                self.tag(token)
            elif kind in ("suffix", "nag"):
                self.nag(token[0])
            elif kind == "open":
                self.open(token.start())
            elif kind == "close":
                self.close(token.start())
            elif kind == "star":
                self.end("*")
        if (self.outer or self.too_deep) and not only_tags:
            self.problem("a variation is not closed", size)

    def tag(self, token: re.Match[str]) -> None:
        name, value = token["name"], token["value"]
        if value is None:  # malformed, such as a name with quotation marks in a tag
            value = token["rest"].strip().removesuffix("]").rstrip()
            value = value[1:] if value.startswith('"') else value
            value = value.removesuffix('"')
        self.game.tags[name] = _ESCAPED.sub(r"\1", value) if "\\" in value else value

    def comment(self, text: str, at: int) -> None:
        if text[0] == "{":
            self.moved = self.moved or bool(self.game.tags)
            if text[-1] != "}" or len(text) == 1:
                self.problem("a comment is not closed", at)
            text = text.rstrip("}")
        words = " ".join(text[1:].replace("\x00", " ").split())
        if not words or self.too_deep:
            return
        if self.line:
            self.line[-1].comments.append(words)
        elif self.outer:
            self.before.append(words)
        else:
            self.game.comments.append(words)

    def word(self, word: str) -> None:
        self.moved = True
        if self.too_deep:
            return
        at = 0  # words may be long: cut them only once
        while (len(word) - at > _LONGEST_RESULT or word[at:] not in _RESULT_WORDS) and (
            number := _NUMBER.match(word, at)
        ):
            at = number.end()
        word = word[at:]
        if not word:
            return
        if word in _RESULT_WORDS:
            self.end(_RESULT_WORDS[word])
        elif word in _GLYPHS:
            if self.line:
                self.line[-1].nags.append(_GLYPHS[word])
        elif word not in _IDLE:
            move = PgnMove(word)
            if self.before:
                move.before, self.before = self.before, []
            self.line.append(move)

    def nag(self, text: str) -> None:
        self.moved = True
        number = _SUFFIXES.get(text, 0) if text[0] != "$" else int(text[1:7])
        if self.line and number and not self.too_deep:
            self.line[-1].nags.append(number)

    def open(self, at: int) -> None:
        self.moved = True
        if self.too_deep or len(self.outer) >= _DEEPEST:
            self.too_deep += 1
            return
        if not self.line:
            self.problem("a variation before the first move", at)
            self.too_deep += 1
            return
        variation: list[PgnMove] = []
        self.line[-1].variations.append(variation)
        self.outer.append(self.line)
        self.line, self.before = variation, []

    def close(self, at: int) -> None:
        if self.too_deep:
            self.too_deep -= 1
        elif self.outer:
            variation, self.line = self.line, self.outer.pop()
            if not variation:  # (=), as some programs mark an offer of a draw
                self.line[-1].variations.pop()
                self.line[-1].comments += self.before
            self.before = []
        else:
            self.problem("')' without '('", at)

    def end(self, result: str) -> None:
        self.moved = True
        if not self.outer and not self.too_deep:
            self.game.result = result
