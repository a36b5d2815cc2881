"""What cannot be done is refused in one line that says why, and nothing is left hanging."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ("AhAh Qs7h2c", "Ah appears twice"),
        ("AhKx", "'Kx' is not a card"),
        ("AhKd Qs7h", "4 cards a hand"),
        (["AhKd", "AhKdQs7h2c"], "hands of one street"),
        (np.array([[1.0, 2.0]]), "whole numbers, found an array of float64"),
        (np.array([[np.nan, 2.0]]), "whole numbers"),
        (np.array([[1, 52]]), "expected 0 to 51, found 52"),
        (np.array([[-1, 5]]), "expected 0 to 51, found -1"),
        (np.array([[7, 7]]), "row 0: 3s appears twice"),
        (np.zeros((1, 1, 2), int), "expected 2 dimensions, found 3"),
        ([[1, 2], [3]], "rows of one length"),
        (np.array([[True, False]]), "found an array of bool"),
        (np.array([["a"]], object), "whole numbers, found an array of object"),
    ],
)
def test_wrong_cards_are_refused(hands: Any, reason: str) -> None:
    for function in (eq.index, eq.strength, eq.hsd, eq.ochs):
        with pytest.raises(eq.InputError) as raised:
            function(hands)
        assert reason in str(raised.value) and "\n" not in str(raised.value)


def test_no_hands_have_no_strength() -> None:
    assert eq.strength(np.zeros((0, 7), np.uint8)).shape == (0,)
    assert eq.hsd(np.zeros((0, 5), np.uint8)).shape == (0, 50)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: eq.unindex("flop", 1_286_792), "no hand 1286792; indexes go from 0 to 1286791"),
        (lambda: eq.unindex("flop", -1), "no hand -1"),
        (lambda: eq.unindex("flop", np.array([2**63], np.uint64)), "beyond 64 bits"),
        (lambda: eq.unindex("flop", 1.5), "whole numbers"),  # type: ignore[arg-type]
        (lambda: eq.unindex("ocean", 0), "'ocean' is not a street"),  # type: ignore[arg-type]
        (lambda: eq.hsd("AhKd", bins=0), "bins: expected a whole number from 1 to 500, found 0"),
        (lambda: eq.hsd("AhKd", bins=True), "found True"),
        (lambda: eq.hsd("AhKd", bins=2.5), "found 2.5"),  # type: ignore[arg-type]
        (lambda: eq.ochs("AhKd", 170), "count: expected a whole number from 1 to 169"),
        (lambda: eq.ochs("AhKd", "nowhere.clusters"), "nowhere.clusters"),
        (lambda: eq.ochs("AhKd", [1, 2, 3]), "3 starting hands instead of 169"),
        (lambda: eq.ochs("AhKd", [1] * 168 + [3]), "no starting hand in cluster 2"),
        (lambda: eq.ochs("AhKd", 2.0), "found float"),  # type: ignore[arg-type]
        (lambda: eq.features("flop", "colour"), "'colour' is not a feature"),  # type: ignore[arg-type]
        (lambda: eq.features("flop", "strength", bins=50), "bins only with the feature hsd"),
        (lambda: eq.features("flop", "hsd", clusters=8), "has no opponent clusters"),
        (lambda: eq.features("preflop", "hsd"), "street: expected flop, turn or river"),
        (lambda: eq.strength("AhKd", progress=3), "progress: expected a function or tqdm, found int"),  # type: ignore
        (lambda: eq.set_threads(0), "0 threads: expected 1 to 1024"),
        (lambda: eq.open_buckets("nowhere.buckets"), "nowhere.buckets"),
        (lambda: eq.inspect("nowhere"), "nowhere"),
        (lambda: eq.decision("x"), "'x'"),
        (lambda: eq.decision("f"), "the end of the game"),
        (lambda: eq.open_player("nobody"), "neither a built-in policy"),
        (lambda: eq.open_player("uniform").probabilities("Qs7h", "crc/"), "3 cards on the board, not 2"),
        (lambda: eq.open_player("uniform").probabilities("QsQs2c", "crc/"), "Qs appears twice"),
        (lambda: eq.exploit("uniform", 1), "expected all or a number of flops from 2 to 10000, found 1"),
        (lambda: eq.exploit("uniform", 2, reference="known.json"), 'give flops="all"'),
        (lambda: eq.exploit("uniform", 2, beside_exact="nowhere.json"), "nowhere.json"),
        (lambda: eq.exploit("uniform", 2, beside=3), "found int"),  # type: ignore[arg-type]
        (lambda: eq.exploit(None, 2, beside="uniform"), "found NoneType"),  # type: ignore[arg-type]
        (lambda: eq.exploit(lambda board, betting: None, "all"), "a function is measured on sampled flops"),
        (lambda: eq.survey("uniform", "rc/cc/"), "turn"),
        (lambda: eq.survey("uniform", boards=1), "boards: expected a whole number from 2 to 2352"),
        (lambda: eq.survey("uniform", boards="some"), "found 'some'"),  # type: ignore[arg-type]
        (lambda: eq.survey(lambda board, betting: None), "a function is not surveyed"),
        (lambda: eq.match("uniform", "uniform", "chess"), "'chess' is not a method"),  # type: ignore[arg-type]
        (lambda: eq.match("uniform", "uniform", "hands", hands=3), "an even number of games"),
        (lambda: eq.match("uniform", "uniform", keep="kept"), "keep: a match by boards keeps nothing"),
        (lambda: eq.match(lambda board, betting: None, "uniform", "exact"), "a function plays boards"),
        (lambda: eq.exploit(lambda board, betting: None, 2, keep="kept"), "has no name of its own"),
        (lambda: eq.match("uniform", "uniform", boards=0), "boards: expected a whole number from 1"),
        (lambda: eq.match("uniform", 3), "found int"),  # type: ignore[arg-type]
        (lambda: eq.league(["uniform"], boards=2), "a league needs at least two"),
        (lambda: eq.policy(3), "what cannot be called"),  # type: ignore[arg-type]
        (lambda: eq.solve("chess"), "'chess' is not a game"),
        (lambda: eq.solve("holdem", iterations=1), "build buckets and use train"),
        (lambda: eq.solve("kuhn", "luck"), "luck"),
        (lambda: eq.solve("kuhn", until=float("nan")), "until: expected"),
    ],
)
def test_wrong_arguments_are_refused(call: object, reason: str) -> None:
    with pytest.raises(eq.InputError) as raised:
        call()  # type: ignore[operator]
    assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value


HALF = "\ud83c"


@pytest.mark.parametrize(
    "call",
    [
        lambda: eq.index(HALF),
        lambda: eq.index(["AhKd", HALF]),
        lambda: eq.index(np.array([HALF])),
        lambda: eq.names(HALF),
        lambda: eq.hand_count(HALF),  # type: ignore[arg-type]
        lambda: eq.features("flop", HALF),  # type: ignore[arg-type]
        lambda: eq.decision(HALF),
        lambda: eq.legal_actions(HALF),
        lambda: eq.solve(HALF),
        lambda: eq.solve("kuhn", HALF),
        lambda: eq.policy(lambda board, betting: None, HALF),
        lambda: eq.clusters_of([1] * 169, HALF),
        lambda: eq.open_player("uniform").probabilities(HALF),
        lambda: eq.open_player("uniform").probabilities("", HALF),
        lambda: eq.match("uniform", HALF),
        lambda: eq.match("uniform", "uniform", HALF),  # type: ignore[arg-type]
        lambda: eq.plan(HALF),
        lambda: eq.plan(f"name = '{HALF}'\n"),
        lambda: eq.plan({"name": HALF, "flop": {"feature": "strength", "buckets": 3}}),
        lambda: eq.plan("quickstart", settings=[HALF]),
        lambda: eq.plan("quickstart", within=HALF),
        lambda: eq.plan("quickstart", HALF),
        lambda: eq.open_buckets(HALF),
        lambda: eq.open_clusters(HALF),
        lambda: eq.inspect(HALF),
        lambda: eq.mapped("none", HALF),
        lambda: eq.read_hands(HALF),
        lambda: eq.histories_of_log(HALF),
        lambda: eq.build_buckets(HALF, "flop", "strength", 3),
        lambda: eq.train(HALF, iterations=1),
        lambda: eq.train("none", iterations=1, variant=HALF),
        lambda: eq.train("none", iterations=1, algorithm=HALF),
        lambda: eq.Training("none", HALF),
        lambda: eq.open_run(HALF),
        lambda: eq.exploit("uniform", 2, keep=HALF),
        lambda: eq.open_buckets("a\0b"),
    ],
)
def test_texts_and_paths_that_are_none_are_refused(call: object) -> None:
    with pytest.raises(eq.InputError) as raised:
        call()  # type: ignore[operator]
    assert "\n" not in str(raised.value) and str(raised.value).isascii(), raised.value


def test_errors_speak_of_arguments_and_not_of_flags(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    eq.train(tmp_path / "run", small_buckets, iterations=1)
    (tmp_path / "file").write_text("")
    read_only = tmp_path / "read-only"
    read_only.mkdir()
    calls: list[Any] = [
        lambda: eq.train(tmp_path / "file", small_buckets, iterations=1),
        lambda: eq.train(tmp_path / "run", small_buckets, iterations=1, seed=7),
        lambda: eq.train(tmp_path / "run", small_buckets, iterations=2, sampler="chance"),
        lambda: eq.train(tmp_path / "new", small_buckets, iterations=2, sampler="full"),  # type: ignore[arg-type]
        lambda: eq.train(tmp_path / "new", small_buckets, iterations=2, sampler="chance", opponent="exact"),
        lambda: eq.train(tmp_path / "new", iterations=2),
        lambda: eq.run_study("quickstart", tmp_path / "file"),
        lambda: eq.Training(tmp_path / "run").export(out=tmp_path / "file"),
        lambda: eq.open_player(tmp_path / "run" / "nothing"),
    ]
    for call in calls:
        with pytest.raises((eq.InputError, eq.WorkError)) as raised:
            call()
        assert "--" not in str(raised.value) and "\n" not in str(raised.value), raised.value


def test_an_exception_in_the_progress_stops_the_work_and_comes_through() -> None:
    def objecting(*_: object) -> None:
        raise ZeroDivisionError("enough")

    # Hours, if it went on.
    with pytest.raises(ZeroDivisionError, match="enough"):
        eq.match("uniform", "call-raise", boards=1_000_000, progress=objecting)


def test_ctrl_c_stops_long_work() -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        eq.match("uniform", "call-raise", boards=1_000_000)


FORKED = """
import os, sys, signal
import equipoise as eq
if sys.argv[1] == "used":
    eq.strength("AhKd Qs7h2c")
    eq.match("uniform", "always-call", boards=2)
child = os.fork()
if child == 0:
    signal.alarm(60)
    same = eq.strength("AhKd Qs7h2c")[0] > 0.4
    eq.match("uniform", "always-call", boards=2)
    os._exit(0 if same else 3)
eq.strength("AhKd Qs7h2c")
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("before", ["imported", "used"])
def test_a_forked_process_works_on(before: str) -> None:
    assert subprocess.run([sys.executable, "-c", FORKED, before], timeout=120).returncode == 0


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "damaged.buckets"
    file.write_bytes(b"\0" * 10_000)
    for call in (eq.open_buckets, eq.inspect, eq.verify, eq.open_clusters, eq.open_player):
        with pytest.raises(eq.InputError, match="damaged.buckets"):
            call(file)


def test_errors_speak_of_functions_and_of_arguments_that_are_there(
    tmp_path: Path, small_buckets: list[eq.Buckets]
) -> None:
    (tmp_path / "other.json").write_text("{1}")
    (tmp_path / "file").write_text("mine")
    moved = eq.train(tmp_path / "run", small_buckets, iterations=1)
    for link in (tmp_path / "run" / "buckets").iterdir():
        link.unlink()
    player = eq.open_player("call-raise", deck=20)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: eq.measure_policy("kuhn", tmp_path / "other.json"), "a file of what policy_text gives"),
        (lambda: eq.exploit(tmp_path / "run", 2), "as buckets of open_player"),
        (lambda: eq.exploit(moved, 2), "as buckets of open_player, or as bucket_folders of a training"),
        (lambda: moved.regrets(), "as bucket_folders of a training"),
        (lambda: eq.open_player(tmp_path), "made by train or run_study"),
        (lambda: eq.exploit(player, 2, beside_exact=tmp_path / "other.json"), 'exploit(player, "all", reference=FILE)'),
        (lambda: eq.exploit(player, 2, keep=tmp_path / "file"), "expected a folder or nothing yet, found a file"),
        (lambda: eq.exploit(player, 2, keep=tmp_path / "file" / "below"), "expected a folder or nothing yet"),
        (lambda: eq.match(player, "uniform", "exact", keep=tmp_path / "file"), "expected a folder or nothing yet"),
        (lambda: eq.survey(player, "rc/", keep=tmp_path / "file"), "expected a folder or nothing yet"),
        (lambda: eq.survey("always-fold"), "name one with betting"),
    ]
    for call, said in calls:
        with pytest.raises(eq.InputError) as raised:
            call()
        line = str(raised.value)
        assert said in line and "--" not in line and "equipoise " not in line and "\n" not in line, line
