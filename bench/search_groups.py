"""What the groups of techniques in the search are worth: the engine against itself with one group switched off.

    python bench/search_groups.py normal --games 600 --st 0.01 --concurrency 2 --record groups.jsonl
    python bench/search_groups.py banqi --groups 'chance*' 'null*' --nodes 3000

A group is switched off by parameters of the search, as far as their ranges go. Groups recorded in the file are not
played again.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import logging
import sys
from pathlib import Path

from oddfish.cext.search import PARAMETERS
from oddfish.engine.match.control import Control
from oddfish.engine.match.pool import LocalPool
from oddfish.engine.match.runner import Runner
from oddfish.engine.match.standings import Score, Standings
from oddfish.engine.match.statistics import elo_estimate
from oddfish.engine.parameters import all_parameters, built_in_parameters
from oddfish.engine.tune.spsa import Recipe, match
from oddfish.engine.tune.verify import NEW
from oddfish.engine.variants import REGISTRY, get_variant

#: What switches each group off.
GROUPS: dict[str, dict[str, int]] = {
    "killers and counter moves": {"killer_bonus": 0, "counter_bonus": 0, "lmr_killer": 0},
    "capture history": {"capture_history_divisor": 64, "lmr_capture_history_factor": 0},
    "history of prior and table moves": {"prior_move_percent": 0, "table_cutoff_percent": 0},
    "correction history": {"correction_weight": 0},
    "quiet evasions in quiescence": {"quiet_evasions": 0},
    "razoring": {"razoring_depth": 1, "razoring_margin": 600},
    "reverse futility pruning": {"reverse_futility_depth": 1, "reverse_futility_margin": 200},
    "null move below depth 6": {"null_move_depth": 6},
    "internal iterative reduction": {"iir_reduction": 0},
    "ProbCut": {"probcut_depth": 10, "probcut_margin": 500},
    "late move pruning": {"late_move_count": 16},
    "futility pruning": {"futility_depth": 1, "futility_margin": 400},
    "history pruning": {"history_pruning_depth": 1, "history_pruning_margin": -15000},
    "SEE pruning": {"see_quiet_margin": -100, "see_capture_margin": -300},
    "singular extensions": {"singular_depth": 14},
    "double and triple extensions": {"double_extension_margin": 100, "triple_extension_margin": 400},
    "negative extensions": {"negative_extension": 0},
    "check extension": {"check_extension": 0},
    "late move reductions by history": {"lmr_history_factor": 100, "lmr_capture_history_factor": 0},
    "late move reductions by kind of node": {
        "lmr_pv": 0,
        "lmr_table_pv": 0,
        "lmr_cut_node": 0,
        "lmr_not_improving": 0,
        "lmr_table_capture": 0,
        "lmr_cutoffs": 0,
    },
    "deeper and shallower re-searches": {"lmr_deeper_margin": 200, "lmr_shallower_margin": 0},
    "hindsight": {"hindsight_margin": 500},
    "reduced chance nodes": {"chance_reduction": 0},
    "aspiration windows": {"aspiration_depth": 10},
}


def play(options: argparse.Namespace, off: dict[str, int]) -> Score:
    """The score of the engine as it is against itself without a group."""
    variant = get_variant(options.variant)
    values = all_parameters(built_in_parameters(variant))
    control = Control(nodes=options.nodes) if options.nodes else Control(move_time=options.st, margin=1000)
    recipe = Recipe(variant.name, (), values, 1, options.games, control, options.seed)
    plan = match(recipe, values, {**values, **off}, options.games, str(options.seed))
    plan.check()
    standings = Standings(plan)
    if not Runner(plan, standings, LocalPool(plan, options.concurrency)).run():
        raise KeyboardInterrupt
    return standings.score(NEW)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--groups", nargs="+", default=["*"], metavar="PATTERN", help="only groups whose names fit")
    parser.add_argument("--games", type=int, default=400, help="of each group; even")
    parser.add_argument("--st", type=float, default=0.01, help="seconds a move")
    parser.add_argument("--nodes", type=int, default=0, help="a move, instead of seconds")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="write each group's result here, and go on from what is there")
    options = parser.parse_args()
    rows = {row.name: row for row in PARAMETERS}
    done: dict[str, list[int]] = {}
    if options.record and options.record.exists():
        lines = map(json.loads, options.record.read_text().splitlines())
        done = {line["group"]: line["score"] for line in lines if line["variant"] == options.variant}
    chosen = [group for pattern in options.groups for group in fnmatch.filter(GROUPS, pattern)]
    if not chosen:
        sys.exit(f"no group fits {' or '.join(options.groups)}; there are {', '.join(GROUPS)}")
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
    for group, off in GROUPS.items():
        if group not in chosen:
            continue
        assert all(rows[name].low <= value <= rows[name].high for name, value in off.items()), group
        if group not in done:
            score = play(options, off)
            done[group] = [score.wins, score.draws, score.losses, *score.pairs]
            if options.record:
                with options.record.open("a") as file:
                    file.write(json.dumps({"variant": options.variant, "group": group, "score": done[group]}) + "\n")
        wins, draws, losses, *pairs = done[group]
        print(report(group, wins, draws, losses, pairs), flush=True)


def report(group: str, wins: int, draws: int, losses: int, pairs: list[int]) -> str:
    """A line on what a group is worth, with its 95 % interval from pairs of games."""
    score = Score()
    score.wins, score.draws, score.losses, score.pairs = wins, draws, losses, pairs
    elo = elo_estimate(score.tally)
    interval = f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    return f"{group:40} {score.games:5} games +{wins} ={draws} -{losses}  Elo {interval}"


if __name__ == "__main__":
    main()
