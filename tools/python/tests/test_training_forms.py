"""Forms of training: tables on disk, exact opponents, exploitability on the way."""

from pathlib import Path

import numpy as np
import pytest

import equipoise as eq


def test_a_table_on_disk_learns_what_one_in_memory_learns(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    memory = eq.train(tmp_path / "memory", small_buckets, iterations=20, table="memory")
    disk = eq.train(tmp_path / "disk", small_buckets, iterations=20, table="disk")
    for betting in ("", "crrc/", "rc/cc/rc/r"):
        assert (disk.regrets(betting) == memory.regrets(betting)).all()
    assert disk.export().read_bytes() == memory.export().read_bytes()


def test_an_exact_opponent_is_trained_against(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    _, turn, _ = small_buckets
    trained = eq.train(tmp_path / "run", small_buckets, iterations=2, opponent_buckets=(None, turn))
    assert trained.state["settings"]["opponent"] == "exact"
    before = trained.regrets("r").copy()
    # Going on needs nobody to say it again, and both sides' buckets are found.
    gone_on = trained.go_on(iterations=trained.iterations + 1)
    assert gone_on.state["settings"]["opponent"] == "exact" and (gone_on.regrets("r") != before).any()
    assert trained.player().probabilities()[-1].sum() == pytest.approx(1.0)
    eq.train(tmp_path / "itself", small_buckets, iterations=1)
    with pytest.raises(eq.InputError, match="opponent"):
        eq.train(tmp_path / "itself", small_buckets, iterations=2, opponent_buckets=(None, turn))


def test_an_exact_opponent_without_buckets_has_the_learners(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    flop, turn, _ = small_buckets
    plain = eq.train(tmp_path / "plain", small_buckets, iterations=20, opponent="exact")
    same, finer = (
        eq.train(tmp_path / name, small_buckets, iterations=20, opponent="exact", opponent_buckets=(hands, turn))
        for name, hands in (("same", flop), ("finer", None))
    )
    assert plain.state["settings"]["opponent"] == "exact"
    for betting in ("", "crrc/", "rc/cc/rc/r"):
        assert (plain.regrets(betting) == same.regrets(betting)).all()
    assert (plain.regrets("crrc/") != finer.regrets("crrc/")).any()
    assert plain.go_on(iterations=plain.iterations + 1).state["settings"]["opponent"] == "exact"
    eq.train(tmp_path / "itself", small_buckets, iterations=1)
    with pytest.raises(eq.InputError, match="opponent exact"):
        eq.train(tmp_path / "itself", small_buckets, iterations=2, opponent="exact")


def test_exploitability_is_measured_on_the_way(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    trained = eq.train(tmp_path / "run", small_buckets, iterations=1, watch=1e-3, watch_flops=2)
    measured = trained.exploitability
    assert set(measured) == {"iterations", "seconds", "mbb_per_game", "standard_error"}
    assert len(measured["iterations"]) >= 1 and measured["iterations"].dtype == np.int64
    assert measured["iterations"][-1] == trained.iterations and measured["seconds"][-1] > 0.0
    assert (measured["mbb_per_game"] > 0.0).all() and (measured["standard_error"] >= 0.0).all()
