"""Arrays that come in are read by their shape, whatever lies in memory how; what could be read wrong is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq

HANDS = eq.hand_count("flop")
#: How every holding acts, each in its own way.
ROWS = np.random.default_rng(7).dirichlet([1.0, 1.0, 1.0], 1326)


def answering(answer: Any, many: bool = False) -> eq.Player:
    """A policy that gives the same answer to everything."""
    return eq.policy(lambda board, betting: answer, "layout", many)


def unaligned(array: np.ndarray) -> np.ndarray:
    """The same numbers at an odd place in memory."""
    moved = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    moved[:] = array
    return moved


LAYOUTS: dict[str, Callable[[np.ndarray], Any]] = {
    "C": lambda rows: rows,
    "Fortran": np.asfortranarray,
    "transposed": lambda rows: np.ascontiguousarray(rows.T).T,
    "three columns": lambda rows: np.array([rows[:, 0], rows[:, 1], rows[:, 2]]).T,
    "every other": lambda rows: np.repeat(rows, 2, axis=1)[:, ::2],
    "backwards": lambda rows: rows[::-1, ::-1].copy()[::-1, ::-1],
    "packed": lambda rows: np.array([(tuple(row), 0) for row in rows], [("row", "f8", 3), ("flag", "u1")])["row"],
    "read only": lambda rows: np.frombuffer(rows.tobytes()).reshape(1326, 3),
    "unaligned": unaligned,
    "big-endian": lambda rows: rows.astype(">f8"),
    "big-endian Fortran": lambda rows: np.asfortranarray(rows.astype(">f8")),
    "long double": lambda rows: rows.astype(np.longdouble),
    "objects": lambda rows: np.asfortranarray(rows.astype(object)),
    "lists": lambda rows: rows.tolist(),
    "matrix": lambda rows: np.asmatrix(rows),
    "one betting": lambda rows: np.asfortranarray(rows[np.newaxis]),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_policys_answer_is_read_by_its_shape(layout: str) -> None:
    answer = LAYOUTS[layout](ROWS)
    assert (answering(answer).probabilities() == ROWS).all()
    assert (answering(answer, many=True).probabilities() == ROWS).all()


def test_one_row_is_that_of_all_holdings() -> None:
    for answer in (ROWS[0], ROWS[:1]):
        assert (answering(answer).probabilities() == ROWS[0]).all()


def test_answers_of_less_precision_are_read_or_refused() -> None:
    eighths = np.random.default_rng(8).integers(0, 5, (1326, 2)) / 8
    rows = np.column_stack([eighths, 1.0 - eighths.sum(axis=1)])
    for kind in ("f2", "f4", ">f4", ">f2"):
        assert (answering(np.asfortranarray(rows.astype(kind))).probabilities() == rows).all()
    pure = np.eye(3)[np.random.default_rng(9).integers(0, 3, 1326)]
    for whole in ("?", "i1", "u8", ">i4"):
        assert (answering(np.asfortranarray(pure.astype(whole))).probabilities() == pure).all()
    # Its tenths do not sum to 1.
    with pytest.raises(eq.InputError, match="expected at least 0, 1 in all"):
        answering(np.full((1326, 3), [0.1, 0.2, 0.7], np.float16)).probabilities()


def test_a_data_frame_is_read_by_its_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, columns=list("fcr"))
    assert (answering(frame).probabilities() == ROWS).all()
    assert (answering(frame.to_numpy()).probabilities() == ROWS).all()
    by_action = pandas.DataFrame({"f": ROWS[:, 0], "c": ROWS[:, 1], "r": ROWS[:, 2]})
    assert (answering(by_action.to_numpy()).probabilities() == ROWS).all()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ROWS.T, "found the shape [3, 1326]"),
        (np.asfortranarray(ROWS.T), "found the shape [3, 1326]"),
        (ROWS.ravel(), "found the shape [3978]"),
        (np.array([ROWS[:, 0], ROWS[:, 1], ROWS[:, 2]]), "found the shape [3, 1326]"),
        (ROWS.reshape(663, 6), "found the shape [663, 6]"),
        (ROWS[:, np.newaxis], "found the shape [1326, 1, 3]"),
        (np.ma.masked_array(ROWS, ROWS < 0.1), "without a mask"),
        ([np.ma.masked_array(row) for row in ROWS], "without a mask"),
        (ROWS.astype(complex), "an array of complex128"),
        (ROWS.astype(str), "an array of <U"),
        (ROWS.astype("M8[s]"), "an array of datetime64"),
        (np.array([("a", 1.0)], "U1,f8"), "an array of [("),
        (object(), "found"),
        (None, "found None"),
    ],
)
def test_what_would_be_read_wrong_is_refused(answer: Any, reason: str) -> None:
    for many in (False, True):
        with pytest.raises(eq.InputError) as raised:
            answering(answer, many).probabilities()
        assert reason in str(raised.value) and "\n" not in str(raised.value)


def several(shaped: Callable[[np.ndarray], np.ndarray]) -> eq.Player:
    """A policy of many bettings whose answers differ by betting and holding."""

    def answer(board: str, bettings: list[str]) -> np.ndarray:
        raises = np.array([(7 * len(betting) + np.arange(1326)) % 11 for betting in bettings]) / 11.0
        return shaped(np.stack([np.zeros_like(raises), 1.0 - raises, raises], axis=2))

    return eq.policy(answer, "several", many=True)


def test_many_bettings_are_told_from_many_holdings() -> None:
    expected = eq.match(several(lambda rows: rows), "call-raise", boards=1)
    for shaped in (np.asfortranarray, lambda rows: rows[::-1].copy()[::-1], lambda rows: rows.astype(">f8")):
        assert eq.match(several(shaped), "call-raise", boards=1) == expected
    for shaped in (
        lambda rows: np.ascontiguousarray(rows.transpose(1, 0, 2)),
        lambda rows: rows.transpose(1, 0, 2),
        lambda rows: rows.reshape(-1, 3),
        lambda rows: rows.transpose(0, 2, 1),
    ):
        with pytest.raises(eq.InputError, match=r"spread to the shape \(\d+, 1326, 3\), found the shape"):
            eq.match(several(shaped), "call-raise", boards=1)


def test_a_strategys_answers_are_read_by_their_shape(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    def acts(shaped: Callable[[np.ndarray], Any]) -> Callable[[str], Any]:
        def answer(betting: str) -> Any:
            rows = 25 if "/" not in betting else 8
            raises = np.arange(rows) / rows
            return shaped(np.stack([np.zeros(rows), 1.0 - raises, raises], axis=1))

        return answer

    def written(name: str, shaped: Callable[[np.ndarray], Any]) -> bytes:
        file: Path = tmp_path / f"{name}.strategy"
        eq.strategy_from_function(file, small_buckets, acts(shaped), "same")
        return file.read_bytes()

    expected = written("plain", lambda rows: rows)
    for name, shaped in (("fortran", np.asfortranarray), ("big", lambda rows: rows.astype(">f4").astype(">f8"))):
        found = written(name, shaped)
        assert found == expected or name == "big"
    for shaped in (lambda rows: rows.T, lambda rows: np.ma.masked_array(rows), lambda rows: rows.astype(complex)):
        with pytest.raises(eq.InputError, match="strategy 'same' after betting ''"):
            written("wrong", shaped)


def test_cards_indexes_numbers_and_clusters_are_read_by_their_shape() -> None:
    hands = eq.unindex("flop", np.arange(0, HANDS, 9_999))
    expected = eq.index(hands)
    layouts: list[Callable[[np.ndarray], np.ndarray]] = [
        np.asfortranarray, lambda it: np.repeat(it, 2, axis=1)[:, ::2], lambda it: it.T.copy().T, unaligned,
        lambda it: it[::-1].copy()[::-1], lambda it: np.frombuffer(it.tobytes(), it.dtype).reshape(it.shape),
    ]
    for layout in layouts:
        for kind in ("u1", "<i8", ">i2", ">u4"):
            assert (eq.index(layout(hands.astype(kind))) == expected).all()
    backwards = np.arange(169)[::-1]
    assert (eq.unindex("preflop", backwards) == eq.unindex("preflop", backwards.copy())).all()
    clusters = np.repeat((np.arange(169) % 3 + 1), 2)[::2]
    assert (eq.clusters_of(clusters).numbers == clusters).all()
    masked = np.ma.masked_array(hands, hands > 40)
    calls: list[Callable[[], object]] = [
        lambda: eq.index(masked),
        lambda: eq.unindex("flop", np.ma.masked_array([1, 2], [True, False])),
        lambda: eq.clusters_of(np.ma.masked_array(clusters)),
        lambda: eq.buckets_from_numbers("none.buckets", "flop", np.ma.masked_array(np.zeros(HANDS, int))),
        lambda: eq.buckets_from_features("none.buckets", "flop", np.ma.masked_array(np.zeros((HANDS, 1))), 2),
    ]
    for call in calls:
        with pytest.raises(eq.InputError, match="without a mask"):
            call()
    with pytest.raises(eq.InputError, match="texts in one dimension"):
        eq.rank(np.array([["Ah", "Kd"], ["2c", "3c"]]))
