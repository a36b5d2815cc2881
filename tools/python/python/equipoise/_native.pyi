"""The compiled half; everything here is reached through the modules beside it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from .files import FileLike
from .hands import Street
from .progress import Watching

__version__: str

class InputError(ValueError):
    """An argument or an input file is wrong: what, where, what to do."""

class WorkError(RuntimeError):
    """The work failed: a disk that is full, a file that vanished."""

class Stopped(Exception):
    """The call was stopped by the handle it was given."""

class Stop:
    """Stops the calls that it is given to as ``stop``, from any thread or task.

    They save what there is to save and raise :class:`Stopped`. In a ``with`` statement it stops them when the block is
    left, as it is when an asyncio task is cancelled.
    """

    def __init__(self) -> None: ...
    def stop(self) -> None:
        """Stops the calls that were given this handle, and those that will be."""
    @property
    def is_stopped(self) -> bool:
        """Whether it has stopped them."""
    def __enter__(self) -> Stop: ...
    def __exit__(self, *args: object) -> None: ...

def set_threads(count: int) -> None:
    """How many threads long work uses from now on; all cores at first."""

def parse(texts: list[str]) -> NDArray[np.uint8]: ...
def names(cards: NDArray[np.uint8]) -> list[list[str]]: ...
def holding_names() -> tuple[list[str], NDArray[np.uint8]]: ...
def starting_hands() -> tuple[list[str], NDArray[np.uint8], NDArray[np.uint8]]: ...
def hand_count(street: str, rounds_apart: bool) -> int: ...
def index(cards: NDArray[np.uint8], rounds_apart: bool) -> NDArray[np.int64]: ...
def unindex(street: str, indexes: NDArray[np.int64], rounds_apart: bool) -> NDArray[np.uint8]: ...
def deals(street: str, indexes: NDArray[np.int64]) -> NDArray[np.int64]: ...
def rank(cards: NDArray[np.uint8]) -> NDArray[np.uint16]: ...
def strength(cards: NDArray[np.uint8], watched: Watching) -> NDArray[np.float64]: ...
def hsd(cards: NDArray[np.uint8], bins: int, watched: Watching) -> NDArray[np.uint32]: ...
def ochs(cards: NDArray[np.uint8], clusters: Clusters, watched: Watching) -> NDArray[np.float64]: ...
def features(
    street: str, feature: str, bins: int | None, clusters: Clusters | None, watched: Watching
) -> NDArray[np.uint16]: ...

class Clusters:
    @property
    def name(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def numbers(self) -> NDArray[np.uint8]: ...
    @property
    def combos(self) -> NDArray[np.uint32]: ...
    @property
    def cost(self) -> float: ...
    @property
    def has_file(self) -> bool: ...
    def save(self, file: FileLike) -> Clusters: ...

def search_clusters(
    count: int, seed: int, restarts: int, bins: int, watched: Watching
) -> Clusters: ...
def published_clusters(name: str) -> Clusters: ...
def own_clusters(name: str, numbers: NDArray[np.uint8]) -> Clusters: ...
def open_clusters(file: FileLike) -> Clusters: ...
def require_place(file: FileLike) -> None: ...
def inspect(file: FileLike) -> dict[str, Any]: ...
def verify(file: FileLike, watched: Watching) -> None: ...

class BucketFile:
    def __init__(self, file: FileLike) -> None: ...
    @property
    def path(self) -> Path: ...
    @property
    def street(self) -> Street: ...
    @property
    def count(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def recipe(self) -> dict[str, Any]: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def of_cards(self, cards: NDArray[np.uint8]) -> NDArray[np.uint32]: ...
    def of_indexes(self, indexes: NDArray[np.int64]) -> NDArray[np.uint32]: ...
    def quality(self) -> dict[str, Any]: ...
    def compare(self, other: BucketFile, watched: Watching) -> dict[str, Any]: ...
    def explain(
        self, cards: NDArray[np.uint8], clusters: Clusters | None, watched: Watching
    ) -> dict[str, Any]: ...

def build_buckets(
    file: FileLike,
    street: str,
    feature: str,
    count: int,
    bins: int | None,
    clusters: Clusters | None,
    distance: str | None,
    weights: str | None,
    centre: str | None,
    method: str | None,
    seed: int,
    restarts: int,
    sample_rows: int | None,
    max_iterations: int | None,
    tolerance: float | None,
    watched: Watching,
) -> dict[str, Any]: ...
def import_buckets(
    file: FileLike, street: str, numbers: NDArray[np.uint32], name: str, watched: Watching
) -> dict[str, Any]: ...
def largest_size(distance: str) -> int: ...
def cluster_rows(
    street: str,
    rows: NDArray[np.uint16],
    count: int,
    distance: str,
    seed: int,
    restarts: int,
    sample_rows: int | None,
    max_iterations: int | None,
    unit: float,
    watched: Watching,
) -> tuple[NDArray[np.uint32], dict[str, Any]]: ...

class Player:
    @property
    def name(self) -> str: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def probabilities(self, board: str, betting: str) -> NDArray[np.float64]: ...

def open_player(name_or_file: FileLike, bucket_folders: list[FileLike], watched: Watching) -> Player: ...
def function_player(function: Callable[..., Any], name: str, is_named: bool, many: bool) -> Player: ...
def write_strategy(
    file: FileLike, buckets: list[FileLike], function: Callable[..., Any], name: str, watched: Watching
) -> None: ...
def decision(betting: str) -> tuple[Street, int, str, Sequence[int]]: ...
def exploit(
    player: Player,
    flops: int | None,
    seed: int,
    losses: bool,
    keep: FileLike | None,
    watched: Watching,
) -> Any: ...
def flop_boards(flops: int, seed: int) -> int: ...
def play(
    first: Player,
    second: Player,
    method: str,
    amount: int,
    seed: int,
    keep: FileLike | None,
    watched: Watching,
) -> Any: ...
def league(players: list[Player], boards: int, seed: int, watched: Watching) -> Any: ...
def solve(
    game: str,
    algorithm: str,
    iterations: int,
    until: float | None,
    curve: bool,
    strategy: bool,
    watched: Watching,
) -> Any: ...
def measure_policy_text(game: str, text: str, file: FileLike | None) -> Any: ...
def play_hands(
    first: Player,
    second: Player,
    games: int,
    seed: int,
    log: FileLike | None,
    phh: FileLike | None,
    watched: Watching,
) -> list[int]: ...
def read_hands(file: FileLike) -> Any: ...
def histories_of_log(log: FileLike) -> str: ...

class Wishes(TypedDict):
    """How to train, as far as the caller says."""

    buckets: tuple[FileLike, FileLike, FileLike] | None
    opponent: str | None
    opponent_buckets: tuple[FileLike | None, FileLike] | None
    folders: list[FileLike]
    sampler: str | None
    algorithm: str | None
    seed: int | None
    iterations: int | None
    time: float | str | None
    table: str
    watch: tuple[float | str, int] | None

def train(folder: FileLike, variant: str, wishes: Wishes, watched: Watching) -> None: ...
def training_state(folder: FileLike, variant: str) -> dict[str, Any]: ...
def training_place(
    folder: FileLike, variant: str, folders: list[FileLike], betting: str
) -> tuple[str, int, int, int, int, int, str]: ...
def export_strategy(
    folder: FileLike,
    variant: str,
    folders: list[FileLike],
    strategy: str,
    bits: int,
    out: FileLike | None,
    watched: Watching,
) -> Path: ...
class StudyChoice(TypedDict):
    """Which study, with which seed, and how much of it."""

    form: str
    given: str
    seed: int | None
    settings: list[str]
    trainings: list[str]

def plan_study(
    choice: StudyChoice,
    out: FileLike | None,
    within: float | str | None,
    watched: Watching,
) -> Any: ...
def run_study(choice: StudyChoice, out: FileLike | None, watched: Watching) -> Path: ...
def run_results(folder: FileLike) -> dict[str, Any]: ...
