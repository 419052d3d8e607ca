"""Writes games as PGN that any program can read, whatever names and comments contain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

#: The columns of a line; only a longer word exceeds them.
WIDTH = 79
#: The longest value of a tag and the longest comment, in characters; the rest is cut.
LONGEST_TAG, LONGEST_COMMENT = 1000, 10_000

_NOT_A_NAME = re.compile(r"\W", re.ASCII)
#: Characters that must not begin a line, even within a comment: a reader may see an escape line, a tag or a comment.
_RISKY = ("%", "[", ";")


def _plain(text: str, longest: int) -> str:
    """One line: control characters and spacing become single spaces, and characters that cannot be encoded are
    replaced."""
    text = text[: 4 * longest]
    kept = (
        " " if (kind := unicodedata.category(sign)) in ("Cc", "Zl", "Zp") else "\ufffd" if kind == "Cs" else sign
        for sign in text
    )
    text = " ".join("".join(kept).replace("\ufeff", "").split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "\u2026"


def clean_comment(text: str) -> str:
    """A comment as it is written: on one line, with parentheses for braces, and bounded."""
    return _plain(text, LONGEST_COMMENT).replace("{", "(").replace("}", ")")


def clean_tag(value: str) -> str:
    """A tag's value as it is written, before escaping: on one line and bounded."""
    return _plain(value, LONGEST_TAG)


def tag_section(tags: Mapping[str, str]) -> str:
    """The tags, a line each."""
    lines = []
    for name, value in tags.items():
        escaped = clean_tag(value).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{_NOT_A_NAME.sub("_", name) or "_"} "{escaped}"]\n')
    return "".join(lines)


def comment_words(text: str) -> list[str]:
    """A comment in braces, as words between which lines may end; [] if it is empty."""
    comment = clean_comment(text)
    if not comment:
        return []
    whole = f"{{{comment}}}"
    return [whole] if len(whole) <= WIDTH else whole.split(" ")


def movetext(words: Iterable[str]) -> str:
    """Words in lines of at most `WIDTH` columns, without the last line's end."""
    lines: list[str] = []
    line = ""
    for word in words:
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= WIDTH:
            line = f"{line} {word}"
        elif word.startswith(_RISKY):
            head, _, last = line.rpartition(" ")
            if head and not last.startswith(_RISKY):
                lines.append(head)
                line = f"{last} {word}"
            else:
                line = f"{line} {word}"
        else:
            lines.append(line)
            line = word
    return "\n".join([*lines, line])
