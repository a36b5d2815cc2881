"""Buckets of a street: opened and looked up, built, made of one's own features, compared, explained."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import CardsLike, IndexesLike, as_cards, as_indexes, count_of, whole_numbers, within
from ._native import InputError
from .clusters import ClustersLike, as_clusters
from .files import FileLike, Opened, as_path, inspect, mapped
from .hands import Street, hand_count
from .progress import ProgressLike, watching

MOST_CLUSTERS = 1 << 20
"""The most buckets that are clustered."""
MOST_BUCKETS = 1 << 22
"""The most buckets that a file may have."""


class Buckets(Opened[_native.BucketFile]):
    """An opened bucket file: which bucket each canonical hand of a street is in, weakest bucket first."""

    @property
    def file(self) -> str:
        """The file's path."""
        return str(self._native.path)

    @property
    def street(self) -> Street:
        """The street."""
        return self._native.street

    @property
    def count(self) -> int:
        """How many buckets there are."""
        return self._native.count

    @property
    def fingerprint(self) -> str:
        """The hash by which strategies name the file."""
        return self._native.fingerprint

    def _named(self) -> str:
        return self.file

    def _described(self) -> str:
        return f"{self.file}: {self.count} on the {self.street}"

    def bucket(self, hands: CardsLike) -> NDArray[np.uint32]:
        """The buckets of hands."""
        return self._native.of_cards(as_cards(hands))

    def bucket_of_index(self, indexes: IndexesLike) -> NDArray[np.uint32]:
        """The buckets of hands by their indexes."""
        return self._native.of_indexes(as_indexes("indexes", indexes))

    def _mapped(self, section: str) -> NDArray[Any]:
        _ = self._native.count
        return mapped(self.file, section)

    @property
    def of_hand(self) -> NDArray[np.unsignedinteger[Any]]:
        """The bucket of every hand by its index: mapped, not copied, and not verified.

        Of 16 bits in a file with up to 65,536 buckets, of 32 in others.
        """
        return self._mapped("buckets")

    @property
    def centres(self) -> NDArray[np.float32]:
        """The centres, one row a bucket, in the whole numbers that were clustered."""
        return self._mapped("centres")

    @property
    def hands(self) -> NDArray[np.uint64]:
        """How many canonical hands are in each bucket."""
        return self._mapped("hands_in_bucket")

    @property
    def deals(self) -> NDArray[np.uint64]:
        """How many actual deals are in each bucket."""
        return self._mapped("deals_in_bucket")

    @property
    def mean_strength(self) -> NDArray[np.float32]:
        """The mean strength of each bucket, 0 to 1."""
        return self._mapped("mean_strength")

    @property
    def recipe(self) -> dict[str, Any]:
        """How to make the file again."""
        _ = self._native.count
        recipe: dict[str, Any] = inspect(self.file)["recipe"]
        return recipe

    def quality(self) -> dict[str, Any]:
        """Sizes, effective number of buckets, cost of the clustering, explained variance of strength."""
        return self._native.quality()

    def explain(
        self, hand: CardsLike, clusters: ClustersLike | None = None, progress: ProgressLike = None
    ) -> dict[str, Any]:
        """Why a hand is in its bucket: the bucket's size and other hands, and the nearest centres.

        A file of OCHS buckets wants the opponent clusters that it was made with.
        """
        found = None if clusters is None else as_clusters(clusters)._native
        with watching(progress) as callback:
            return self._native.explain(as_cards(hand), found, callback)


#: A bucket file, opened or not.
BucketsLike: TypeAlias = "Buckets | FileLike"


def file_of_buckets(what: str, buckets: BucketsLike) -> FileLike:
    """The path of a bucket file, opened or not."""
    return buckets.file if isinstance(buckets, Buckets) else as_path(what, buckets)


def three_files(buckets: Sequence[BucketsLike]) -> tuple[FileLike, FileLike, FileLike]:
    """The paths of flop, turn and river."""
    if not isinstance(buckets, (list, tuple)) or len(buckets) != 3:
        raise InputError("buckets: expected three bucket files, of flop, turn and river")
    flop, turn, river = (file_of_buckets("buckets", it) for it in buckets)
    return flop, turn, river


def open_buckets(file: FileLike) -> Buckets:
    """Opens a bucket file."""
    return Buckets(_native.BucketFile(file))


def compare_buckets(first: Buckets, second: Buckets, progress: ProgressLike = None) -> dict[str, Any]:
    """How alike two bucket files of one street are: mutual information, adjusted Rand index, and where they differ."""
    for what, given in (("first", first), ("second", second)):
        if not isinstance(given, Buckets):
            raise TypeError(f"{what}: expected opened buckets, found {type(given).__name__}")
    with watching(progress) as callback:
        return first._native.compare(second._native, callback)


def build_buckets(
    file: FileLike,
    street: Street,
    feature: Literal["hsd", "ochs", "ochs-strength", "strength", "strength-squared"],
    count: int,
    *,
    bins: int | None = None,
    clusters: ClustersLike | None = None,
    distance: Literal["emd", "l2"] | None = None,
    weights: Literal["shares", "equal"] | None = None,
    centre: Literal["mean", "median"] | None = None,
    method: Literal["kmeans", "percentiles", "split-percentiles"] | None = None,
    seed: int = 1,
    restarts: int = 1,
    sample_rows: int | None = None,
    max_iterations: int | None = None,
    tolerance: float | None = None,
    progress: ProgressLike = None,
) -> Buckets:
    """Builds the buckets of a street from a feature of ours and writes their file.

    Interrupted, it goes on where it was when it is called again. Opponent clusters without a file get one beside the
    bucket file, which has to name them.
    """
    found = None
    if feature in ("ochs", "ochs-strength"):
        chosen = as_clusters(8 if clusters is None else clusters)
        if not chosen._native.has_file:
            chosen = chosen.save(os.path.splitext(os.fspath(file))[0] + ".clusters")
        found = chosen._native
    elif clusters is not None:
        raise InputError(f"{feature}: has no opponent clusters; leave them out or choose ochs")
    with watching(progress) as callback:
        _native.build_buckets(
            file,
            street,
            feature,
            count_of("count", count, 1, MOST_CLUSTERS),
            None if bins is None else count_of("bins", bins, 1, 500),
            found,
            distance,
            weights,
            centre,
            method,
            count_of("seed", seed, 0, 2**64 - 1),
            count_of("restarts", restarts, 1, 1_000_000),
            None if sample_rows is None else count_of("sample_rows", sample_rows, 1, 2**40),
            None if max_iterations is None else count_of("max_iterations", max_iterations, 1, 1_000_000),
            tolerance,
            callback,
        )
    return open_buckets(file)


def buckets_from_numbers(
    file: FileLike,
    street: Street,
    numbers: NDArray[np.integer[Any]],
    name: str = "numbers",
    progress: ProgressLike = None,
) -> Buckets:
    """Writes a bucket file from the number of every hand by its index, wherever it comes from.

    Buckets are numbered anew from the weakest to the strongest; ``centres`` keeps the number that was given.
    """
    array = whole_numbers("numbers", numbers, 1)
    within("numbers", array, MOST_BUCKETS)
    _require_all_hands("numbers", street, array.shape[0])
    with watching(progress) as callback:
        _native.import_buckets(file, street, np.require(array, np.uint32, ["C", "A"]), name, callback)
    return open_buckets(file)


def buckets_from_features(
    file: FileLike,
    street: Street,
    rows: NDArray[Any],
    count: int,
    *,
    distance: Literal["emd", "l2"] = "l2",
    name: str = "features",
    seed: int = 1,
    restarts: int = 1,
    sample_rows: int | None = None,
    max_iterations: int | None = None,
    progress: ProgressLike = None,
) -> Buckets:
    """Clusters a street's hands by any features of one's own, and writes their bucket file.

    ``rows`` has a row for each hand in the order of its index, each hand counting as often as it is dealt. Under ``l2``
    columns are numbers of one scale; under ``emd`` a row is a histogram. Numbers are rounded to some four thousand
    steps over the largest row.
    """
    scaled, unit = _whole_rows(np.asarray(rows), street, distance)
    with watching(progress) as callback:
        numbers, _facts = _native.cluster_rows(
            street,
            scaled,
            count_of("count", count, 1, MOST_CLUSTERS),
            distance,
            count_of("seed", seed, 0, 2**64 - 1),
            count_of("restarts", restarts, 1, 1_000_000),
            None if sample_rows is None else count_of("sample_rows", sample_rows, 1, 2**40),
            None if max_iterations is None else count_of("max_iterations", max_iterations, 1, 1_000_000),
            unit,
            callback,
        )
    return buckets_from_numbers(file, street, numbers, name, progress)


def _require_all_hands(what: str, street: Street, found: int) -> None:
    expected = hand_count(street)
    if found != expected:
        raise InputError(f"{what}: expected {expected}, one for each hand of the {street}, found {found}")


def _whole_rows(rows: NDArray[Any], street: Street, distance: str) -> tuple[NDArray[np.uint16], float]:
    """Rows in the whole numbers that are clustered, and the distance that counts as 1."""
    if rows.dtype.kind not in "iufb":
        raise InputError(f"rows: expected numbers, found an array of {rows.dtype}")
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise InputError(f"rows: expected a row of numbers for each hand, found the shape {rows.shape}")
    _require_all_hands("rows", street, rows.shape[0])
    if not np.isfinite(rows).all():
        raise InputError("rows: some entries are not finite numbers; leave no nan or infinity")
    dimensions, limit = rows.shape[1], float(_native.largest_size(distance))
    if distance == "emd":
        if rows.min() < 0:
            raise InputError("rows: a histogram has no entries below 0; choose l2 for other features")
        coordinates = np.cumsum(rows, axis=1, dtype=np.float64)
        size = float(coordinates.sum(axis=1).max())
        scale = (limit - dimensions) / size if size else 1.0
    else:
        coordinates = np.subtract(rows, rows.min(axis=0), dtype=np.float64)
        size = float(np.sqrt(np.square(coordinates).sum(axis=1).max()))
        # Rounding adds at most half a unit to each axis.
        scale = (np.sqrt(limit) - np.sqrt(dimensions)) / size if size else 1.0
    most = float(coordinates.max(initial=0.0))
    scale = min(float(scale), 65_535.0 / most if most else 1.0)
    if not scale > 0.0:
        raise InputError(f"rows: {dimensions} columns are too many for exact distances")
    np.rint(np.multiply(coordinates, scale, out=coordinates), out=coordinates)
    return np.require(coordinates, np.uint16, ["C", "A"]), scale if distance == "emd" else scale * scale
