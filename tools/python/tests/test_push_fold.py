"""Push or fold before the flop."""

import numpy as np
import pytest

import equipoise as eq


@pytest.mark.parametrize(
    ("stack", "jams", "calls", "value"), [(10, 58.284, 37.376, -45.371), (12, 53.243, 33.032, -82.529)]
)
def test_charts_are_the_known_ones(stack: float, jams: float, calls: float, value: float) -> None:
    chart = eq.push_fold(stack)
    found = [100 * chart["small_blind_jams"], 100 * chart["big_blind_calls"], chart["value_mbb"]]
    assert found == pytest.approx([jams, calls, value], abs=6e-4)
    assert abs(chart["exploitability_mbb"]) < 1e-6


def test_arrays_are_in_the_order_of_the_starting_hands() -> None:
    chart = eq.push_fold(7.7)
    assert list(chart["hands"]) == list(eq.STARTING_HANDS)
    assert chart["hands"] == dict(zip(eq.STARTING_HANDS, zip(chart["jam"], chart["call"])))
    shares = eq.STARTING_HAND_COMBOS / 1326
    assert shares @ chart["jam"] == pytest.approx(chart["small_blind_jams"])
    assert shares @ chart["call"] == pytest.approx(chart["big_blind_calls"])
    assert 0 < chart["hands"]["T3s"][0] < 1 and eq.push_fold(7.8)["hands"]["T3s"][0] == 0
    # What gains is done, what loses is not.
    for chosen, advantage in [("jam", "jam_advantage_mbb"), ("call", "call_advantage_mbb")]:
        gains = chart[advantage]
        assert isinstance(gains, np.ndarray) and gains.shape == (169,)
        assert (chart[chosen][gains > 1e-6] == 1).all()
        assert (chart[chosen][gains < -1e-6] == 0).all()


@pytest.mark.parametrize("stack", [0, -1, 0.99, 501, 1e9, float("nan"), float("inf")])
def test_stacks_that_cannot_be_are_refused(stack: float) -> None:
    with pytest.raises(eq.InputError, match="stack: expected 1 to 500 big blinds, such as 10 or 7.7, found"):
        eq.push_fold(stack)


def test_a_number_beyond_double_precision_is_refused() -> None:
    with pytest.raises(eq.InputError, match="stack: expected a number of double precision"):
        eq.push_fold(10**400)
