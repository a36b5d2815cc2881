"""Strategies of one's own as files: how each bucket acts after each betting."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from . import _native
from ._native import Stop
from ._arguments import text_of
from .buckets import BucketsLike, three_files
from .files import FileLike, as_absolute, as_folders, as_path
from .players import Player, open_player
from .progress import ProgressLike, watching

#: A function of betting (``"crc/r"``): the probabilities of folding, calling and raising for each bucket, or what
#: spreads to that.
StrategyFunction: TypeAlias = Callable[[str], Any]


def strategy_from_function(
    file: FileLike,
    buckets: Sequence[BucketsLike],
    function: StrategyFunction,
    name: str | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Player:
    """Writes a strategy file from how each bucket acts, and opens it: a strategy of another program, say.

    ``buckets`` are those of flop, turn and river. ``function`` is called once for each of the 6,378 bettings where
    somebody decides and gives the probabilities of folding, calling and raising: a row for each bucket of the street,
    before the flop for each of the :data:`STARTING_HANDS` that are in the deck of the buckets, or what spreads to that.
    Where folding or raising is not legal (:func:`legal_actions`), its probability falls to the call. They are kept in
    16 bits. ``name`` is what the file's recipe calls it.

    Buckets of :func:`buckets_from_numbers` are numbered anew: their ``centres`` say which number was given.

    What is not a distribution and bucket files of other streets are an :class:`InputError`, a place that cannot be
    written to is a :class:`WorkError`, and an exception of the function comes through. Nothing is written then.
    """
    files = three_files(buckets)
    chosen = text_of("name", name if name is not None else getattr(function, "__name__", type(function).__name__))
    with watching(progress, stop) as watched:
        _native.write_strategy(as_path("file", file), list(files), function, chosen, watched)
    return open_player(file, sorted({os.path.dirname(os.path.abspath(it)) for it in files}))


def bundle(
    strategy: FileLike,
    file: FileLike,
    buckets: FileLike | Sequence[FileLike] = (),
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Player:
    """Packs a strategy and its bucket files into one checksummed file to share, as ``equipoise bundle``, and opens it.

    ``strategy`` is a run folder, ``"RUN/NAME"`` or a strategy file; bucket files are looked for as in
    :func:`open_player`. A bundle is taken wherever a strategy is.
    """
    target = as_absolute("file", file)
    _native.require_kind(target, "bundle")
    with watching(progress, stop) as watched:
        _native.bundle(as_path("strategy", strategy), target, as_folders("buckets", buckets), watched)
    return open_player(target)
