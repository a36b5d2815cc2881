"""Training: strategies learnt on bucket files, in a run folder that the command line knows, too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import count_of, request_of, seed_of, text_of
from ._native import InputError, Stop
from .buckets import BucketsLike, file_of_buckets, three_files
from .files import FileLike, as_absolute, as_folders, as_optional_path, as_path, mapped_of
from .players import Player, as_game, open_player
from .progress import ProgressLike, watching
from .results import keyed

#: A time in seconds, or a text such as ``"2h30m"``.
Span: TypeAlias = "float | str"

#: Lanes of a row of cells: sixteen histories are trained side by side.
_LANES = 16


class Training(os.PathLike[str]):
    """A training in a run folder: how far it is, its curve, its regrets, its strategies. See :func:`train`.

    It is taken wherever a player or a strategy is: it stands for the strategy file that :func:`train` ended with.
    """

    def __init__(
        self, folder: FileLike, variant: str = "default", bucket_folders: FileLike | Sequence[FileLike] = ()
    ) -> None:
        self._folder, self._variant = Path(as_absolute("folder", folder)), text_of("variant", variant)
        folders = as_folders("bucket_folders", bucket_folders)
        self._bucket_folders: list[FileLike] = [as_absolute("bucket_folders", it) for it in folders]
        _ = self.state

    @property
    def folder(self) -> Path:
        """The run's folder."""
        return self._folder

    @property
    def bucket_folders(self) -> list[FileLike]:
        """Where bucket files are looked for that are not in the run's folder."""
        return list(self._bucket_folders)

    @property
    def variant(self) -> str:
        """What the training is called within the run."""
        return self._variant

    @property
    def state(self) -> dict[str, Any]:
        """All that the last checkpoint says: iterations, seconds, settings and the points of the curve."""
        return keyed(_native.training_state(self._folder, self._variant))

    @property
    def iterations(self) -> int:
        """Iterations done: boards of the sampler ``public``, deals of the others."""
        return int(self.state["iterations"])

    @property
    def seconds(self) -> float:
        """Seconds trained, all sessions together."""
        return float(self.state["seconds"])

    @property
    def checkpoint(self) -> Path:
        """The file of regrets and strategy sums."""
        state = self.state
        if "checkpoint" not in state:
            raise InputError(f"{self._folder}: the regrets of '{self._variant}' were not kept; train another variant")
        return Path(state["checkpoint"])

    @property
    def curve(self) -> dict[str, NDArray[Any]]:
        """Average regret on the way: arrays of ``iterations``, ``seconds`` and ``regret`` (mbb/g).

        A cheap sign of convergence, not a bound of exploitability.
        """
        return _columns(self.state["points"], "iterations", "seconds", "regret")

    @property
    def exploitability(self) -> dict[str, NDArray[Any]]:
        """What was measured on the way (``watch`` of :func:`train`).

        Arrays of ``iterations``, ``seconds``, ``mbb_per_game`` and ``standard_error``.
        """
        return _columns(self.state["exploitability"], "iterations", "seconds", "mbb_per_game", "standard_error")

    def regrets(self, betting: str = "") -> NDArray[np.float32]:
        """The regrets of the last checkpoint after a betting: a row for each bucket, a column for each legal action.

        Mapped, not copied, and not to be written to. The order of the columns is that of ``legal_actions(betting)``.
        """
        return self._cells("regrets", betting)

    def strategy_sums(self, betting: str = "") -> NDArray[np.float32]:
        """The sums whose shares are the average strategy, laid out like :meth:`regrets`."""
        return self._cells("strategy_sums", betting)

    def _cells(self, array: str, betting: str) -> NDArray[np.float32]:
        checkpoint = self.checkpoint
        betting = text_of("betting", betting)
        place = _native.training_place(self._folder, self._variant, self._bucket_folders, betting)
        fingerprint, first_row, buckets, slots, first_slot, lane, actions = place
        rows = mapped_of(str(checkpoint), array, fingerprint).reshape(-1, _LANES)
        chunk = rows[first_row : first_row + buckets * slots]
        return chunk.reshape(buckets, slots, _LANES)[:, first_slot : first_slot + len(actions), lane]

    def go_on(
        self,
        *,
        iterations: int | None = None,
        time: Span | None = None,
        watch: Span | None = None,
        watch_flops: int = 24,
        progress: ProgressLike = None,
        stop: Stop | None = None,
    ) -> Training:
        """Trains on, until so many iterations or so much time are done, earlier sessions included."""
        return train(
            self._folder,
            variant=self._variant,
            iterations=iterations,
            time=time,
            watch=watch,
            watch_flops=watch_flops,
            bucket_folders=self._bucket_folders,
            progress=progress,
            stop=stop,
        )

    def export(
        self,
        strategy: Literal["average", "current"] = "average",
        *,
        bits: Literal[4, 8, 16] = 8,
        out: FileLike | None = None,
        progress: ProgressLike = None,
        stop: Stop | None = None,
    ) -> Path:
        """Writes a strategy file into the run, or into the folder ``out``, and gives its path."""
        with watching(progress, stop) as watched:
            return _native.export_strategy(
                self._folder,
                self._variant,
                self._bucket_folders,
                text_of("strategy", strategy),
                count_of("bits", bits, 4, 16),
                as_optional_path("out", out),
                watched,
            )

    def player(self, strategy: Literal["average", "current"] = "average") -> Player:
        """The strategy as a player, from a file that this writes."""
        return open_player(self.export(strategy), [self._folder, *self._bucket_folders])

    def __fspath__(self) -> str:
        return str(self._folder / self._variant)

    def __repr__(self) -> str:
        return f"<Training {self._variant} in {self._folder}: {self.iterations} iterations>"


def train(
    folder: FileLike,
    buckets: Sequence[BucketsLike] | None = None,
    *,
    variant: str = "default",
    iterations: int | None = None,
    time: Span | None = None,
    sampler: Literal["public", "chance", "external"] | None = None,
    algorithm: str | None = None,
    seed: int | None = None,
    opponent: Literal["itself", "exact"] | None = None,
    opponent_buckets: Sequence[BucketsLike | None] | None = None,
    table: Literal["auto", "memory", "disk"] = "auto",
    game: str | None = None,
    stack: float | None = None,
    sizes: FileLike | None = None,
    watch: Span | None = None,
    watch_flops: int = 24,
    bucket_folders: FileLike | Sequence[FileLike] = (),
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Training:
    """Trains a strategy on the bucket files of flop, turn and river, or goes on with a training of the folder.

    The budget counts from the very first iteration: one of ``iterations`` and ``time`` (seconds, or ``"2h30m"``).
    Where a training of that variant is in the folder already, buckets and settings that are left out are its own, and
    others are refused. Else the sampler is ``public``, the algorithm ``dcfr`` and the seed 1; ``algorithm`` is one of
    cfr, cfr+, linear, dcfr, dcfr:α,β,γ and hs-dcfr.

    ``opponent="exact"`` trains against an opponent with exact cards, who tells hands of flop and turn apart as
    ``opponent_buckets`` does (the flop's may be ``None`` for all its hands), or as ``buckets`` does.
    ``watch`` measures exploitability after every so much training, on ``watch_flops`` flops.

    What is played is limit hold'em, or the ``game`` ``"holdem-nolimit"`` with a ``stack`` in big blinds and a file of
    bet ``sizes``.

    A training that ends writes its strategy file: ``open_player(folder)`` opens it, and what this gives is taken
    wherever a player is, such as ``exploit(train(…))``.

    Ctrl-C writes a checkpoint before it comes through: the same call goes on there.
    """
    request = request_of(
        sampler=sampler, algorithm=algorithm, opponent=opponent, iterations=iterations, time=time, watch=watch,
        watch_flops=None if watch is None else watch_flops,
    )
    files: _native.TrainingFiles = {
        "buckets": None if buckets is None else three_files(buckets),
        "opponent_buckets": None if opponent_buckets is None else _two(opponent_buckets),
        "folders": as_folders("bucket_folders", bucket_folders),
    }
    with watching(progress, stop) as watched:
        _native.train(
            as_path("folder", folder),
            text_of("variant", variant),
            request,
            files,
            None if seed is None else seed_of(seed),
            text_of("table", table),
            as_game(game, stack, sizes),
            watched,
        )
    return Training(folder, variant, bucket_folders)


def _two(buckets: Sequence[BucketsLike | None]) -> tuple[FileLike | None, FileLike]:
    if not isinstance(buckets, (list, tuple)) or len(buckets) != 2 or buckets[1] is None:
        raise InputError("opponent_buckets: expected two bucket files, of flop (or None) and turn")
    flop = None if buckets[0] is None else file_of_buckets("opponent_buckets", buckets[0])
    return flop, file_of_buckets("opponent_buckets", buckets[1])


def _columns(points: list[list[float]], *names: str) -> dict[str, NDArray[Any]]:
    """Points as an array for each of their numbers, the first of which is whole."""
    columns = list(zip(*points)) or [()] * len(names)
    return keyed({
        name: np.array(column, np.int64 if place == 0 else np.float64)
        for place, (name, column) in enumerate(zip(names, columns))
    })
