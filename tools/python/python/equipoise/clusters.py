"""Opponent clusters: the starting hands in groups, weakest first, against which OCHS measures a hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import count_of, seed_of, text_of
from ._arrays import whole_numbers, within
from ._native import InputError, Stop
from .files import FileLike, as_path
from .progress import ProgressLike, watching


class Clusters:
    """The starting hands of a deck in clusters, numbered from 1 for the weakest."""

    def __init__(self, native: _native.Clusters) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """What they are called."""
        return self._native.name

    @property
    def deck(self) -> int:
        """How many cards their deck has."""
        return self._native.deck

    @property
    def count(self) -> int:
        """How many there are."""
        return self._native.count

    @property
    def numbers(self) -> NDArray[np.uint8]:
        """The cluster of each starting hand; 0 for those that are not in the deck."""
        return self._native.numbers

    @property
    def combos(self) -> NDArray[np.uint32]:
        """How many of the holdings each has."""
        return self._native.combos

    @property
    def cost(self) -> float:
        """The mean earth mover's distance per combo from the clusters' mean histograms, in bins of 50."""
        return self._native.cost

    def save(self, file: FileLike) -> Clusters:
        """Writes a file; clusters with a file can be named by bucket files."""
        return Clusters(self._native.save(as_path("file", file)))

    def __repr__(self) -> str:
        return f"<Clusters {self.name}: {self.count}>"


#: Clusters, their number, a file, ``"johanson2013"``, or one's own table as :func:`clusters_of` takes it.
ClustersLike: TypeAlias = "Clusters | int | FileLike | Sequence[int] | NDArray[np.integer[Any]]"


def johanson2013() -> Clusters:
    """The eight clusters of Johanson et al. 2013.

    >>> johanson2013().combos
    array([224, 188, 164, 202, 140, 206, 160,  42], dtype=uint32)
    """
    return Clusters(_native.published_clusters("johanson2013"))


def opponent_clusters(
    count: int,
    seed: int = 1,
    restarts: int = 1000,
    bins: int = 50,
    progress: ProgressLike = None,
    stop: Stop | None = None,
    *,
    deck: int = 52,
) -> Clusters:
    """Searches for clusters by k-means under the earth mover's distance; the usual searches are known beforehand.

    >>> opponent_clusters(8)
    <Clusters emd8: 8>
    """
    with watching(progress, stop) as watched:
        return Clusters(
            _native.search_clusters(
                count_of("count", count, 1, 169),
                seed_of(seed),
                count_of("restarts", restarts, 1, 1_000_000),
                count_of("bins", bins, 1, 500),
                deck,
                watched,
            )
        )


def clusters_of(
    numbers: Sequence[int] | NDArray[np.integer[Any]], name: str = "own", *, deck: int = 52
) -> Clusters:
    """Clusters of one's own: a number from 1 for each of the 169 starting hands, none left out.

    What is said of those that are not in the deck is not looked at.

    >>> pairs = [2 if hand[0] == hand[1] else 1 for hand in eq.STARTING_HANDS]
    >>> clusters_of(pairs, "pairs").combos
    array([1248,   78], dtype=uint32)
    """
    array = whole_numbers("clusters", numbers, 1)
    within("clusters", array, 170)
    return Clusters(_native.own_clusters(text_of("name", name), np.require(array, np.uint8, ["C", "A"]), deck))


def open_clusters(file: FileLike) -> Clusters:
    """Opens a file of clusters."""
    return Clusters(_native.open_clusters(as_path("file", file)))


def as_clusters(given: ClustersLike, deck: int) -> Clusters:
    """Clusters of a deck, as they may be given."""
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        return opponent_clusters(int(given), deck=deck)
    if isinstance(given, (list, tuple, np.ndarray)):
        return clusters_of(given, deck=deck)
    if isinstance(given, str) and given == "johanson2013":
        given = johanson2013()
    elif isinstance(given, (str, os.PathLike)):
        given = open_clusters(given)
    if not isinstance(given, Clusters):
        raise InputError(f"clusters: expected clusters, a number, a file or a table, found {type(given).__name__}")
    if given.deck != deck:
        raise InputError(f"clusters {given.name}: of a deck of {given.deck} cards, expected one of {deck}")
    return given


def clusters_for(
    feature: str, given: ClustersLike | None, deck: int, file: str | None = None
) -> _native.Clusters | None:
    """The clusters that a feature needs, eight where none are given; those without a file are saved beside ``file``."""
    if text_of("feature", feature) not in ("ochs", "ochs-strength"):
        if given is not None:
            raise InputError(f"{feature}: has no opponent clusters; leave them out or choose ochs")
        return None
    chosen = as_clusters(8 if given is None else given, deck)
    if file is not None and not chosen._native.has_file:
        chosen = chosen.save(os.path.splitext(file)[0] + ".clusters")
    return chosen._native
