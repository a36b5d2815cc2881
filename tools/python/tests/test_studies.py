"""Studies from Python: planned, run, run again, and read as rows."""

import _thread
import time
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

STREET = {"feature": "strength", "method": "percentiles", "buckets": 6}
STUDY: dict[str, Any] = {
    "name": "small",
    "question": "Are six buckets on the river better than two?",
    "seed": 2,
    "flop": STREET,
    "turn": STREET,
    "river": STREET,
    "variant": [{"name": "six"}, {"name": "two", "river": STREET | {"buckets": 2}}],
    "training": {"sampler": "public", "algorithm": "dcfr", "iterations": 40},
    "league": {"method": "boards", "boards": 20, "built_in_boards": 3},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> eq.Run:
    return eq.run_study(STUDY, tmp_path_factory.mktemp("studies") / "run")


def test_a_study_is_run_from_a_dictionary(run: eq.Run) -> None:
    assert run.name == "small" and run.report.exists()
    names = [stage["name"] for stage in run.stages]
    assert names[0] == "buckets-flop" and names[-1] == "report" and "training-six" in names
    assert all(stage["status"] == "done" and stage["seconds"] >= 0.0 for stage in run.stages)


def test_a_study_that_is_done_is_not_done_again(run: eq.Run) -> None:
    start = time.perf_counter()
    again = eq.run_study(STUDY, run.folder)
    assert again.stages == run.stages and time.perf_counter() - start < 20
    planned = eq.plan(STUDY, run.folder)
    assert planned["fits"] and all(stage["status"] == "done" for stage in planned["stages"])


def test_results_are_rows(run: eq.Run) -> None:
    by_variant = {row["variant"]: row for row in run.players}
    assert set(by_variant) == {"six", "two"}
    assert by_variant["six"]["mbb_per_game"] == pytest.approx(-by_variant["two"]["mbb_per_game"])
    assert by_variant["six"]["exploitability"] is None and by_variant["six"]["training"] is None
    first = next(row for row in run.matches if row["first"] == by_variant["six"]["player"])
    assert first["mbb_per_game"] == by_variant["six"]["mbb_per_game"] and first["ci95"] > 0.0
    assert len(run.built_in) == 2 * 5 and {row["opponent"] for row in run.built_in} == set(eq.BUILT_IN)
    assert {row["file"] for row in run.buckets} >= {"flop", "turn", "river-two"}
    assert {row["variant"] for row in run.curves} == {"six", "two"}
    assert run.training("two").iterations >= 40
    player = eq.open_player(by_variant["two"]["strategy"])
    assert player.probabilities("", "").sum(axis=1) == pytest.approx(1.0)


def test_rows_are_a_data_frame(run: eq.Run) -> None:
    pandas = pytest.importorskip("pandas")
    curves = pandas.DataFrame(run.curves)
    assert list(curves.columns) == ["variant", "iterations", "seconds", "regret"]
    assert (curves.groupby("variant")["iterations"].max() >= 30).all()
    assert len(pandas.DataFrame(run.players)) == 2


def test_texts_files_and_names_are_studies_too(tmp_path: Path) -> None:
    text = 'name = "tiny"\n[flop]\nfeature = "strength"\nmethod = "percentiles"\nbuckets = 3\n'
    file = tmp_path / "tiny.toml"
    file.write_text(text)
    names = [stage["name"] for stage in eq.plan(text, tmp_path / "one")["stages"]]
    assert names == [stage["name"] for stage in eq.plan(file, tmp_path / "one")["stages"]] == ["buckets-flop", "report"]
    run = eq.run_study(file, tmp_path / "one", seed=7)
    with pytest.raises(eq.InputError, match="another study"):
        eq.plan(text, tmp_path / "one")
    assert run.name == "tiny" and run.players == run.curves == run.matches == [] and run.buckets[0]["buckets"] == 3


def test_a_plan_knows_when_time_is_short(tmp_path: Path) -> None:
    planned = eq.plan("quickstart", tmp_path / "run", within="1s")
    assert not planned["fits"] and "seconds" in planned["total"] and planned["advice"]
    assert not (tmp_path / "run").exists()


def test_ctrl_c_keeps_the_stages_that_are_done(tmp_path: Path) -> None:
    def stopping(stage: str, *_: object) -> None:
        if stage.startswith("buckets-river"):
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        eq.run_study(STUDY, tmp_path / "run", progress=stopping)
    stages = {stage["name"]: stage["status"] for stage in eq.open_run(tmp_path / "run").stages}
    assert stages["buckets-flop"] == stages["buckets-turn"] == "done" and "report" not in stages


@pytest.mark.parametrize(
    ("study", "reason"),
    [
        ("nowhere.toml", "nowhere.toml: cannot be read"),
        ('name = "small"\nbad = 1\n', "line 2: unknown field `bad`"),
        ({"name": "small", "flop": {"feature": "luck", "buckets": 2}}, "luck"),
        ({"name": "small", "seed": None}, "study: "),
        ({"name": "small", "seed": float("nan")}, "study: "),
        ({"name": "small", "flop": object()}, "study: "),
        (7, "expected a file, a name, a text or a dictionary, found int"),
        (STUDY | {"name": "../up"}, "../up"),
    ],
)
def test_wrong_studies_are_refused(tmp_path: Path, study: Any, reason: str) -> None:
    for call in (eq.plan, eq.run_study):
        with pytest.raises(eq.InputError) as raised:
            call(study, tmp_path / "none")
        assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value
    assert not (tmp_path / "none").exists()


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(eq.InputError, match="study.toml"):
        eq.open_run(tmp_path)
