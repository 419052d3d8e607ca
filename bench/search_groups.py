"""Measures the techniques of the search: the engine plays against itself with some of them switched off.

    python bench/search_groups.py normal --games 600 --st 0.01 --concurrency 2 --journal groups.jsonl
    python bench/search_groups.py normal --singly --only 'probcut' 'singular*'
    python bench/search_groups.py banqi --only 'chance*' --nodes 3000
    python bench/search_groups.py halfgi --broadly --sprt=-8,0 --games 800 --nodes 1500

Search parameters switch techniques off, as far as their ranges allow: a whole group at once, one technique at a time
with ``--singly``, or all groups of a kind with ``--broadly``. A sequential test (``--sprt``) ends a match once it is
decided; H1 means that the engine with the techniques is no weaker than without. Matches whose results are in the
``--journal`` file are not replayed. An interrupted match continues from its games, which are in a file beside the
journal until it is over. ``--record FILE`` saves the results (records.py).
"""

from __future__ import annotations

import argparse
import dataclasses
import fnmatch
import json
import logging
import sys
from pathlib import Path

import records

from oddfish.cext.search import PARAMETERS
from oddfish.engine.evaluation.parameters import all_parameters, built_in_parameters
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.experiments.match.pool import LocalPool
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Score, Standings
from oddfish.engine.experiments.match.statistics import Sprt, Tally, elo_estimate
from oddfish.engine.experiments.tune.lines import TuneError
from oddfish.engine.experiments.tune.spsa import Recipe, match
from oddfish.engine.experiments.tune.verify import NEW
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.commands.parameters import read_sprt
from oddfish.protocols.commands.tuning import journal_of

#: The techniques in each group, and the parameters that switch each of them off.
GROUPS: dict[str, dict[str, dict[str, int]]] = {
    "ordering of moves": {
        "killers and counter moves": {"killer_bonus": 0, "counter_bonus": 0, "lmr_killer": 0},
        "capture history": {"capture_history_divisor": 64, "lmr_capture_history_factor": 0},
        "history of prior and table moves": {"prior_move_percent": 0, "table_cutoff_percent": 0},
    },
    "correction history": {"correction history": {"correction_weight": 0}},
    "pruning by evaluation": {
        "razoring": {"razoring_depth": 1, "razoring_margin": 600},
        "reverse futility pruning": {"reverse_futility_depth": 1, "reverse_futility_margin": 200},
        "futility pruning": {"futility_depth": 1, "futility_margin": 400},
    },
    "null move below depth 6": {"null move below depth 6": {"null_move_depth": 6}},
    "ProbCut": {"ProbCut": {"probcut_depth": 10, "probcut_margin": 500}},
    "internal iterative reduction": {"internal iterative reduction": {"iir_reduction": 0}},
    "pruning of late and losing moves": {
        "late move pruning": {"late_move_count": 16},
        "history pruning": {"history_pruning_depth": 1, "history_pruning_margin": -15000},
        "SEE pruning": {"see_quiet_margin": -100, "see_capture_margin": -300},
    },
    "singular moves": {
        "singular extensions": {"singular_depth": 14},
        "double and triple extensions": {"double_extension_margin": 100, "triple_extension_margin": 400},
        "negative extensions": {"negative_extension": 0},
    },
    "check extension": {"check extension": {"check_extension": 0}},
    "sizes of late move reductions": {
        "reductions by history": {"lmr_history_factor": 100, "lmr_capture_history_factor": 0},
        "reductions by kind of node": {
            "lmr_pv": 0,
            "lmr_table_pv": 0,
            "lmr_cut_node": 0,
            "lmr_not_improving": 0,
            "lmr_table_capture": 0,
            "lmr_cutoffs": 0,
        },
        "deeper and shallower re-searches": {"lmr_deeper_margin": 200, "lmr_shallower_margin": 0},
        "hindsight": {"hindsight_margin": 500},
    },
    "quiet evasions in quiescence": {"quiet evasions in quiescence": {"quiet_evasions": 0}},
    "aspiration windows": {"aspiration windows": {"aspiration_depth": 10}},
    "reduced chance nodes": {"reduced chance nodes": {"chance_reduction": 0}},
}
#: The groups of each kind.
KINDS = {
    "what is learned from the search": ("ordering of moves", "correction history"),
    "pruning": (
        "pruning by evaluation",
        "null move below depth 6",
        "ProbCut",
        "pruning of late and losing moves",
        "quiet evasions in quiescence",
    ),
    "reductions": ("internal iterative reduction", "sizes of late move reductions", "reduced chance nodes"),
    "extensions and windows": ("singular moves", "check extension", "aspiration windows"),
}
#: The techniques of all groups.
TECHNIQUES = {name: off for group in GROUPS.values() for name, off in group.items()}
#: The parameters that switch off all techniques of a group.
WHOLE_GROUPS = {
    name: {parameter: value for off in group.values() for parameter, value in off.items()}
    for name, group in GROUPS.items()
}
#: The parameters that switch off all groups of a kind.
WHOLE_KINDS = {
    kind: {parameter: value for name in names for parameter, value in WHOLE_GROUPS[name].items()}
    for kind, names in KINDS.items()
}


def play(options: argparse.Namespace, off: dict[str, int], games: Path | None) -> Score:
    """The score of the unchanged engine against itself with techniques switched off; continues from a file of games."""
    variant = get_variant(options.variant)
    values = all_parameters(built_in_parameters(variant))
    control = Control(nodes=options.nodes) if options.nodes else Control(move_time=options.st, margin=1000)
    recipe = Recipe(variant.name, (), values, 1, options.games, control, options.seed)
    plan = match(recipe, values, {**values, **off}, options.games, str(options.seed))
    plan = dataclasses.replace(plan, sprt=options.sprt)
    plan.check()
    try:
        journal = journal_of(games, plan) if games else None
    except (MatchError, TuneError) as error:
        sys.exit(str(error))
    standings = Standings(plan, journal.records if journal else ())
    try:
        if not Runner(plan, standings, LocalPool(plan, options.concurrency), journal).run():
            sys.exit(1)
    finally:
        if journal:
            journal.close()
    return standings.final().score(NEW)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="only those whose names match")
    breadth = parser.add_mutually_exclusive_group()
    breadth.add_argument("--singly", action="store_true", help="one technique at a time, not a whole group")
    breadth.add_argument("--broadly", action="store_true", help="all groups of a kind at once")
    parser.add_argument("--games", type=int, default=400, help="maximum number of games in each match; even")
    parser.add_argument("--sprt", type=read_sprt, metavar="ELO0,ELO1", help="end a match once it is decided")
    parser.add_argument("--st", type=float, default=0.01, help="seconds per move")
    parser.add_argument("--nodes", type=int, default=0, help="nodes per move, instead of seconds")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, help="write each result here; resume from the results that are there")
    records.add_option(parser)
    options = parser.parse_args()
    rows = {row.name: row for row in PARAMETERS}
    done: dict[str, list[int]] = {}
    if options.journal and options.journal.exists():
        lines = map(json.loads, options.journal.read_text().splitlines())
        done = {line["off"]: line["score"] for line in lines if line["variant"] == options.variant}
    choice = TECHNIQUES if options.singly else WHOLE_KINDS if options.broadly else WHOLE_GROUPS
    chosen = [name for pattern in options.only for name in fnmatch.filter(choice, pattern)]
    if not chosen:
        sys.exit(f"nothing fits {' or '.join(options.only)}; there are {', '.join(choice)}")
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
    results: list[records.Result] = []
    for name, off in choice.items():
        if name not in chosen:
            continue
        assert all(rows[row].low <= value <= rows[row].high for row, value in off.items()), name
        if name not in done:
            games = options.journal and options.journal.with_suffix(
                f".{options.variant}.{name.replace(' ', '-')}.games"
            )
            score = play(options, off, games)
            done[name] = [score.wins, score.draws, score.losses, *score.pairs]
            if options.journal:
                with options.journal.open("a") as file:
                    file.write(json.dumps({"variant": options.variant, "off": name, "score": done[name]}) + "\n")
                games.unlink()
        wins, draws, losses, *pairs = done[name]
        print(report(name, wins, draws, losses, pairs, options.sprt), flush=True)
        elo = elo_estimate(Tally.of_pairs(pairs))
        limit = f"{options.nodes:,} nodes" if options.nodes else f"{options.st:g} s"
        result = {"variant": options.variant, "player": "whole search", "opponent": f"without {name}", "limit": limit}
        result |= {"score": [wins, draws, losses], "elo": [records.finite(value) for value in elo]}
        verdict = options.sprt.decision(Tally.of_pairs(pairs)) if options.sprt else None
        results.append(result | ({"sprt": verdict or "undecided"} if options.sprt else {}))
    if options.record:
        records.write(options.record, results)


def report(name: str, wins: int, draws: int, losses: int, pairs: list[int], sprt: Sprt | None) -> str:
    """A line with the Elo of a group or technique, its 95 % interval from pairs of games, and the test's decision."""
    score = Score()
    score.wins, score.draws, score.losses, score.pairs = wins, draws, losses, pairs
    elo = elo_estimate(score.tally)
    interval = f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    verdict = f"  {sprt.decision(score.tally) or 'undecided'}" if sprt else ""
    return f"{name:40} {score.games:5} games +{wins} ={draws} -{losses}  Elo {interval}{verdict}"


if __name__ == "__main__":
    main()
