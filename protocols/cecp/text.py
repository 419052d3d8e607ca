"""The lines that CECP engines print: features, options, thinking, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oddfish.engine.options import Option
from oddfish.engine.search_types import Info, Status, mate_in_moves

#: XBoard truncates longer lines.
MAX_LINE = 511
_FEATURES = (
    "ping=1 setboard=1 usermove=1 san=0 colors=0 highlight=1 debug=1 sigint=0 sigterm=0 reuse=1 "
    "analyze=1 playother=1 pause=1 exclude=1 memory=1 smp=1 name=1 draw=1 nps=0 ics=0"
)
_MATE = 100000


def feature_lines(name: str, variants: Iterable[str], options: Iterable[Option], setup: Iterable[str]) -> list[str]:
    """The answer to ``protover``. ``setup`` lines tell XBoard the board before it loads a game."""
    return [
        "feature done=0",
        name_line(name),
        f"feature {_FEATURES}",
        f'feature variants="{",".join(variants)}"',
        *map(option_line, options),
        *setup,
        "feature done=1",
    ]


def name_line(name: str) -> str:
    return f'feature myname="{name}"'


def option_name(option: Option) -> str:
    """An option's name in CECP, without spaces."""
    return option.name.replace(" ", "")


def option_line(option: Option) -> str:
    return f'feature option="{option_text(option)}"'


def option_text(option: Option) -> str:
    """``NAME -type VALUE …``."""
    head = f"{option_name(option)} -{option.kind}"
    if option.kind == "button":
        return head
    if option.kind == "check":
        return f"{head} {int(bool(option.default))}"
    if option.kind == "spin":
        return f"{head} {option.default} {option.low} {option.high}"
    if option.kind == "combo":
        starred = (f"*{choice}" if choice == option.default else choice for choice in option.choices)
        return f"{head} {' /// '.join(starred)}"
    return f"{head} {option.default}"


def score_number(info: Info) -> int:
    """Centipawns; 100000 + N for mate in N moves, -100000 - N for being mated in N."""
    mate = info.mate
    if mate is None:
        return info.score
    return _MATE + mate_in_moves(mate) if mate > 0 else mate_in_moves(mate) - _MATE


def thinking_line(info: Info, notes: Sequence[str] = ()) -> str:
    """``ply score cs nodes``, tab, ``seldepth knps tbhits``, tab, PV.

    Args:
        notes: the PV in the variant's own notation. It precedes the moves as a comment, which XBoard skips when you
            step through the line.
    """
    line = (
        f"{info.depth} {score_number(info)} {info.time // 10} {info.nodes}\t"
        f"{info.seldepth} {info.nps // 1000} {info.tbhits}\t"
    )
    moves, comments = list(info.pv), list(notes)
    mark = {"lower": " !", "upper": " ?"}.get(info.bound, "")

    def text() -> str:
        comment = f"{{{' '.join(comments)}}} " if comments else ""
        return f"{line}{comment}{' '.join(moves)}{mark}"

    while len(text()) > MAX_LINE and max(len(moves), len(comments)) > 1:
        (moves if len(moves) > 1 else comments).pop()
    return text()


def status_line(status: Status, move: str) -> str:
    """``stat01: cs nodes depth left total move``; ``move`` is the current root move as the GUI writes it."""
    return f"stat01: {status.time // 10} {status.nodes} {status.depth} {status.left} {status.total} {move}".rstrip()


def result_line(result: str, reason: str) -> str:
    return f"{result} {{{reason}}}"
