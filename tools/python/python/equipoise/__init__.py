"""Heads-up limit hold'em in arrays: hands, buckets, strategies, and what they are worth.

>>> import equipoise as eq
>>> eq.index(["Jc9h 4d5d9d", "Jd9s 4c5c9c"])
array([13935, 13935])

Cards are texts such as ``"AhKd Qs7h2c"``, hole cards first, or arrays of whole numbers: ``4 * rank + suit``, deuce 0 to
ace 12, clubs, diamonds, hearts, spades 0 to 3. Betting reads ``"crc/cr"``. Money is in thousandths of a big blind per
game (mbb/g), averaged over both seats.

What takes long takes ``progress``: a function of stage, done, of, unit and note, or ``tqdm`` itself. Ctrl-C stops it
and keeps what was saved; so does a :class:`Stop` given as ``stop``, from any thread or asyncio task.
"""

from . import plot
from ._native import InputError, Stop, Stopped, WorkError, __version__, set_threads
from .buckets import (
    Buckets, build_buckets, buckets_from_features, buckets_from_numbers, compare_buckets, open_buckets,
)
from .clusters import Clusters, clusters_of, johanson2013, open_clusters, opponent_clusters
from .decisions import ActionValues, SpotDecision, StrategySpot
from .equities import Equity, equity, range_text, range_weights
from .files import inspect, mapped, verify
from .games import (
    Decision, PolicyMeasures, PushFold, Solution, decision, legal_actions, measure_policy, policy_text, push_fold,
    solve,
)
from .hands import (
    HOLDING_CARDS, HOLDINGS, STARTING_HAND_COMBOS, STARTING_HAND_OF_HOLDING, STARTING_HANDS, STREETS, cards, deals,
    features, hand_count, hsd, index, names, ochs, rank, strength, unindex,
)
from .judging import Judgement, Styles, judge, styles
from .logs import Hand, histories_of_log, play_hands, read_hands
from .measures import Exploitability, League, MatchResult, exploit, league, match
from .players import BUILT_IN, Player, open_player, policy
from .spots import SpotSolution, open_spot, solve_spot, solve_spots
from .strategies import bundle, strategy_from_function
from .studies import Doubling, Plan, Run, open_run, plan, run_study
from .surveys import Survey, survey
from .training import Training, train

__all__ = [
    "ActionValues", "BUILT_IN", "Buckets", "Clusters", "Decision", "Doubling", "Equity", "Exploitability",
    "HOLDINGS", "HOLDING_CARDS", "Hand", "InputError", "Judgement", "League", "MatchResult", "Plan", "Player",
    "PolicyMeasures", "PushFold", "Run", "STARTING_HANDS", "STARTING_HAND_COMBOS", "STARTING_HAND_OF_HOLDING",
    "STREETS", "Solution", "SpotDecision", "SpotSolution", "Stop", "Stopped", "StrategySpot", "Styles", "Survey",
    "Training",
    "WorkError", "__version__", "buckets_from_features", "buckets_from_numbers", "build_buckets", "bundle", "cards",
    "clusters_of", "compare_buckets", "deals", "decision", "equity", "exploit", "features", "hand_count",
    "histories_of_log", "hsd", "index", "inspect", "johanson2013", "judge", "league", "legal_actions", "mapped",
    "match", "measure_policy", "names", "ochs", "open_buckets", "open_clusters", "open_player", "open_run",
    "open_spot", "opponent_clusters", "plan", "play_hands", "plot", "policy", "policy_text", "push_fold",
    "range_text", "range_weights", "rank", "read_hands", "run_study", "set_threads", "solve", "solve_spot",
    "solve_spots", "strategy_from_function", "strength", "styles", "survey", "train", "unindex", "verify",
]
