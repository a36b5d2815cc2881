"""Spots from Python: the measures, the arrays, files, batches, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq

NUTS: dict[str, Any] = {
    "board": "2c2d2h3s3c",
    "pot": 100,
    "stack": 100,
    "oop": "AA,QQ",
    "ip": "KK",
    "sizes": {"all": {"bet": ["a"], "raise": []}, "river": {"ip": {"bet": []}}},
}
TURN: dict[str, Any] = {
    "deck": 20,
    "board": "AsKhTcTd",
    "pot": 20,
    "stack": 60,
    "oop": "random",
    "ip": "QJ,TT+,AJo+",
    "sizes": {"all": {"bet": ["50%", "a"], "raise": ["100%"]}},
}


def test_nuts_or_air() -> None:
    seen: list[int] = []
    solved = eq.solve_spot(NUTS, to="0.01%", progress=lambda stage, done, of, unit, note: seen.append(done))
    assert abs(solved.values["oop"] - 75) < 0.1 and solved.equity == 0.5
    assert solved.exploitability_percent_of_pot <= 0.01 and solved.curve[-1]["iterations"] == solved.iterations
    assert solved.values["oop"] + solved.values["ip"] == pytest.approx(100)
    root = solved.decision()
    assert (root.player, root.actions) == ("oop", ["c", "r100"])
    assert root.probabilities.dtype == np.float32 and root.probabilities.shape == (len(root.holdings), 2)
    np.testing.assert_allclose(root.probabilities.sum(axis=1), 1, atol=1e-6)
    aces = np.array([hand[0] == hand[2] == "A" for hand in root.holdings])
    assert root.probabilities[aces, 1].min() > 0.99
    assert abs(root.probabilities[~aces, 1].mean() - 0.5) < 0.01
    assert root.frequencies[1] == pytest.approx(solved.root[1]["frequency"])
    assert solved.decision("r100").player == "ip"


def test_text_and_file_are_the_same_spot(tmp_path: Path) -> None:
    keys = ['board = "2c2d2h3s3c"', "pot = 100", "stack = 100", 'oop = "AA,QQ"', 'ip = "KK"']
    text = "\n".join([*keys, "[sizes.all]", 'bet = ["a"]', "raise = []"])
    path = tmp_path / "river.toml"
    path.write_text(text)
    one, other = (eq.solve_spot(spot, iterations=50) for spot in (text, path))
    assert one.values == other.values and one.iterations == 50


def test_kept_spots_go_on_and_are_opened(tmp_path: Path) -> None:
    whole = eq.solve_spot(TURN, iterations=20)
    assert eq.solve_spot(TURN, iterations=8, out=tmp_path).iterations == 8
    resumed = eq.solve_spot(TURN, iterations=20, out=tmp_path)
    assert resumed.values == whole.values and resumed.file is not None
    opened = eq.open_spot(resumed.file)
    one, other = (solved.decision("cc/", "Jd") for solved in (opened, whole))
    np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1 / 255)
    assert one.holdings == other.holdings


def test_batches_go_on(tmp_path: Path) -> None:
    boards = ["AsKhTcTd", "AsKhTcJd", "AsKhQcQd"]
    first = eq.solve_spots(boards, TURN, tmp_path, part=(1, 2), to="20%")
    assert list(first) == ["AsKhTcTd", "AsKhQcQd"]
    assert not list(tmp_path.glob("*.checkpoint"))
    written = (tmp_path / "AsKhQcQd.spot").stat().st_mtime_ns
    every = eq.solve_spots(boards, TURN, tmp_path, to="20%")
    assert list(every) == boards and (tmp_path / "AsKhQcQd.spot").stat().st_mtime_ns == written
    with pytest.raises(eq.InputError, match="part"):
        eq.solve_spots(boards, TURN, tmp_path, part=(3, 2))


def test_locks() -> None:
    given = eq.solve_spot(NUTS, to="0.1%", lock={"": {"QQ": [0.0, 1.0]}})
    root = given.decision()
    queens = np.array([hand[0] == "Q" for hand in root.holdings])
    assert (root.probabilities[queens, 1] == 1).all()


@pytest.mark.parametrize(
    "change, said",
    [
        ({"pot": 0}, "pot"),
        ({"board": "2c2d"}, "board"),
        ({"oop": "AX"}, "not a hand"),
        ({"sizes": {"all": {"bet": ["0%"], "raise": []}}}, "above 0 %"),
        ({"nonsense": 1}, "nonsense"),
        ({"pot": float("nan")}, "spot"),
    ],
)
def test_bad_spots(change: dict[str, Any], said: str) -> None:
    with pytest.raises(eq.InputError, match=said):
        eq.solve_spot({**NUTS, **change})


def test_bad_arguments(tmp_path: Path) -> None:
    for arguments, said in [({"to": "0%"}, "above 0"), ({"bits": 20}, "16 or 32"), ({"iterations": 0}, "iterations")]:
        with pytest.raises(eq.InputError, match=said):
            eq.solve_spot(NUTS, **arguments)  # type: ignore[arg-type]
    with pytest.raises(eq.InputError, match="missing.toml"):
        eq.solve_spot(tmp_path / "missing.toml")
    with pytest.raises(eq.InputError, match="probabilities"):
        eq.solve_spot(NUTS, lock={"": {"QQ": [1.0]}})
