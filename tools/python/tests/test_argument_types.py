"""Arguments of the wrong type altogether are a TypeError that names them, as everywhere in Python."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

import equipoise as eq

SEVEN: Any = 7
FILES = ["flop.buckets", "turn.buckets", "river.buckets"]


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("file", lambda: eq.open_buckets(SEVEN)),
        ("file", lambda: eq.inspect(SEVEN)),
        ("file", lambda: eq.verify(SEVEN)),
        ("file", lambda: eq.open_clusters(SEVEN)),
        ("file", lambda: eq.read_hands(SEVEN)),
        ("log", lambda: eq.histories_of_log(SEVEN)),
        ("file", lambda: eq.build_buckets(SEVEN, "flop", "strength", 3)),
        ("distance", lambda: eq.build_buckets("none", "flop", "hsd", 3, distance=SEVEN)),
        ("tolerance", lambda: eq.build_buckets("none", "flop", "hsd", 3, tolerance="small")),  # type: ignore[arg-type]
        ("first", lambda: eq.compare_buckets(SEVEN, SEVEN)),
        ("street", lambda: eq.hand_count(SEVEN)),
        ("street", lambda: eq.unindex(SEVEN, 0)),
        ("feature", lambda: eq.features("flop", SEVEN)),
        ("betting", lambda: eq.decision(SEVEN)),
        ("board", lambda: eq.open_player("uniform").probabilities(SEVEN)),
        ("betting", lambda: eq.open_player("uniform").reach("", SEVEN)),
        ("board", lambda: eq.open_player("uniform").reach(SEVEN)),
        ("name_or_file", lambda: eq.open_player(SEVEN)),
        ("buckets", lambda: eq.open_player("uniform", SEVEN)),
        ("name", lambda: eq.policy(lambda board, betting: [0, 1, 0], SEVEN)),
        ("many", lambda: eq.policy(lambda board, betting: [0, 1, 0], many=SEVEN)),
        ("keep", lambda: eq.exploit("uniform", 2, keep=SEVEN)),
        ("game", lambda: eq.solve(SEVEN)),
        ("until", lambda: eq.solve("kuhn", until="soon")),  # type: ignore[arg-type]
        ("stack", lambda: eq.push_fold("10")),  # type: ignore[arg-type]
        ("folder", lambda: eq.train(SEVEN, FILES, iterations=1)),
        ("buckets", lambda: eq.train("none", [SEVEN, SEVEN, SEVEN], iterations=1)),
        ("opponent", lambda: eq.train("none", FILES, iterations=1, opponent=SEVEN)),
        ("opponent_buckets", lambda: eq.train("none", FILES, iterations=1, opponent_buckets=(None, SEVEN))),
        ("time", lambda: eq.train("none", FILES, time=[SEVEN])),  # type: ignore[arg-type]
        ("time", lambda: eq.train("none", FILES, time=True)),
        ("watch", lambda: eq.train("none", FILES, iterations=1, watch=[SEVEN])),  # type: ignore[arg-type]
        ("table", lambda: eq.train("none", FILES, iterations=1, table=SEVEN)),
        ("sampler", lambda: eq.train("none", FILES, iterations=1, sampler=SEVEN)),
        ("algorithm", lambda: eq.train("none", FILES, iterations=1, algorithm=SEVEN)),
        ("variant", lambda: eq.train("none", FILES, iterations=1, variant=SEVEN)),
        ("bucket_folders", lambda: eq.train("none", FILES, iterations=1, bucket_folders=SEVEN)),
        ("folder", lambda: eq.Training(SEVEN)),
        ("folder", lambda: eq.open_run(SEVEN)),
        ("out", lambda: eq.run_study("quickstart", SEVEN)),
        ("within", lambda: eq.plan("quickstart", within=[SEVEN])),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_named(argument: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    notes = getattr(raised.value, "__notes__", [])
    assert "\n" not in str(raised.value)
    # What the compiled half refuses is named in a note, which Python 3.10 has not.
    if notes or sys.version_info >= (3, 11):
        assert str(raised.value).startswith(f"{argument}:") or notes == [f"while processing '{argument}'"]
