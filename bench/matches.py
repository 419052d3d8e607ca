"""Records the results of `oddfish match --json`.

    oddfish match "name=new cmd=oddfish" "name=old cmd=/opt/old/oddfish" -v halfgi --st 0.1 --json halfgi.jsonl
    python bench/matches.py halfgi.jsonl --record bench/measured/variants.json --command "oddfish match new old …"

Several files become the results of one run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import records

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.records import Journal
from oddfish.engine.experiments.match.standings import Standings


def limit_of(control: Control) -> str:
    """A limit in the words of the tables."""
    if control.nodes:
        return f"{control.nodes:,} nodes"
    if control.depth:
        return f"depth {control.depth}"
    if control.move_time:
        return f"{control.move_time:g} s"
    moves = f"{control.moves}/" if control.moves else ""
    return f"{moves}{control.base:g}+{control.increment:g}"


def result_of(path: Path) -> records.Result:
    """The first engine's result against the second, from the file of their games."""
    journal = Journal(path)
    journal.close()
    plan = journal.plan
    first, second = plan.engines[:2]
    score = Standings(plan, journal.records).final().score(first.name)
    return {
        "variant": plan.variant,
        "player": first.name,
        "opponent": second.name,
        "limit": limit_of(plan.control),
        "score": [score.wins, score.draws, score.losses],
        "elo": [records.finite(value) for value in records.elo_estimate(score.tally)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="+", type=Path, metavar="MATCH.jsonl")
    parser.add_argument("--command", required=True, help="the command that repeats the match")
    records.add_option(parser)
    options = parser.parse_args()
    results = [result_of(path) for path in options.matches]
    for result in results:
        print(result)
    if options.record:
        records.write(options.record, results, options.command)


if __name__ == "__main__":
    main()
