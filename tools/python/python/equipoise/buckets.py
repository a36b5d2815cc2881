"""Buckets of a street: opened and looked up, built, made of one's own features, compared, explained."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import request_of, seed_of, text_of
from ._arrays import CardsLike, IndexesLike, array_of, as_cards, as_indexes
from ._arrays import whole_numbers, within
from ._native import InputError, Stop
from .clusters import ClustersLike, as_clusters, clusters_for
from .files import FileLike, Opened, as_absolute, as_path, inspect, mapped_of, require_same
from .hands import Street, hand_count
from .progress import ProgressLike, watching
from .results import keyed

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
    def deck(self) -> int:
        """How many cards the deck has whose hands are in it."""
        return self._native.deck

    @property
    def count(self) -> int:
        """How many buckets there are."""
        return self._native.count

    @property
    def fingerprint(self) -> str:
        """The hash by which strategies name the file."""
        _ = self._native.count
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
        return mapped_of(self.file, section, self._native.fingerprint)

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
        return keyed(self._native.recipe)

    def quality(self) -> dict[str, Any]:
        """Sizes, effective number of buckets, cost of the clustering, explained variance of strength."""
        return keyed(self._native.quality())

    def explain(
        self,
        hand: CardsLike,
        clusters: ClustersLike | None = None,
        progress: ProgressLike = None,
        stop: Stop | None = None,
    ) -> dict[str, Any]:
        """Why a hand is in its bucket: the bucket's size and other hands, and the nearest centres.

        A file of OCHS buckets wants the opponent clusters that it was made with.
        """
        found = None if clusters is None else as_clusters(clusters, self.deck)._native
        with watching(progress, stop) as watched:
            return keyed(self._native.explain(as_cards(hand), found, watched))


#: A bucket file, opened or not.
BucketsLike: TypeAlias = "Buckets | FileLike"


def file_of_buckets(what: str, buckets: BucketsLike) -> FileLike:
    """The path of a bucket file, opened or not; what was opened must still lie there."""
    if not isinstance(buckets, Buckets):
        return as_path(what, buckets)
    require_same(buckets.file, inspect(buckets.file)["fingerprint"], buckets._native.fingerprint)
    return buckets.file


def three_files(buckets: Sequence[BucketsLike]) -> tuple[FileLike, FileLike, FileLike]:
    """The paths of flop, turn and river."""
    if not isinstance(buckets, (list, tuple)) or len(buckets) != 3:
        raise InputError("buckets: expected three bucket files, of flop, turn and river")
    flop, turn, river = (file_of_buckets("buckets", it) for it in buckets)
    return flop, turn, river


def open_buckets(file: FileLike) -> Buckets:
    """Opens a bucket file."""
    return Buckets(_native.BucketFile(as_absolute("file", file)))


def compare_buckets(
    first: Buckets, second: Buckets, progress: ProgressLike = None, stop: Stop | None = None
) -> dict[str, Any]:
    """How alike two bucket files of one street are: mutual information, adjusted Rand index, and where they differ."""
    for what, given in (("first", first), ("second", second)):
        if not isinstance(given, Buckets):
            raise TypeError(f"{what}: expected opened buckets, found {type(given).__name__}")
    with watching(progress, stop) as watched:
        return keyed(first._native.compare(second._native, watched))


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
    sample_fraction: float | None = None,
    max_iterations: int | None = None,
    tolerance: float | None = None,
    strength_percent: int | None = None,
    public_clusters: int | None = None,
    fine: int | None = None,
    deck: int = 52,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Buckets:
    """Builds the buckets of a street from a feature of ours and writes their file.

    The options are those of ``equipoise buckets build`` and of a study's streets, under the same names.

    Interrupted, it goes on where it was when it is called again. Opponent clusters without a file get one beside the
    bucket file, which has to name them. Where there are fewer different hands than buckets were asked for, a warning
    says how many there are.
    """
    file = as_absolute("file", file)
    _native.require_kind(file, "buckets")
    chosen = clusters_for(feature, clusters, deck, file)
    request = request_of(
        feature=feature, count=count, bins=bins, strength_percent=strength_percent, distance=distance, weights=weights,
        centre=centre, method=method, public_clusters=public_clusters, fine=fine, restarts=restarts,
        sample_rows=sample_rows, sample_fraction=sample_fraction, max_iterations=max_iterations, tolerance=tolerance,
    )
    request["seed"] = seed_of(seed)
    with watching(progress, stop) as watched:
        made = _native.build_buckets(file, text_of("street", street), request, chosen, deck, watched)
    _warn_of_fewer(file, made["buckets"], count)
    return open_buckets(file)


def buckets_from_numbers(
    file: FileLike,
    street: Street,
    numbers: NDArray[np.integer[Any]],
    name: str = "numbers",
    progress: ProgressLike = None,
    stop: Stop | None = None,
    *,
    deck: int = 52,
) -> Buckets:
    """Writes a bucket file from the number of every hand by its index, wherever it comes from.

    Buckets are numbered anew from the weakest to the strongest; ``centres`` keeps the number that was given.
    """
    file = as_absolute("file", file)
    _native.require_kind(file, "buckets")
    array = whole_numbers("numbers", numbers, 1)
    within("numbers", array, MOST_BUCKETS)
    _require_all_hands("numbers", street, array.shape[0], deck)
    with watching(progress, stop) as watched:
        numbered = np.require(array, np.uint32, ["C", "A"])
        _native.import_buckets(file, text_of("street", street), numbered, text_of("name", name), deck, watched)
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
    deck: int = 52,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Buckets:
    """Clusters a street's hands by any features of one's own, and writes their bucket file.

    ``rows`` has a row for each hand in the order of its index, each hand counting as often as it is dealt. Under ``l2``
    columns are numbers of one scale; under ``emd`` a row is a histogram. Numbers are rounded to some four thousand
    steps over the largest row. Where fewer rows differ after that than buckets were asked for, a warning says how many
    buckets there are.
    """
    file = as_absolute("file", file)
    _native.require_kind(file, "buckets")
    text_of("name", name)
    given = array_of("rows", rows)
    if given.dtype.kind not in "iufb":
        raise InputError(f"rows: expected numbers, found an array of {given.dtype}")
    if given.ndim != 2 or given.shape[1] == 0:
        raise InputError(f"rows: expected a row of numbers for each hand, found the shape {given.shape}")
    _require_all_hands("rows", street, given.shape[0], deck)
    scaled, unit = _whole_rows(given, text_of("distance", distance))
    request = request_of(
        count=count, distance=distance, restarts=restarts, sample_rows=sample_rows, max_iterations=max_iterations
    )
    request |= {"seed": seed_of(seed), "unit": unit}
    with watching(progress, stop) as watched:
        numbers, facts = _native.cluster_rows(street, scaled, request, deck, watched)
    _warn_of_fewer(file, facts["buckets"], count)
    return buckets_from_numbers(file, street, numbers, name, progress, stop, deck=deck)


def _warn_of_fewer(file: str, found: int, asked: int) -> None:
    if found < asked:
        line = f"{file}: {found} buckets instead of {asked}, since no more hands differ in what was clustered"
        warnings.warn(line, stacklevel=3)


def _require_all_hands(what: str, street: Street, found: int, deck: int) -> None:
    expected = hand_count(street, deck=deck)
    if found != expected:
        raise InputError(f"{what}: expected {expected}, one for each hand of the {street}, found {found}")


def _whole_rows(rows: NDArray[Any], distance: str) -> tuple[NDArray[np.uint16], float]:
    """Rows in the whole numbers that are clustered, and the distance that counts as 1."""
    # What is longer than double precision may be beyond it.
    with np.errstate(over="ignore"):
        rows = rows.astype(np.float64) if rows.dtype.kind == "f" else rows
    if not np.isfinite(rows).all():
        raise InputError("rows: some entries are not finite numbers; leave no nan or infinity")
    dimensions, limit = rows.shape[1], float(_native.largest_size(distance))
    if distance == "emd":
        if rows.min() < 0:
            raise InputError("rows: a histogram has no entries below 0; choose l2 for other features")
        coordinates = np.cumsum(_to_unit(rows.astype(np.float64)), axis=1)
        size = float(coordinates.sum(axis=1).max())
        scale = (limit - dimensions) / size if size else 1.0
    else:
        coordinates = _to_unit(_from_lowest(rows))
        size = float(np.sqrt(np.square(coordinates).sum(axis=1).max()))
        # Rounding adds at most half a unit to each axis.
        scale = (np.sqrt(limit) - np.sqrt(dimensions)) / size if size else 1.0
    most = float(coordinates.max(initial=0.0))
    scale = min(float(scale), 65_535.0 / most if most else 1.0)
    if not scale > 0.0:
        raise InputError(f"rows: {dimensions} columns are too many for exact distances")
    np.rint(np.multiply(coordinates, scale, out=coordinates), out=coordinates)
    return np.require(coordinates, np.uint16, ["C", "A"]), scale if distance == "emd" else scale * scale


def _from_lowest(rows: NDArray[Any]) -> NDArray[np.float64]:
    """Every column from its lowest entry on; halved where that is beyond double precision."""
    lowest = rows.min(axis=0)
    if rows.dtype.kind in "iu":
        # Modulo 2^64, where differences of large numbers are exact.
        return np.asarray(rows.astype(np.uint64) - lowest.astype(np.uint64), np.float64)
    with np.errstate(over="ignore"):
        differences: NDArray[np.float64] = np.subtract(rows, lowest, dtype=np.float64)
    if not np.isfinite(differences).all():
        differences = np.subtract(rows * 0.5, lowest * 0.5, dtype=np.float64)
    return differences


def _to_unit(coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same up to a power of two that takes the largest entry to 0.5 to 1: squares and sums stay in range."""
    _, exponent = np.frexp(coordinates.max(initial=0.0))
    np.ldexp(coordinates, -int(exponent), out=coordinates)
    return coordinates
