"""Writes the tables of docs/measured.md and the README from the records in ``bench/measured`` (``make measured``).

    python bench/measured.py            # rewrite both pages
    python bench/measured.py --check    # fail if that would change them

On the pages each table is between ``<!-- measured: NAME -->`` and ``<!-- end -->``. The function of that name below
makes the table and a line under it with the source of the figures and the command that repeats them.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from records import FOLDER, ROOT, Run, read

from oddfish.engine.evaluation.networks import FOLDER as NETWORKS
from oddfish.engine.variants import REGISTRY

PAGES = ("docs/measured.md", "README.md")
_BLOCK = re.compile(r"(<!-- measured: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Lines = list[str]
TABLES: dict[str, Callable[[], Lines]] = {}


def table(make: Callable[[], Lines]) -> Callable[[], Lines]:
    """Register a table under its function's name."""
    TABLES[make.__name__.replace("_", "-")] = make
    return make


# Parts of tables -------------------------------------------------------------------------------------------------


def rows(heads: Sequence[str], cells: Iterable[Sequence[object]]) -> Lines:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *cells]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def pivot(results: Iterable[tuple[str, str, str]], head: str) -> Lines:
    """A table of (row, column, cell); rows and columns are in order of first appearance."""
    cells: dict[str, dict[str, str]] = {}
    columns: dict[str, None] = {}
    for row, column, cell in results:
        cells.setdefault(row, {})[column] = cell
        columns[column] = None
    return rows(
        [head, *columns], [[row, *(found.get(column, "") for column in columns)] for row, found in cells.items()]
    )


def sources(runs: Iterable[Run]) -> Lines:
    """A line on the source of figures: date, machine and signature of each run, and the command that repeats it."""
    commands: dict[str, list[str]] = {}
    for run in runs:
        signature = f"signature {run['signature']}" if run["signature"] else f"commit {run['commit']}"
        note = f"; {run['note']}" if "note" in run else ""
        commands.setdefault(f"{run['date']}, {run['machine']}, {signature}{note}", []).append(f"`{run['command']}`")
    return ["", "Measured " + "; ".join(f"{where}: {', '.join(said)}" for where, said in commands.items()) + "."]


def results(name: str) -> Iterator[dict[str, Any]]:
    """All results of a file of records."""
    for run in read(FOLDER / f"{name}.json"):
        yield from run["results"]


def networks() -> Iterator[dict[str, Any]]:
    """The built-in networks' matches against the hand-written evaluations at 0.1 s a move."""
    for recipe in json.loads((NETWORKS / "recipes.json").read_text(encoding="utf-8")).values():
        for found in recipe["results"]:
            if (found["opponent"], found["limit"]) == ("hand-made", "0.1 s"):
                yield {**found, "player": "network"}


def times(ratio: float) -> str:
    """A ratio with two significant digits."""
    return f"{ratio:.0f}x" if ratio >= 9.95 else f"{ratio:.2f}x" if ratio < 0.995 else f"{ratio:.1f}x"


def elo(result: dict[str, Any]) -> str:
    """Elo and its 95 % interval; empty if one side won every game and the interval is unknown."""
    value, low, high = result["elo"]
    if value is None:
        return f"over {low:+.0f}" if low is not None else ""
    if low is None or high is None:
        return f"{value:+.0f}" if low is None else f"{value:+.0f} (over {low:+.0f})"
    if abs((high - value) - (value - low)) <= 2:
        return minus(f"{value:+.0f} ± {(high - low) / 2:.0f}")
    return minus(f"{value:+.0f} ({low:+.0f} to {high:+.0f})")


def minus(text: str) -> str:
    """With a true minus sign."""
    return text.replace("-", "\N{MINUS SIGN}")


def score(result: dict[str, Any]) -> str:
    wins, draws, losses = result["score"]
    return minus(f"+{wins} ={draws} -{losses}")


def games(result: dict[str, Any]) -> int:
    return sum(result["score"]) if result.get("score") else result["games"]


# The page's tables -----------------------------------------------------------------------------------------------

#: Names of peers in the tables, by the beginning of the name that the engine reports.
PEERS = {"Fairy-Stockfish 11.1": "Fairy-Stockfish 11.1", "Stockfish 15.1": "Stockfish 15.1"}


def peer_of(name: str) -> str:
    return next((short for long, short in PEERS.items() if name.startswith(long)), name)


def is_perft_of_chess(race: dict[str, Any]) -> bool:
    return race["group"] in ("normal, lists", "normal, bulk")


@table
def perft_of_chess() -> Lines:
    method = {"normal, lists": "lists", "normal, bulk": "bulk"}
    races = [race for race in results("perft") if is_perft_of_chess(race)]
    races.sort(key=lambda race: race["group"] == "normal, bulk")
    cells = (
        (f"{method[r['group']]} | {peer_of(r['peer'])}", r["case"].partition(",")[0], times(r["ratio"])) for r in races
    )
    lines = pivot(cells, "method | against")
    lines[1] += " --- |"
    return lines + sources(read(FOLDER / "perft.json"))


#: Perft races in the table of variants: parts of the group and of the peer's name -> the column.
PERFT = {
    ("bulk", "Stockfish 15.1 counting chess"): "perft, bulk, against Stockfish's of chess",
    ("lists", "Fairy-Stockfish"): "perft, lists, against Fairy-Stockfish's of crazyhouse",
}


def perft_of_variants() -> dict[str, dict[str, list[float]]]:
    """By variant and column, the perft ratios that one session measured in games other than chess."""
    cells: dict[str, dict[str, list[float]]] = {}
    for race in results("perft"):
        variant, _, method = race["group"].partition(", ")
        for (part, peer), column in PERFT.items():
            if part == method and race["peer"].startswith(peer) and variant in REGISTRY and variant != "normal":
                cells.setdefault(variant, {}).setdefault(column, []).append(race["ratio"])
    return cells


def ranged(ratios: Sequence[float]) -> str:
    """One ratio, or the least and the largest of several."""
    return " to ".join(dict.fromkeys(map(times, (min(ratios), max(ratios))))) if ratios else ""


#: Groups of the engine's races -> their names in the table.
RACES = {
    "search, nodes a second": "nodes a second",
    "search, positions a second to a depth": "positions a second, to a depth that each engine counts its own way",
    "start to first answer": "starts a second",
    "stop to best move": "answers to `stop` a second",
    "isready during a search": "answers to `isready` a second, during a search",
    "200 plies sent again": "games of 200 plies that a GUI resends, read a second",
}


#: Names of other programs -> their names in the table.
SHORT = {
    "stockfish": "Stockfish 15.1",
    "fairy-stockfish": "Fairy-Stockfish 11.1",
    "bare Python's print": "Python that only prints",
}


@table
def engine() -> Lines:
    cells = []
    for race in results("engine"):
        what = RACES.get(race["group"], f"peak {race['group']}")
        if race["case"].startswith("CECP"):
            continue  # as UCI
        case = race["case"].partition(":")[0] if "start" in race["group"] else race["case"]
        peer = SHORT.get(race["peer"], peer_of(race["peer"]))
        cells.append((f"{what} | {case}", peer, times(race["ratio"])))
    lines = pivot(cells, "what | case")
    lines[1] += " --- |"
    return lines + sources(read(FOLDER / "engine.json"))


@table
def threads() -> Lines:
    ratios: dict[str, list[float]] = {}
    games_won: list[list[object]] = []
    for found in results("threads"):
        if "group" in found:
            ratios.setdefault(found["group"], []).append(found["ratio"])
        else:
            what = f"games of {found['variant']} at {found['limit']} a move"
            games_won.append([what, f"{elo(found)} Elo, {score(found)}"])
    cells = [
        [what, " to ".join(f"{each:.2f}x" for each in sorted({min(found), max(found)}))]
        for what, found in ratios.items()
    ]
    return rows(["what", "two threads against one"], [*cells, *games_won]) + sources(read(FOLDER / "threads.json"))


@table
def strength() -> Lines:
    cells = []
    for found in [*results("strength"), *results("ratings"), *results("armies")]:
        if found["player"].startswith("Oddfish at level") and "rating" not in found:
            continue  # recorded for comparison only
        rating = f", rated {found['rating']}" if "rating" in found else ""
        player, opponent = found["player"] + rating, found["opponent"]
        cells.append([f"`{found['variant']}`", player, opponent, found["limit"], score(found), elo(found)])
    runs = [run for name in ("strength", "ratings", "armies") for run in read(FOLDER / f"{name}.json")]
    return rows(["variant", "player", "opponent", "a move", "result", "Elo"], cells) + sources(runs)


#: Columns of the table of variants that come from matches: the player -> the column's head.
PARTS = {
    "Oddfish": "Oddfish against commit 7410832",
    "network": "network against hand-written evaluation",
    "search": "later search against the first",
    "tuned weights": "tuned weights against those before",
    "hand-made": "hand-written evaluation against material",
}


@table
def variants() -> Lines:
    """What each part of the engine is worth in each game, and how large the steps of levels are."""
    cells: dict[str, dict[str, str]] = {}
    for variant, columns in perft_of_variants().items():
        cells[variant] = {column: ranged(ratios) for column, ratios in columns.items()}
    for found in [*networks(), *results("parts")]:
        shown = elo(found) if found.get("elo") else f"{found['points']} %"
        if found.get("sprt", "accepted") != "accepted":
            shown += ", not kept"
        cells.setdefault(found["variant"], {})[PARTS[found["player"]]] = f"{shown} ({games(found):,})"
    for variant, points in levels().items():
        cells[variant]["each level against the one below"] = points
    heads = [*PERFT.values(), *PARTS.values(), "each level against the one below"]
    body = [
        [f"`{name}`", *(cells[name].get(head, "") for head in heads)]
        for name in sorted(cells, key=list(REGISTRY).index)
    ]
    runs = [run for name in ("parts", "levels") for run in read(FOLDER / f"{name}.json")]
    return rows(["variant", *heads], body) + sources(runs)


def levels() -> dict[str, str]:
    """By variant, the points that a level scores against the one below it: mean, minimum and maximum."""
    steps: dict[str, list[float]] = {}
    for found in results("levels"):
        several = 8 if found["level"] == "1 to 8" else 1
        steps.setdefault(found["variant"], []).extend([found["points"]] * several)
    return {
        variant: f"{sum(points) / len(points):.0f} ({min(points)} to {max(points)})"
        for variant, points in steps.items()
    }


@table
def techniques() -> Lines:
    cells = []
    for found in results("techniques"):
        shown = f"{elo(found)} ({games(found):,} at {found['limit']})"
        shown += ", rejected" if found["sprt"] == "H0" else ", undecided" if found["sprt"] == "undecided" else ""
        cells.append((found["opponent"].removeprefix("without "), f"`{found['variant']}`", shown))
    return pivot(cells, "switched off") + sources(read(FOLDER / "techniques.json"))


@table
def clock() -> Lines:
    found = list(results("clock"))
    numbers = list(found[0]["seconds"])
    cells = [
        [
            f"`{each['variant']}`",
            *(f"{each['seconds'][number]:.1f}" if number in each["seconds"] else "" for number in numbers),
            f"{100 * each['share']:.0f} %",
            f"{each['left']:.0f} s",
        ]
        for each in found
    ]
    heads = ["variant", *(f"move {number}" for number in numbers), "largest share", "least left"]
    return rows(heads, cells) + sources(read(FOLDER / "clock.json"))


@table
def endings() -> Lines:
    cells = [[found["case"], found["limit"], f"{found['won']} of {found['of']}"] for found in results("endings")]
    return rows(["ending", "a move", "won"], cells) + sources(read(FOLDER / "endings.json"))


# The README's ----------------------------------------------------------------------------------------------------


def between(ratios: Iterable[float], unit: str = "times") -> str:
    """The range of some ratios in words."""
    found = list(ratios)
    low, high = (f"{value:.0f}" if value >= 10 else f"{value:.1f}" for value in (min(found), max(found)))
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"


MCTS = "OpenSpiel's MCTSBot"
#: Games for which the README gives the gain from the network.
SHOWN = ("normal", "augmented-half-chess", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")


@table
def headline() -> Lines:
    perft = list(results("perft"))
    matches = {(found["variant"], found["opponent"]): found for found in results("strength")}

    def races(group: str, peer: str) -> list[float]:
        return [race["ratio"] for race in perft if re.fullmatch(group, race["group"]) and race["peer"].startswith(peer)]

    def faster(method: str, peer: str) -> str:
        return between(races(f"normal, {method}", peer), "times as fast")

    def won(variant: str, opponent: str) -> str:
        found = matches[variant, opponent]
        if games(found) == found["score"][0]:
            return f"{games(found)} wins in {games(found)} games"
        points = found["score"][0] + found["score"][1] / 2
        return f"{100 * points / games(found):.0f} % of the points in {games(found)} games"

    def families(variant: str) -> str:
        return between(races(f"{variant}.*, bulk", "Stockfish 15.1 counting chess"))

    gains = {found["variant"]: f"{found['elo'][0]:+.0f} in `{found['variant']}`" for found in networks()}
    newest = "Fairy-Stockfish of July 2026, no network"
    body = [
        ["Perft of chess, listing every move", "Stockfish 15.1", faster("lists", "Stockfish 15.1")],
        ["The same", "Fairy-Stockfish 11.1", faster("lists", "Fairy-Stockfish 11.1")],
        ["The same", "python-chess 1.11.2", faster("lists", "python-chess 1.11.2")],
        ["Perft of chess, counting the last two plies together", "Stockfish 15.1", faster("bulk", "Stockfish 15.1")],
        ["Bifold Halfgi; Fanorona Chess; Banqi, counted like this", "Stockfish 15.1's perft of chess",
         f"{families('bifold')}; {families('fanorona')}; {families('banqi')} as fast"],
        ["Games of chess, 0.1 s a move", "Fairy-Max 5.0b; Sjaak II 1.4.1",
         f"{won('normal', 'Fairy-Max 5.0b')}; {won('normal', 'Sjaak II 1.4.1')}"],
        ["Chess; Augmented Chess, 0.1 s a move", newest, f"{won('normal', newest)}; {won('augmented-chess', newest)}"],
        ["Banqi, equal time", "OpenSpiel's MCTSBot, 400 and 1,000 simulations a move",
         f"{won('banqi', MCTS + ', 400 simulations')}; {won('banqi', MCTS + ', 1,000 simulations')}"],
        ["Tandem-84; Bifold Halfgi, equal time", "a plain UCT player",
         f"{won('tandem-84', 'plain UCT')}; {won('bifold-halfgi', 'plain UCT')}"],
        ["Gain in Elo from the built-in networks, 0.1 s a move", "our hand-written evaluations",
         ", ".join(gains[name] for name in SHOWN)],
    ]  # fmt: skip
    return rows(["what", "against", "result"], body)


# Pages -----------------------------------------------------------------------------------------------------------


def renewed(text: str) -> str:
    """A page with its tables rewritten from the records."""

    def made(block: re.Match[str]) -> str:
        return block[1] + "\n".join(TABLES[block[2]]()) + "\n" + block[3]

    return _BLOCK.sub(made, text)


def named(text: str) -> list[str]:
    """The names of the tables on a page."""
    return [name for _, name, _ in _BLOCK.findall(text)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a page is not up to date")
    options = parser.parse_args()
    stale = False
    for page in PAGES:
        path = ROOT / page
        before = path.read_text(encoding="utf-8")
        after = renewed(before)
        if before == after:
            continue
        stale = True
        if options.check:
            sys.stdout.writelines(
                difflib.unified_diff(*(text.splitlines(True) for text in (before, after)), page, page)
            )
        else:
            path.write_text(after, encoding="utf-8")
            print(f"{page} renewed")
    if options.check and stale:
        sys.exit("run `make measured`")


if __name__ == "__main__":
    main()
