"""What engines print, within bounds: lines of a stream, the few lines that matter, and the numbers in them.

An engine may print without end, with or without line ends. Lines have a maximum length, lines without effect are
dropped while they are still bytes, and numbers outside their range are clamped to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from oddfish.engine.experiments.match.games import MATE_SCORE
from oddfish.engine.ranges import Whole

#: The maximum length of a line, in bytes; the rest of a longer one is dropped.
LONGEST_LINE = 1 << 16
#: Of each piece of output, how many lines with a score, and with nodes but no score, to read; later ones replace
#: earlier ones.
MOST_INFOS = 50
#: The ranges of what records keep of a search. Closer mates score more than any centipawns.
_DEPTH, _NODES, _MATE = Whole(0, 1000), Whole(0, 2**53 - 1), Whole(-1999, 1999)
_SCORE = Whole(-(MATE_SCORE - 2001), MATE_SCORE - 2001)
#: CECP's score of mate in 0.
_CECP_MATE = 100_000

#: Kinds of lines: information with a score, information without, refused options, other lines with an effect, and those
#: without.
SCORED, COUNTED, REFUSED, OTHER, IDLE = "scored", "counted", "refused", "other", ""

#: How this program says that it does not use a book.
NO_BOOK = "; playing without a book"

_UCI = re.compile(rb"\s*(?:(?P<info>info)\s(?!\s*string\s)|(?:bestmove|readyok|uciok|id|option)\b|Error|Illegal move)")
_REFUSED = re.compile(rb"\s*info\s+string\s.*(?:\s\[setoption name |%b)" % NO_BOOK.encode())
_CECP = re.compile(
    rb"\s*(?:(?:move|pong|offer|resign|feature|1-0|0-1|1/2-1/2)\b|(?P<info>\d)|Error|Illegal move|telluser\s.*%b)"
    % NO_BOOK.encode()
)


class LineBuffer:
    """Splits a stream of bytes into lines.

    Lines end in LF or CRLF. NULs are dropped, and long lines cut off.
    """

    def __init__(self) -> None:
        self._part = bytearray()

    def take(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without their ends."""
        *lines, rest = data.translate(None, b"\0").split(b"\n")
        if lines:
            self._add(lines[0])
            lines[0] = bytes(self._part)
            self._part.clear()
        self._add(rest)
        return [line[:LONGEST_LINE].rstrip(b"\r") for line in lines]

    def _add(self, data: bytes) -> None:
        self._part += data[: max(LONGEST_LINE - len(self._part), 0)]


def uci_kind(line: bytes) -> str:
    """The kind of a line in UCI."""
    found = _UCI.match(line)
    if found is None:
        return REFUSED if _REFUSED.match(line) else IDLE
    if not found["info"]:
        return OTHER
    words = line.split()
    return SCORED if b"score" in words else COUNTED if b"nodes" in words else IDLE


def cecp_kind(line: bytes) -> str:
    """The kind of a line in CECP."""
    found = _CECP.match(line)
    if found is None:
        return IDLE
    return SCORED if found["info"] else OTHER


def latest(lines: Sequence[bytes], kind: Callable[[bytes], str]) -> list[bytes]:
    """The lines that have an effect: of information that newer lines replace, only the last lines."""
    if len(lines) <= MOST_INFOS:
        return [line for line in lines if kind(line) != IDLE]
    kept: list[bytes] = []
    counts: Counter[str] = Counter()
    for line in reversed(lines):
        found = kind(line)
        if found == OTHER:
            counts.clear()  # information before an answer belongs to that answer
        elif found == IDLE or counts[found] >= MOST_INFOS:
            continue
        counts[found] += 1
        kept.append(line)
    kept.reverse()
    return kept


class Thinking(NamedTuple):
    """What a line says about a search, with numbers in range; None is unknown."""

    depth: int | None
    score: int | None  # centipawns, from the engine's point of view
    nodes: int | None


def read_info(line: str) -> Thinking:
    """Read an ``info`` line of UCI. Without a score there is no depth, since other information may be from a later
    depth."""
    words = line.split()
    if "string" in words:
        del words[words.index("string") :]
    unit, score = _after(words, "score"), None
    if unit == "cp":
        score = _SCORE.nearest(_after(words, "score", 2))
    elif unit == "mate":
        moves = _MATE.nearest(_after(words, "score", 2))
        score = None if moves is None else MATE_SCORE - moves if moves > 0 else -MATE_SCORE - moves
    depth = None if score is None else _DEPTH.nearest(_after(words, "depth"))
    return Thinking(depth, score, _NODES.nearest(_after(words, "nodes")))


def last_thoughts(lines: Iterable[str]) -> Thinking:
    """What ``info`` lines say, oldest first: the last depth, score and nodes that any of them gives."""
    depth = score = nodes = None
    for line in reversed(list(lines)):
        read = read_info(line)
        depth = read.depth if depth is None else depth
        score = read.score if score is None else score
        nodes = read.nodes if nodes is None else nodes
        if None not in (depth, score, nodes):
            break
    return Thinking(depth, score, nodes)


def _after(words: list[str], name: str, distance: int = 1) -> str:
    place = words.index(name) + distance if name in words else len(words)
    return words[place] if place < len(words) else ""


def plain_thinking(line: str) -> str:
    """A line of thinking in CECP reduced to depth, score, time and nodes, with numbers in range; '' for others."""
    words = line.split(maxsplit=4)[:4]
    numbers = [accepted.nearest(word) for accepted, word in zip((_DEPTH, Whole(), Whole(0), _NODES), words)]
    depth, score, time, nodes = (*numbers, None, None, None, None)[:4]
    if depth is None or score is None or time is None or nodes is None:
        return ""
    if abs(score) < _CECP_MATE:
        score = min(max(score, _SCORE.low), _SCORE.high)
    else:
        score = min(max(score, _MATE.low - _CECP_MATE), _MATE.high + _CECP_MATE)
    return f"{depth} {score} {time} {nodes}"
