"""What the tests share: Ctrl-C that is heard, and bucket files of all streets of a small deck."""

import signal

import pytest

import equipoise as eq

STREETS = eq.STREETS[1:]
#: Cards of the deck on which most tests play: tens to aces.
DECK = 20

# A shell that starts the tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def small_buckets(tmp_path_factory: pytest.TempPathFactory) -> list[eq.Buckets]:
    """Eight buckets a street by strength, of a small deck: a game that is learnt in seconds."""
    folder = tmp_path_factory.mktemp("small")
    return [
        eq.build_buckets(folder / f"{it}.buckets", it, "strength", 8, method="percentiles", deck=DECK)
        for it in STREETS
    ]
