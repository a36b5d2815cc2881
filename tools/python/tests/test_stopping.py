"""Calls that are stopped from elsewhere, policies that do not return, and policies that begin other work."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import equipoise as eq

#: Stopping takes a batch of boards and a look at the handle: a fraction of this.
SOON = 20.0


def call(board: str, betting: str) -> list[float]:
    """Checks and calls."""
    return [0.0, 1.0, 0.0]


def test_a_handle_stops_work_of_another_thread_and_what_was_trained_is_kept(
    tmp_path: Path, small_buckets: list[eq.Buckets]
) -> None:
    stop, raised = eq.Stop(), []

    def train() -> None:
        try:
            eq.train(tmp_path, small_buckets, iterations=1_000_000_000, stop=stop)
        except eq.Stopped as error:
            raised.append(str(error))

    thread = threading.Thread(target=train)
    thread.start()
    time.sleep(2.0)
    assert thread.is_alive() and not stop.is_stopped
    stop.stop()
    thread.join(SOON)
    assert not thread.is_alive() and stop.is_stopped and len(raised) == 1 and "\n" not in raised[0]
    trained = eq.Training(tmp_path)
    assert trained.iterations > 0
    assert trained.go_on(iterations=trained.iterations + 1).iterations == trained.iterations


def test_a_task_that_is_cancelled_stops_its_work() -> None:
    async def work() -> float:
        with eq.Stop() as stop:
            work = asyncio.to_thread(eq.match, "uniform", "call-raise", boards=1_000_000, stop=stop)
            task = asyncio.create_task(work)
            await asyncio.sleep(0.5)
            task.cancel()
        begun = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        # The end of `asyncio.run` waits for the thread.
        return begun

    begun = asyncio.run(work())
    assert time.monotonic() - begun < SOON


def test_a_handle_that_has_stopped_stops_every_call_at_once(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    stop = eq.Stop()
    stop.stop()
    flop = small_buckets[0]
    calls: list[Callable[[], object]] = [
        lambda: eq.strength("AhKd", stop=stop),
        lambda: eq.features("flop", "strength", stop=stop),
        lambda: eq.verify(flop.file, stop=stop),
        lambda: eq.compare_buckets(flop, flop, stop=stop),
        lambda: eq.build_buckets(tmp_path / "none.buckets", "flop", "strength", 3, stop=stop),
        lambda: eq.match("uniform", call, boards=2, stop=stop),
        lambda: eq.exploit(call, 2, stop=stop),
        lambda: eq.league(["uniform", call], boards=2, stop=stop),
        lambda: eq.play_hands("uniform", "always-call", 2, stop=stop),
        lambda: eq.solve("kuhn", stop=stop),
        lambda: eq.train(tmp_path / "run", small_buckets, iterations=1, stop=stop),
        lambda: eq.plan("quickstart", tmp_path, stop=stop),
        lambda: eq.open_player("uniform", stop=stop),
        lambda: eq.strategy_from_function(tmp_path / "s", small_buckets, lambda betting: [0, 1, 0], stop=stop),
    ]
    for work in calls:
        with pytest.raises(eq.Stopped):
            work()
    assert not list(tmp_path.iterdir())
    with pytest.raises(TypeError, match="stop: expected a Stop, found bool"):
        eq.strength("AhKd", stop=True)  # type: ignore[arg-type]


def looping(board: str, betting: str) -> list[float]:
    """Never answers."""
    while True:
        pass


@pytest.mark.parametrize(
    "work",
    [
        lambda stop: eq.match(looping, "uniform", boards=2, stop=stop),
        lambda stop: eq.exploit(looping, 2, stop=stop),
        lambda stop: eq.strategy_from_function(
            "looping.strategy", work_buckets, lambda betting: looping("", betting), stop=stop
        ),
    ],
)
def test_a_policy_that_does_not_return_is_interrupted(
    work: Callable[[eq.Stop], object], small_buckets: list[eq.Buckets], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    global work_buckets
    work_buckets = small_buckets
    monkeypatch.chdir(tmp_path)
    stop = eq.Stop()
    threading.Timer(0.5, stop.stop).start()
    begun = time.monotonic()
    with pytest.raises(eq.Stopped):
        work(stop)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        work(eq.Stop())
    assert time.monotonic() - begun < SOON


work_buckets: list[eq.Buckets] = []

#: What policies may not begin: each would ask policies in its turn or keep all threads.
CALLS_OF_A_POLICY: list[Callable[[], object]] = [
    lambda: eq.match(call, "uniform", boards=2),
    lambda: eq.match("uniform", "always-call", boards=2),
    lambda: eq.exploit("always-call", 2),
    lambda: eq.league(["uniform", "always-call"], boards=2),
    lambda: eq.policy(call).probabilities("Qs7h2c", "crc/"),
    lambda: eq.features("flop", "strength"),
    lambda: eq.solve("kuhn"),
    lambda: eq.plan("quickstart"),
]


@pytest.mark.parametrize("begun", CALLS_OF_A_POLICY)
def test_a_policy_cannot_begin_other_work(begun: Callable[[], object]) -> None:
    def beginning(board: str, betting: str) -> list[float]:
        begun()
        return [0.0, 1.0, 0.0]

    for work in (lambda: eq.match(beginning, "uniform", boards=2), lambda: eq.policy(beginning).probabilities()):
        with pytest.raises(eq.InputError, match="a policy is being asked, and cannot begin other work"):
            work()


def test_a_policy_that_plays_itself_starts_no_crowd_of_threads() -> None:
    most = 0

    def itself(board: str, betting: str) -> list[float]:
        nonlocal most
        most = max(most, len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 0)
        eq.match(itself, "uniform", boards=2)
        return [0.0, 1.0, 0.0]

    with pytest.raises(eq.InputError, match="cannot begin other work"):
        eq.match(itself, "uniform", boards=2)
    assert most < 200


def test_a_policy_may_use_what_is_quick() -> None:
    uniform = eq.open_player("uniform")

    def mixed(board: str, betting: str) -> object:
        assert eq.strength("AhKd")[0] > 0.5 and eq.index(eq.HOLDING_CARDS)[0] >= 0
        return 0.5 * uniform.probabilities(board, betting) + 0.5 * uniform.probabilities(board, betting)

    def legal_only(board: str, betting: str) -> object:
        rows = mixed(board, betting)
        rows[rows.sum(axis=1) == 0.0] = [0.0, 1.0, 0.0]  # type: ignore[index,attr-defined]
        return rows

    found = eq.policy(legal_only).probabilities("Qs7h2c", "crc/")
    assert (found == uniform.probabilities("Qs7h2c", "crc/")).all()


SLEEPING = """
    import os, signal, threading, time, equipoise as eq
    def waiting(board, betting):
        time.sleep(1.5)
        return [0, 1, 0]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        eq.match(waiting, "uniform", boards=2)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_a_policy_that_waits_outside_of_python_ends_the_work_when_it_returns() -> None:
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(SLEEPING)], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n" and time.monotonic() - begun < SOON, done.stderr
