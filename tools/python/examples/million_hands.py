"""A million hands a street from Python, to be compared with the same in Rust: million_hands.rs beside it."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import equipoise as eq

HANDS = 1_000_000
# Spreads the hands over a street.
STEP = 2_654_435_761


def timed(name: str, work: Callable[[], Any]) -> Any:
    """Does some work and prints what it took."""
    start, core = time.perf_counter(), time.process_time()
    done = work()
    print(f"{name:<12} {time.perf_counter() - start:8.2f} s {time.process_time() - core:8.2f} core-s", flush=True)
    return done


clusters = eq.johanson2013()
for street in eq.STREETS[1:]:
    cards = eq.unindex(street, np.arange(HANDS) * STEP % eq.hand_count(street))
    timed(f"{street} index", lambda: eq.index(cards))
    counts = timed(f"{street} hsd", lambda: eq.hsd(cards))
    strengths = timed(f"{street} ochs", lambda: eq.ochs(cards, clusters))
    print(f"{street}: {counts[:, 49].sum()} run-outs in the last bin, mean strength {np.nanmean(strengths):.12f}")
