"""Files that objects were opened from, and places where results will lie: looked at when it matters, not afterwards."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

#: The work that is not begun would take minutes; on a busy machine, a look at a place may take some of this.
SOON = 30.0

HANDS, SMALL = eq.hand_count("flop"), eq.hand_count("flop", deck=DECK)


def test_an_object_means_its_file_wherever_the_process_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    eq.buckets_from_numbers(there / "flop.buckets", "flop", np.arange(SMALL) % 5, deck=DECK)
    monkeypatch.chdir(here)
    made = eq.buckets_from_numbers("flop.buckets", "flop", np.arange(SMALL) % 3, deck=DECK)
    opened = eq.open_buckets("flop.buckets")
    monkeypatch.chdir(there)
    for buckets in (made, opened):
        assert buckets.count == 3 and int(buckets.of_hand.max()) == 2 and len(buckets.centres) == 3
        assert buckets.recipe == eq.inspect(here / "flop.buckets")["recipe"] and os.path.isabs(buckets.file)
        assert (buckets.bucket_of_index(range(99)) == buckets.of_hand[:99]).all()


def test_a_file_that_was_replaced_is_not_taken_for_the_one_that_was_opened(
    tmp_path: Path, small_buckets: list[eq.Buckets]
) -> None:
    file = tmp_path / "flop.buckets"
    opened = eq.buckets_from_numbers(file, "flop", np.arange(SMALL) % 3, deck=DECK)
    recipe = opened.recipe
    eq.buckets_from_numbers(tmp_path / "other.buckets", "flop", np.arange(SMALL) % 5, deck=DECK)
    os.replace(tmp_path / "other.buckets", file)
    _, turn, river = small_buckets
    calls: list[Callable[[], object]] = [
        lambda: opened.of_hand,
        lambda: opened.centres,
        lambda: eq.train(tmp_path / "run", [opened, turn, river], iterations=1),
        lambda: eq.strategy_from_function(tmp_path / "s", [opened, turn, river], lambda betting: [0, 1, 0]),
    ]
    for call in calls:
        with pytest.raises(eq.InputError, match="another file than was opened .* open it again"):
            call()
    # What was opened is there as long as it is open.
    assert opened.count == 3 and opened.recipe == recipe and opened.bucket_of_index(range(99)).max() == 2


def test_a_training_and_a_run_mean_their_folders_wherever_the_process_goes(
    tmp_path: Path, small_buckets: list[eq.Buckets], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(there)
    eq.train("run", small_buckets, iterations=2)
    study = {"name": "tiny", "deck": DECK, "flop": {"feature": "strength", "method": "percentiles", "buckets": 3}}
    monkeypatch.chdir(here)
    trained = eq.train("run", small_buckets, iterations=3)
    run = eq.run_study(study, "study")
    monkeypatch.chdir(there)
    assert trained.iterations == 3 and trained.regrets("r").shape == (25, 3)
    assert trained.export().is_relative_to(here) and run.folder == here / "study" and run.report.exists()
    # A checkpoint of other buckets is another one, though it has the same name.
    flop = eq.buckets_from_numbers(tmp_path / "flop.buckets", "flop", np.arange(SMALL) % 3, deck=DECK)
    eq.train("other", [flop, *small_buckets[1:]], iterations=1)
    checkpoint = trained.checkpoint
    shutil.copy(there / "other" / checkpoint.relative_to(here / "run"), checkpoint)
    with pytest.raises(eq.InputError):
        trained.regrets("crc/r")


#: Calls that write a file, given a place for it.
WRITING: dict[str, Callable[[object, list[eq.Buckets]], object]] = {
    "build_buckets": lambda place, _: eq.build_buckets(place, "river", "hsd", 500),  # type: ignore[arg-type]
    "build_buckets of OCHS": lambda place, _: eq.build_buckets(place, "river", "ochs", 500),  # type: ignore[arg-type]
    "buckets_from_numbers": lambda place, _: eq.buckets_from_numbers(
        place, "flop", np.arange(HANDS) % 3  # type: ignore[arg-type]
    ),
    "buckets_from_features": lambda place, _: eq.buckets_from_features(
        place, "flop", np.random.default_rng(1).random((HANDS, 30)), 2000  # type: ignore[arg-type]
    ),
    "strategy_from_function": lambda place, buckets: eq.strategy_from_function(
        place, buckets, slowly  # type: ignore[arg-type]
    ),
    "play_hands": lambda place, _: eq.play_hands(
        "uniform", "call-raise", 1_000_000, log=place  # type: ignore[arg-type]
    ),
    "save": lambda place, _: eq.johanson2013().save(place),  # type: ignore[arg-type]
}


def slowly(betting: str) -> list[float]:
    """Takes its time."""
    time.sleep(0.1)
    return [0.0, 1.0, 0.0]


@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("place", ["", "folder", "missing/file", "file/below", "."])
def test_a_place_that_cannot_be_written_is_found_before_the_work(
    name: str, place: str, tmp_path: Path, small_buckets: list[eq.Buckets], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    begun = time.monotonic()
    with pytest.raises((eq.InputError, eq.WorkError)) as raised:
        WRITING[name](place, small_buckets)
    assert "\n" not in str(raised.value) and "--" not in str(raised.value) and time.monotonic() - begun < SOON
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "mine" and not list((tmp_path / "folder").iterdir())


@pytest.mark.parametrize("name", [name for name in WRITING if name != "play_hands"])
def test_no_place_at_all_is_a_wrong_type(name: str, small_buckets: list[eq.Buckets]) -> None:
    begun = time.monotonic()
    with pytest.raises(TypeError, match="file: expected a path, found NoneType"):
        WRITING[name](None, small_buckets)
    assert time.monotonic() - begun < SOON


def test_folders_are_looked_at_before_the_work(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    calls: list[Callable[[], object]] = [
        lambda: eq.train(file, small_buckets, iterations=10_000_000),
        lambda: eq.run_study("quickstart", file),
        lambda: eq.exploit("uniform", 1000, keep=file),
    ]
    for call in calls:
        begun = time.monotonic()
        with pytest.raises((eq.InputError, eq.WorkError)) as raised:
            call()
        assert "file" in str(raised.value) and "--" not in str(raised.value) and time.monotonic() - begun < SOON
    assert file.read_text() == "mine"


def written(name: str, file: Path, buckets: list[eq.Buckets], run: Path) -> object:
    """What a call writes that takes a moment only."""
    calls: dict[str, Callable[[], object]] = {
        "build_buckets": lambda: eq.build_buckets(file, "flop", "strength", 3, method="percentiles", deck=DECK),
        "buckets_from_numbers": lambda: eq.buckets_from_numbers(file, "flop", np.arange(SMALL) % 3, deck=DECK),
        "buckets_from_features": lambda: eq.buckets_from_features(
            file, "flop", np.arange(SMALL)[:, None] % 7, 3, deck=DECK
        ),
        "strategy_from_function": lambda: eq.strategy_from_function(file, buckets, lambda betting: [0, 1, 0]),
        "log": lambda: eq.play_hands("uniform", "call-raise", 4, log=file),
        "phh": lambda: eq.play_hands("uniform", "call-raise", 4, phh=file),
        "save": lambda: eq.johanson2013().save(file),
        "bundle": lambda: eq.bundle(run, file),
    }
    return calls[name]()


@pytest.mark.parametrize(
    "name",
    [
        "build_buckets", "buckets_from_numbers", "buckets_from_features", "strategy_from_function", "log", "phh",
        "save", "bundle",
    ],
)
def test_a_file_of_another_kind_is_not_written_over(
    name: str, tmp_path: Path, small_buckets: list[eq.Buckets]
) -> None:
    eq.train(tmp_path / "run", small_buckets, iterations=1)
    notes, spot = tmp_path / "notes.txt", tmp_path / "spot"
    notes.write_text("mine")
    river = {"bet": ["a"], "raise": []}
    eq.solve_spot(
        {"board": "2c2d2h3s3c", "pot": 2, "stack": 2, "oop": "AA", "ip": "KK", "sizes": {"all": river}}, out=spot
    )
    for file in (notes, spot / "spot.spot", tmp_path / "run" / "study.toml"):
        file.parent.mkdir(exist_ok=True)
        if not file.exists():
            file.write_text("name = 'mine'")
        before = file.read_bytes()
        with pytest.raises(eq.InputError) as raised:
            written(name, file, small_buckets, tmp_path / "run")
        assert str(file) in str(raised.value) and "\n" not in str(raised.value), raised.value
        assert file.read_bytes() == before
    # What it wrote itself may be written again.
    made = tmp_path / "made"
    for _ in range(2):
        written(name, made, small_buckets, tmp_path / "run")
    assert made.stat().st_size > 0


def test_a_log_and_its_histories_are_two_files(tmp_path: Path) -> None:
    with pytest.raises(eq.InputError, match="another result"):
        eq.play_hands("uniform", "call-raise", 4, log=tmp_path / "m", phh=tmp_path / "." / "m")
