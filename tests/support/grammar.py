"""The fuzzers' input: lines of both protocols, FENs with faults, and the expected answers."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY

VARIANTS = tuple(REGISTRY)
#: Characters of FENs, and similar ones.
SIGNS = "pnbrqktemhcgwfldx PNBRQKTEMHCGWFLDX0123456789/[]()-:=~,.|wb\t\xa0½é"


@cache
def games(variant: str) -> tuple[Game, ...]:
    """A few random games."""
    found = []
    for seed in range(6):
        rng, game = random.Random(seed), Game(variant, seed=seed)
        for _ in range(12 * seed):
            if game.result() is not None:
                break
            game.push(rng.choice(game.legal()))
        found.append(game)
    return tuple(found)


def options_of(variant: str) -> list[tuple[str, Sequence[str]]]:
    """The names of all options of a variant, with valid values."""
    found = []
    for option in REGISTRY[variant].options:
        values = {
            "check": ("true", "false"),
            "spin": tuple(map(str, (option.low, option.high, option.default))),
            "combo": option.choices,
        }.get(option.kind, (str(option.default), "random", "RF-CD-BW-QV"))
        found.append((option.name, values))
    return found


@cache
def defaults() -> dict[str, str]:
    """The default values of the options of all variants, as GUIs write them."""
    found = {option.name: option.default for variant in REGISTRY.values() for option in variant.options}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in found.items()}


_FAULTS = "insert delete replace swap double cut case field".split()
_ODD_FIELDS = ("-1", "0", "99", "10000", "10001", "30000", "99999999999", "-", "w", "b")


def spoiled(rng: random.Random, text: str, signs: str = SIGNS, most: int = 3) -> str:
    """A text with a few faults."""
    for _ in range(rng.randint(0, most)):
        at = rng.randint(0, len(text))
        kind, sign = rng.choice(_FAULTS), rng.choice(signs)
        if kind == "insert":
            text = text[:at] + sign + text[at:]
        elif kind == "delete":
            text = text[:at] + text[at + 1 :]
        elif kind == "replace":
            text = text[:at] + sign + text[at + 1 :]
        elif kind == "swap":
            low, high = sorted((at, rng.randint(0, len(text))))
            text = text[:low] + text[high : high + 1] + text[low + 1 : high] + text[low : low + 1] + text[high + 1 :]
        elif kind == "double":
            other = rng.randint(at, min(len(text), at + 9))
            text = text[:other] + text[at:other] + text[other:]
        elif kind == "cut":
            text = text[:at]
        elif kind == "case":
            text = text[:at] + text[at:].swapcase()
        else:
            words = text.split(" ")
            words[rng.randrange(len(words))] = rng.choice(_ODD_FIELDS)
            text = " ".join(words)
    return text


@st.composite
def mutations(draw: st.DrawFn, text: str, signs: str = SIGNS, most: int = 3) -> str:
    """A text with a few faults, which Hypothesis chooses and shrinks."""
    return spoiled(draw(st.randoms(use_true_random=False)), text, signs, most)


@cache
def corpus(variant: str) -> tuple[str, ...]:
    """The FENs of the positions in the random games."""
    return tuple(position.fen() for game in games(variant) for position in game.positions)


@st.composite
def fens(draw: st.DrawFn, variant: str | None = None) -> str:
    """A FEN of a variant, valid or faulty."""
    chosen = draw(st.sampled_from(VARIANTS)) if variant is None else variant
    return draw(mutations(draw(st.sampled_from(corpus(chosen)))))


# Lines ------------------------------------------------------------------------------------------------------------

#: Files for options: none of them may block an engine.
_PATHS = ("", "nosuch", "~nosuchuser/a", "/dev/zero", "/dev/null", "/", "/dev/stdin", "\0", "{", "x" * 5000)
_CHECKS = ("true", "false", "")
#: Settings that are safe to fuzz, since memory and threads stay small; without values, any number.
SETTINGS: dict[str, tuple[str, ...]] = {
    "Hash": ("1", "2", "0", "-5", "x", "99999999999"),
    "Threads": ("1", "2", "0", "257", "x"),
    "MultiPV": ("1", "3", "256", "0", "x"),
    "Move Overhead": (),
    **dict.fromkeys(("EvalFile", "SearchFile", "BookFile"), _PATHS),
    **dict.fromkeys(("OwnBook", "Ponder", "UCI_AnalyseMode", "Resign"), _CHECKS),
    **dict.fromkeys(("BookSeed", "nosuch", ""), ()),
}
CECP_WORDS = (
    *"? . hint bk undo remove draw pause resume analyze go playother force hard easy post nopost random".split(),
    *"computer new d eval edit # c . exclude include result accepted rejected ics name rating exit".split(),
)
CECP_NUMBERED = {
    "memory": ("0", "1", "2", "-7", "x"), "cores": ("0", "1", "2", "-7", "x"), "perft": ("0", "1", "2", "-1", "x"),
    "divide": ("0", "1", "x"), "sd": ("1", "2", "3", "0"), "st": ("0.01", "0", "-1", "x", "nan"),
}  # fmt: skip
#: The second word of `level`.
CECP_BASES = ("0:01", "0", "x", "1", "0:00.5", "9" * 60)
UCI_WORDS = tuple("stop ponderhit uci debug register ucinewgame d eval setoption".split())
UCI_LIMITS = (
    "depth 2", "nodes 300", "movetime 3", "movetime 0", "infinite", "ponder wtime 9 btime 9", "wtime 20 btime 20",
    "wtime -5 btime -5 winc 1 binc 1", "mate 1 depth 2", "depth 1 nosuch", "depth 2 searchmoves e2e4 a1a1 nosuch",
    "wtime 99999999999999999999 btime 1 movestogo 1 depth 2", "infinite depth 1",
)  # fmt: skip
UCI_BAD_GO = ("perft 0", "perft 1", "perft x", "perft", "depth", "wtime x depth 1", "perft -3")
UCI_POSITIONS = ("startpos", "", "fen", "startpos moves", "fen moves", "startpos x")

ODD_MOVES = ("@@@@", "0000", "O-O", "--", ",,", "e2", "a1a1=rk")
ODD_NUMBERS = tuple("-1 0 1 2 3 7 40 100 1000 60000 4294967296 99999999999999999999 1.5 x".split())
squares = st.builds("{}{}".format, st.sampled_from("abcdefghijklmnop"), st.integers(0, 9))
moves = st.one_of(
    st.builds("{}{}{}".format, squares, squares, st.sampled_from(["", "q", "n", "h", "=qb"])),
    st.builds("{0}{1},{1}{2}".format, squares, squares, squares),
    st.builds("{}@{}".format, st.sampled_from("PNBRQqL"), squares),
    st.sampled_from(ODD_MOVES),
)
numbers = st.sampled_from(ODD_NUMBERS) | st.integers(-(2**70), 2**70).map(str)
ODD_TEXTS = ("\x1b[2J", "\0", "a" * 3000, "é" * 40, "\ud7ff")
garbage = st.text(max_size=12) | st.sampled_from(ODD_TEXTS)

_INTERNAL = re.compile(r"internal error|Traceback|AssertionError")


def complaint(lines: Sequence[str], errors: Sequence[str]) -> str:
    """The error in an engine's output; '' if there is none."""
    for line in lines:
        if _INTERNAL.search(line):
            return line
        if not line.isprintable() and "\t" not in line:
            return f"unprintable: {line!r}"
    return "\n".join(errors)


def one_line(text: str) -> str:
    """The text as a single line that does not end a session."""
    kept = "".join(" " if char in "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029" else char for char in text)
    return "" if kept.split()[:1] == ["quit"] else kept


#: What means something in PGN and EPD.
_MEANINGFUL = (
    b"{", b"}", b"(", b")", b"(" * 1000, b"{" * 1000, b"[", b"]", b'[Event "', b'"', b"\\", b";", b"\n%", b"$",
    b"$99999", b"*", b"1-0", b" 1/2-1/2 ", b"\r\n", b"\r", b"\n\n", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"1...", b"!?",
    b" hmvc 99; ", b' id "a;b"; ', b" fmvn -1;", b" perft 1 20;", b" ;D1 ", b"O-O", b"--",
    b"\xc3", b"\x85", b"9" * 5000,
)  # fmt: skip


@st.composite
def damages(draw: st.DrawFn, content: bytes) -> bytes:
    """The content of a damaged file."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        size = draw(st.integers(0, 40))
        kind = draw(st.sampled_from("cut drop put flip double value deep sign".split()))
        if kind == "cut":
            content = content[:at]
        elif kind == "drop":
            content = content[:at] + content[at + size :]
        elif kind == "put":
            content = content[:at] + draw(st.binary(max_size=9)) + content[at:]
        elif kind == "flip" and content:
            at %= len(content)
            content = content[:at] + bytes([content[at] ^ 1 << draw(st.integers(0, 7))]) + content[at + 1 :]
        elif kind == "double":
            content = content[:at] + content[at : at + size] + content[at:]
        elif kind == "value":
            values = [b"[]", b"null", b"-1", b"1e999", b"{}", b'""', b"true", b"9" * 400, b"NaN", b'"x"']
            pieces = re.split(rb"([:,])", content)
            pieces[draw(st.integers(0, len(pieces) - 1))] = draw(st.sampled_from(values))
            content = b"".join(pieces)
        elif kind == "sign":
            content = content[:at] + draw(st.sampled_from(_MEANINGFUL)) + content[at:]
        elif kind == "deep":
            content = content[:at] + b"[" * draw(st.sampled_from([10, 100_000])) + content[at:]
    return content
