"""Small games solved."""

import pytest

import equipoise as eq


def test_kuhn_is_worth_minus_an_eighteenth() -> None:
    kuhn = eq.solve("kuhn", "cfr+", 5000)
    assert kuhn["value"] == pytest.approx(-1 / 18, abs=1e-5) and kuhn["exploitability"] < 1e-4
    assert kuhn["nash_conv"] == pytest.approx(2 * kuhn["exploitability"])


def test_leduc_comes_down_a_curve() -> None:
    reported: list[object] = []
    leduc = eq.solve("leduc", "dcfr", 500, curve=True, progress=lambda *update: reported.append(update))
    assert leduc["value"] == pytest.approx(-0.0856, abs=2e-3)
    first, *_, last = leduc["curve"]
    assert first["exploitability"] > 10 * last["exploitability"] and last["iterations"] == 500
    assert last["exploitability"] == leduc["exploitability"] and reported


def test_solving_ends_at_its_goal() -> None:
    leduc = eq.solve("leduc", "cfr+", 100_000, until=0.05)
    assert leduc["exploitability"] <= 0.05 and leduc["iterations"] < 1000
