"""Bucket files: built, brought along, looked up, compared, explained."""

import _thread
import functools
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK
from equipoise.progress import Callback

HANDS = eq.hand_count("flop", deck=DECK)


@pytest.fixture(scope="module")
def strengths() -> np.ndarray:
    return eq.features("flop", "strength", deck=DECK)[:, 0]


@pytest.fixture(scope="module")
def tens(tmp_path_factory: pytest.TempPathFactory) -> eq.Buckets:
    """Ten buckets of equally many deals."""
    file = tmp_path_factory.mktemp("buckets") / "tens.buckets"
    return eq.build_buckets(file, "flop", "strength", 10, method="percentiles", deck=DECK)


def test_a_recipe_becomes_buckets(tens: eq.Buckets, strengths: np.ndarray) -> None:
    assert (tens.street, tens.count) == ("flop", 10)
    assert tens.recipe["feature"] == "strength" and tens.recipe["method"] == "percentiles"
    assert (np.diff(tens.mean_strength) > 0).all() and tens.hands.sum() == HANDS
    # Weakest first, and cut by strength alone.
    order = np.argsort(strengths, kind="stable")
    assert (np.diff(tens.of_hand[order].astype(int)) >= 0).all()
    eq.verify(tens.file)


def test_hands_are_looked_up_by_cards_and_by_index(tens: eq.Buckets) -> None:
    numbers = np.arange(0, HANDS, 97)
    expected = tens.of_hand[numbers]
    assert (tens.bucket_of_index(numbers) == expected).all()
    assert (tens.bucket(eq.unindex("flop", numbers, deck=DECK)) == expected).all()


def test_arrays_of_a_file_are_mapped_and_not_to_be_written(tens: eq.Buckets) -> None:
    assert isinstance(tens.of_hand, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        tens.of_hand[0] = 1


def test_numbers_of_ones_own_become_buckets(tmp_path: Path, tens: eq.Buckets) -> None:
    shuffled = np.array([7, 3, 9, 0, 1, 8, 2, 6, 5, 4])[tens.of_hand]
    own = eq.buckets_from_numbers(tmp_path / "own.buckets", "flop", shuffled, deck=DECK)
    # From the weakest to the strongest again.
    assert (own.of_hand == tens.of_hand).all()
    alike = eq.compare_buckets(own, tens)
    assert alike["adjusted_rand_index"] == pytest.approx(1.0)
    assert alike["mutual_information"] == pytest.approx(alike["entropy"][0])


def test_features_of_ones_own_become_buckets(tmp_path: Path, strengths: np.ndarray) -> None:
    rows = strengths[:, np.newaxis] / 65_535
    own = eq.buckets_from_features(tmp_path / "own.buckets", "flop", rows, 6, restarts=8, deck=DECK)
    assert own.count == 6
    # Clusters on a line are stretches of it.
    order = np.argsort(strengths, kind="stable")
    assert (np.diff(own.of_hand[order].astype(int)) >= 0).all()
    # The same clusters on any scale, with any shift and beside a column that says nothing.
    moved = np.column_stack([rows * -1000 + 5, np.full(HANDS, 3.0)]).astype(np.float32)
    again = eq.buckets_from_features(tmp_path / "again.buckets", "flop", moved, 6, restarts=8, deck=DECK)
    assert eq.compare_buckets(own, again)["adjusted_rand_index"] > 0.95


FOUR = np.arange(HANDS) % 4


@pytest.mark.parametrize(
    "rows",
    [
        FOUR * 1e-170,
        FOUR * 1e-307,
        FOUR * 5e-324,
        FOUR * 1e160,
        (FOUR - 1.5) * 1e308,
        FOUR + 2**52.0,
        FOUR + 2**62,
        FOUR.astype(np.uint64) + np.uint64(2**63),
        (FOUR - 128).astype(np.int8),
        FOUR.astype(np.float16),
        FOUR.astype(np.longdouble) * 1e-300,
        np.asfortranarray(np.column_stack([FOUR, np.full(HANDS, 1e300)])),
        np.column_stack([FOUR * 1e-200, np.zeros(HANDS)]),
    ],
)
def test_features_of_any_size_become_as_many_buckets(tmp_path: Path, rows: np.ndarray) -> None:
    rows = rows if rows.ndim == 2 else rows[:, np.newaxis]
    own = eq.buckets_from_features(tmp_path / "own.buckets", "flop", rows, 4, deck=DECK)
    assert own.count == 4
    for bucket in range(4):
        assert len(set(own.of_hand[FOUR == bucket].tolist())) == 1


def test_histograms_of_any_size_become_as_many_buckets(tmp_path: Path) -> None:
    whole = np.eye(4)[FOUR]
    for size in (1.0, 1e-320, 1e-170, 1e160, 1e308):
        own = eq.buckets_from_features(tmp_path / "own.buckets", "flop", whole * size, 4, distance="emd", deck=DECK)
        assert own.count == 4


def test_fewer_buckets_than_asked_for_are_reported(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="own.buckets: 4 buckets instead of 9"):
        assert eq.buckets_from_features(tmp_path / "own.buckets", "flop", FOUR[:, np.newaxis], 9, deck=DECK).count == 4
    with pytest.warns(UserWarning, match="built.buckets: .* buckets instead of 100000"):
        file = tmp_path / "built.buckets"
        assert eq.build_buckets(file, "flop", "strength", 100_000, method="percentiles", deck=DECK).count < 100_000


def test_a_bucket_is_explained(tens: eq.Buckets) -> None:
    found = tens.explain("AhKh QhJhTh")
    assert found["bucket"] == tens.bucket("AhKh QhJhTh")[0] == 9
    assert found["occupancy"]["of"] == 10 and found["placement"]["nearest"][0]["bucket"] == 9
    assert tens.quality()["buckets"] == 10


def test_ctrl_c_keeps_what_was_clustered(tmp_path: Path) -> None:
    def build(name: str, progress: Callback | None = None) -> eq.Buckets:
        return eq.build_buckets(
            tmp_path / f"{name}.buckets", "flop", "hsd", 40, bins=30, sample_rows=100_000, max_iterations=20,
            progress=progress,
        )

    def stopping(stage: str, done: int, *_: object) -> None:
        if "clustering" in stage and done >= 3:
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        build("stopped", stopping)
    kept = tmp_path / "stopped.clustering"
    assert kept.exists() and not (tmp_path / "stopped.buckets").exists()
    iterations: list[int] = []
    gone_on = build("stopped", lambda stage, done, *_: iterations.append(done) if "clustering" in stage else None)
    assert not kept.exists() and min(iterations) >= 3
    assert Path(gone_on.file).read_bytes() == Path(build("whole").file).read_bytes()


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (np.zeros((5, 2)), f"expected {HANDS}, one for each hand of the flop, found 5"),
        (np.zeros(HANDS), "a row of numbers for each hand"),
        (np.zeros((HANDS, 0)), "a row of numbers for each hand"),
        (np.full((HANDS, 1), np.nan), "not finite"),
        (np.full((HANDS, 1), np.inf), "not finite"),
        (np.full((HANDS, 1), np.longdouble("1e4000")), "not finite"),
        (np.ma.masked_array(np.zeros((HANDS, 1)), np.ones((HANDS, 1), bool)), "without a mask"),
        (np.zeros((HANDS, 1), complex), "expected numbers, found an array of complex"),
        (np.zeros((HANDS, 1), object), "expected numbers, found an array of object"),
        (np.full((HANDS, 1), "a"), "expected numbers, found an array of"),
    ],
)
def test_wrong_features_are_refused(tmp_path: Path, rows: np.ndarray, reason: str) -> None:
    with pytest.raises(eq.InputError, match=reason):
        eq.buckets_from_features(tmp_path / "none.buckets", "flop", rows, 4, deck=DECK)
    assert not list(tmp_path.iterdir())


def test_other_wrong_calls_are_refused(tmp_path: Path, tens: eq.Buckets) -> None:
    none = tmp_path / "none.buckets"
    with pytest.raises(eq.InputError, match="no entries below 0"):
        eq.buckets_from_features(none, "flop", np.full((HANDS, 2), -1.0), 4, distance="emd", deck=DECK)
    with pytest.raises(eq.InputError, match="'miles' is not a distance"):
        miles: Any = "miles"
        eq.buckets_from_features(none, "flop", np.ones((HANDS, 2)), 4, distance=miles, deck=DECK)
    with pytest.raises(eq.InputError, match="expected 0 to 4194303, found 5000000"):
        eq.buckets_from_numbers(none, "flop", np.full(HANDS, 5_000_000), deck=DECK)
    with pytest.raises(eq.InputError, match="whole numbers"):
        eq.buckets_from_numbers(none, "flop", np.zeros(HANDS), deck=DECK)  # type: ignore[arg-type]
    with pytest.raises(eq.InputError, match="one number a hand|single number a hand"):
        eq.build_buckets(none, "flop", "hsd", 10, method="percentiles", deck=DECK)
    with pytest.raises(eq.InputError, match="buckets of the flop, the cards are of the turn"):
        tens.bucket("AhAd QsJhTcKc")
    with pytest.raises(eq.InputError, match=f"no hand {HANDS}"):
        tens.bucket_of_index([HANDS])
    with pytest.raises(eq.InputError, match="no array 'colours'; there is buckets"):
        eq.mapped(tens.file, "colours")
    assert not list(tmp_path.iterdir())


def test_a_closed_file_says_so(tmp_path: Path) -> None:
    with eq.buckets_from_numbers(tmp_path / "own.buckets", "flop", np.arange(HANDS) % 7, deck=DECK) as own:
        entries = own.of_hand
    assert own.closed and entries[0] < 7
    look_up = functools.partial(own.bucket, "AhAd QsJhTc")
    for call in (lambda: own.count, lambda: own.of_hand, lambda: own.recipe, look_up, own.quality):
        with pytest.raises(eq.InputError, match="own.buckets is closed; open it again"):
            call()


def test_closing_does_not_disturb_a_call(tmp_path: Path) -> None:
    first, second = (
        eq.buckets_from_numbers(tmp_path / f"{name}.buckets", "flop", np.arange(HANDS) % 7, deck=DECK)
        for name in ("one", "two")
    )
    found = eq.compare_buckets(first, second, progress=lambda *_: first.close())
    assert first.closed and found["adjusted_rand_index"] == pytest.approx(1.0)
    with pytest.raises(eq.InputError, match="one.buckets is closed; open it again"):
        eq.compare_buckets(second, first)


def test_two_threads_look_up_in_one_file(tens: eq.Buckets) -> None:
    numbers = np.arange(HANDS)
    parts = [numbers[::2], numbers[1::2]]
    found: dict[int, np.ndarray] = {}
    threads = [
        threading.Thread(target=lambda it=it: found.update({it: tens.bucket_of_index(parts[it])})) for it in (0, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[it] == tens.of_hand[parts[it]]).all() for it in (0, 1))


def test_all_options_of_a_street_are_options_here(tmp_path: Path) -> None:
    made = eq.build_buckets(
        tmp_path / "flop.buckets",
        "flop",
        "ochs-strength",
        40,
        clusters=4,
        strength_percent=50,
        sample_fraction=0.01,
        max_iterations=2,
        seed=3,
        deck=DECK,
    )
    recipe = made.recipe
    assert (recipe["clusters"], recipe["strength_percent"], recipe["sample"]) == (4, 50, {"fraction": 0.01})
    for options, said in [
        ({"bins": 50}, "bins only with the feature hsd"),
        ({"sample_rows": 500, "sample_fraction": 0.5}, "one of sample_rows and sample_fraction"),
        ({"fine": 500}, "public_clusters beside it"),
        ({"sample_fraction": 2.0}, "above 0, at most 1"),
    ]:
        with pytest.raises(eq.InputError, match=said):
            eq.build_buckets(tmp_path / "refused.buckets", "flop", "strength", 4, **options)  # type: ignore[arg-type]
