"""Whole numbers may be NumPy's wherever Python's may be; what is none, or is out of range, is refused by its name."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

SMALL = eq.open_player("call-raise", deck=DECK)
SPOT = {
    "board": "2c2d2h3s3c", "pot": np.int64(100), "stack": np.int32(100), "oop": "AA,QQ", "ip": "KK",
    "sizes": {"all": {"bet": ["a"], "raise": []}, "river": {"ip": {"bet": []}}},
}
STUDY = {"name": "tiny", "deck": DECK, "flop": {"feature": "strength", "method": "percentiles", "buckets": np.int64(3)}}
ROWS = np.arange(eq.hand_count("flop", deck=DECK))
#: NumPy's numbers, and values of other types, which a type checker would refuse.
INT64: Any = np.int64
UINT8: Any = np.uint8
FLOAT32: Any = np.float32
ANY: Callable[[object], Any] = lambda given: given
#: Not whole numbers from 0 on, each refused by every argument that expects one.
NONE_OF_THEM: list[Any] = [-1, 2**70, 10**5000, 2.0, np.float64(2.0), "2", True, np.array([2, 3])]

#: Small calls by the function's name, with every whole number that it takes.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "exploit": (lambda folder, **given: eq.exploit(SMALL, **given), {"flops": 2, "seed": 3}),
    "match": (lambda folder, **given: eq.match(SMALL, "uniform", **given), {"boards": 2, "seed": 3}),
    "league": (lambda folder, **given: eq.league([SMALL, "uniform"], **given), {"boards": 2, "seed": 3}),
    "play_hands": (lambda folder, **given: eq.play_hands(SMALL, "uniform", **given), {"games": 2, "seed": 3}),
    "survey": (lambda folder, **given: eq.survey(SMALL, "rc/", **given), {"boards": 2}),
    "values": (lambda folder, **given: SMALL.values("QsTcTd", "cc/", **given), {"boards": 2}),
    "solve": (lambda folder, **given: eq.solve("kuhn", **given), {"iterations": 2}),
    "hsd": (lambda folder, **given: eq.hsd("AhKd QsJcTh", **given), {"bins": 5, "deck": DECK}),
    "hand_count": (lambda folder, **given: eq.hand_count("flop", **given), {"deck": DECK}),
    "range_weights": (lambda folder, **given: eq.range_weights("AA", **given), {"deck": DECK}),
    "equity": (lambda folder, **given: eq.equity("AA", "KK", **given), {"deck": DECK}),
    "open_player": (lambda folder, **given: eq.open_player("uniform", **given), {"deck": DECK}),
    "policy": (lambda folder, **given: eq.policy(lambda board, betting: [0, 1, 0], **given), {"deck": DECK}),
    "opponent_clusters": (
        lambda folder, **given: eq.opponent_clusters(**given),
        {"count": 8, "seed": 1, "restarts": 1000, "bins": 50, "deck": 52},
    ),
    "build_buckets": (
        lambda folder, **given: eq.build_buckets(folder / "a.buckets", "flop", "strength", **given),
        {"count": 3, "seed": 1, "restarts": 1, "sample_rows": 500, "max_iterations": 3, "deck": DECK},
    ),
    "buckets_from_numbers": (
        lambda folder, **given: eq.buckets_from_numbers(folder / "b.buckets", "flop", ROWS % 3, **given), {"deck": DECK}
    ),
    "buckets_from_features": (
        lambda folder, **given: eq.buckets_from_features(folder / "c.buckets", "flop", ROWS[:, None], **given),
        {"count": 3, "seed": 1, "restarts": 1, "max_iterations": 3, "deck": DECK},
    ),
    "solve_spot": (lambda folder, **given: eq.solve_spot(SPOT, **given), {"iterations": 5, "bits": 16}),
    "run_study": (lambda folder, **given: eq.run_study(STUDY, folder / "study", **given), {"seed": 2}),
    "plan": (lambda folder, **given: eq.plan(STUDY, folder / "other", **given), {"seed": 2}),
}


def test_every_function_of_whole_numbers_is_here() -> None:
    functions = {
        name: function for name in eq.__all__ if inspect.isfunction(function := getattr(eq, name))
    }
    takes = {
        name
        for name, function in functions.items()
        if any("int" in str(it.annotation) for it in inspect.signature(function).parameters.values())
    }
    # What is the same at the front, or taken by the array; trainings and judgements follow below.
    others = {"clusters_of", "deals", "features", "index", "judge", "ochs", "set_threads", "strength", "styles"}
    assert takes - others - {"solve_spots", "train", "unindex"} <= set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_numpys_whole_numbers_are_taken(name: str, tmp_path: Path) -> None:
    call, given = CALLS[name]
    call(tmp_path, **{argument: np.int64(value) for argument, value in given.items()})


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name, (_, given) in CALLS.items() for argument in given]
)
def test_what_is_no_whole_number_is_refused_by_name(name: str, argument: str, tmp_path: Path) -> None:
    call, given = CALLS[name]
    for value in NONE_OF_THEM:
        with pytest.raises(eq.InputError) as raised:
            call(tmp_path, **(given | {argument: value}))
        line = str(raised.value)
        assert line.startswith(f"{argument}: expected ") and ", found " in line, line
        assert "\n" not in line and len(line) < 160, line


def test_trainings_and_logs_take_them_too(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    training = eq.train(tmp_path / "run", small_buckets, iterations=INT64(2), seed=UINT8(3))
    assert training.iterations == 2 and training.state["settings"]["seed"] == 3
    assert training.export(bits=INT64(16)).exists()
    eq.play_hands("uniform", "call-raise", INT64(200), log=tmp_path / "m.log")
    assert eq.styles(tmp_path / "m.log", INT64(2), seed=INT64(1)).clusters["count"] == 2
    eq.set_threads(INT64(2))
    for seed in (-1, ANY(1.5), 2**64):
        with pytest.raises(eq.InputError, match="^seed: expected a whole number from 0 to 18446744073709551615, found"):
            eq.train(tmp_path / "run", small_buckets, iterations=4, seed=seed)
    with pytest.raises(eq.InputError, match="^count: .*expected 1 to 1024"):
        eq.set_threads(ANY(2.0))
    with pytest.raises(eq.InputError, match="^part: expected one of 5 parts, from 1, found 6"):
        eq.solve_spots(["2c2d2h3s3c"], SPOT, tmp_path, part=(6, 5))


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("until: expected a number, found str", lambda: eq.solve("kuhn", until=ANY("1e-3"))),
        ("until: expected a number, found complex", lambda: eq.solve("kuhn", until=ANY(1j))),
        ("curve: expected True or False, found str", lambda: eq.solve("kuhn", curve=ANY("yes"))),
        ("strategy: expected True or False, found int", lambda: eq.solve("kuhn", strategy=ANY(1))),
        ("losses: expected True or False, found str", lambda: eq.exploit(SMALL, 2, losses=ANY("all"))),
        ("skip: expected True or False, found int", lambda: eq.judge("m.log", skip=ANY(3))),
        ("stack: expected a number, found str", lambda: eq.train("none", game="holdem-nolimit", stack=ANY("20"))),
        ("rounds_apart: expected True or False, found str", lambda: eq.index("AhKd", ANY("yes"))),
        ("time: expected a number, found str", lambda: eq.solve_spot(SPOT, time=ANY("1s"))),
        ("policy: expected a number, found str", lambda: eq.measure_policy("kuhn", ANY({"Ks:": ["1", "0"]}))),
        ("spot: expected a path, found int", lambda: eq.solve_spot(ANY(7))),
    ],
)
def test_what_is_of_another_type_is_refused_by_name(line: str, call: Any) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == line


def test_numpys_values_are_taken_within_dictionaries_and_for_switches() -> None:
    solved = eq.solve_spot(SPOT, to=FLOAT32(1.0), bits=INT64(16))
    assert solved.bits == 16
    found = eq.solve("kuhn", iterations=INT64(3), until=np.float64(1e-9), strategy=ANY(np.bool_(True)))
    assert found.iterations == 3 and found.strategy
