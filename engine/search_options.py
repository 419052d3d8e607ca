"""The options of a searcher, as protocols announce them and the library takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from oddfish.engine.clock import DEFAULT_OVERHEAD
from oddfish.engine.evaluation.networks import NetworkError, NetworkFile
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.evaluation.reading import read_evaluation
from oddfish.engine.evaluation.weights import Weights, WeightsError
from oddfish.engine.levels import FULL_STRENGTH, HIGHEST_ELO, LEVEL_OPTION, LOWEST_ELO
from oddfish.engine.options import Option, OptionError
from oddfish.engine.searcher import EVALUATIONS, Searcher

HASH = Option("Hash", "spin", 64, 1, 65536, help="size of the transposition table in megabytes")
THREADS = Option("Threads", "spin", 1, 1, 256, help="number of search threads")
MULTIPV = Option("MultiPV", "spin", 1, 1, 256, help="number of lines (principal variations) to report")
OVERHEAD = Option(
    "Move Overhead", "spin", DEFAULT_OVERHEAD, 0, 5000, help="milliseconds lost per move outside the engine"
)
EVALUATION = Option(
    "Evaluation", "combo", EVALUATIONS[0], choices=EVALUATIONS,
    help="how to evaluate positions: by a network (if there is one), by the hand-made evaluation, or by material alone",
)  # fmt: skip
EVAL_FILE = Option(
    "EvalFile", "file", "", help="file with a network or evaluation weights; empty for the built-in ones"
)
SEARCH_FILE = Option("SearchFile", "file", "", help="file with search parameters; empty for the built-in ones")
SKILL_LEVEL = Option(
    LEVEL_OPTION,
    "spin",
    FULL_STRENGTH,
    0,
    FULL_STRENGTH,
    help=f"playing level; {FULL_STRENGTH} is full strength, beginners start at 2 or 3",
)
LIMIT_STRENGTH = Option(
    "UCI_LimitStrength", "check", False, help="play at the strength of UCI_Elo instead of Skill Level"
)
ELO = Option("UCI_Elo", "spin", HIGHEST_ELO, LOWEST_ELO, HIGHEST_ELO, help="rating to play at, measured in chess")
SKILL_SEED = Option(
    "SkillSeed", "spin", 0, 0, 2**31 - 1, help="seed for what a playing level overlooks; 0 for a new seed in each game"
)


def use_hash(searcher: Searcher, megabytes: int) -> None:
    """Resize and clear the transposition table.

    Raises:
        OptionError: there is not enough memory; the old table stays.
    """
    try:
        searcher.set_hash(megabytes)
    except (MemoryError, OverflowError):
        raise OptionError(f"no memory for a {megabytes} MB hash table; it stays at {searcher.hash_mb} MB") from None


def use_eval_file(searcher: Searcher, path: str) -> NetworkFile | Weights | None:
    """Evaluate positions by the network or the weights in a file, and return them; '' restores the built-in ones.

    Raises:
        OptionError: the file cannot be used; the previous evaluation stays.
    """
    try:
        found = read_evaluation(path) if path not in ("", "<empty>") else None
    except (WeightsError, NetworkError, MemoryError) as error:
        raise OptionError(f"option EvalFile: {error}") from None
    searcher.set_network(found.network if isinstance(found, NetworkFile) else None)
    searcher.set_weights(found if isinstance(found, Weights) else None)
    return found


def _use_search_file(searcher: Searcher, path: str) -> None:
    """Search by the parameters in a file; '' restores the built-in ones.

    Raises:
        OptionError: the file cannot be used; the previous parameters stay.
    """
    try:
        searcher.set_parameters(read_parameters(path) if path not in ("", "<empty>") else None)
    except WeightsError as error:
        raise OptionError(f"option SearchFile: {error}") from None


def _set_overhead(searcher: Searcher, milliseconds: int) -> None:
    searcher.overhead = milliseconds


def _set_multipv(searcher: Searcher, lines: int) -> None:
    searcher.multipv = lines


def _set_skill_level(searcher: Searcher, level: int) -> None:
    searcher.skill.level = level


def _limit_strength(searcher: Searcher, limited: bool) -> None:
    searcher.skill.limited = limited


def _set_elo(searcher: Searcher, elo: int) -> None:
    searcher.skill.elo = elo


def _set_skill_seed(searcher: Searcher, seed: int) -> None:
    searcher.skill.seed = seed


#: How to set each option of a searcher to a valid value. An OptionError says why that fails; the old value stays then.
SETTERS: Mapping[Option, Callable[[Searcher, Any], object]] = {
    HASH: use_hash,
    THREADS: Searcher.set_threads,
    MULTIPV: _set_multipv,
    OVERHEAD: _set_overhead,
    EVALUATION: Searcher.set_evaluation,
    EVAL_FILE: use_eval_file,
    SEARCH_FILE: _use_search_file,
    SKILL_LEVEL: _set_skill_level,
    LIMIT_STRENGTH: _limit_strength,
    ELO: _set_elo,
    SKILL_SEED: _set_skill_seed,
}
