"""Names of files that are no text: Linux takes any bytes, and Python writes them with characters of their own."""

import os
import shutil
import sys
from pathlib import Path

import pytest

import equipoise as eq

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file names are text here")

ODD = os.fsdecode(b"odd-\xff")


def test_a_training_lies_in_any_folder(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    folder = tmp_path / ODD
    trained = eq.train(folder, small_buckets, iterations=3)
    assert trained.folder == folder and trained.checkpoint.exists() and trained.checkpoint.is_relative_to(folder)
    assert trained.regrets("r").shape == (25, 3)
    exported = trained.export()
    assert exported.exists() and exported.is_relative_to(folder)
    player = trained.player()
    assert player.probabilities()[-1].sum() == pytest.approx(1.0)
    # A measurement is kept under the strategy's contents, wherever it lies.
    odd = tmp_path / f"{ODD}.strategy"
    shutil.copy(exported, odd)
    assert eq.open_player(odd, folder).probabilities("", "r").tolist() == player.probabilities("", "r").tolist()
    with pytest.raises(eq.InputError, match="odd-"):
        eq.open_player(tmp_path / f"{ODD}.nowhere")


def test_files_have_any_name(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    flop = tmp_path / ODD
    shutil.copy(small_buckets[0].file, flop)
    assert eq.open_buckets(flop).file == str(flop) and eq.inspect(flop)["kind"] == "buckets"
    assert (eq.open_buckets(flop).of_hand[:99] == small_buckets[0].of_hand[:99]).all()
    clusters = tmp_path / f"{ODD}.clusters"
    eq.johanson2013().save(clusters)
    assert eq.open_clusters(clusters).count == 8
    log = tmp_path / f"{ODD}.log"
    eq.play_hands("uniform", "always-call", 4, log=log)
    assert len(eq.read_hands(log)) == 4


def test_a_study_runs_in_any_folder(tmp_path: Path) -> None:
    file, folder = tmp_path / f"{ODD}.toml", tmp_path / ODD
    file.write_text('name = "tiny"\ndeck = 20\n[flop]\nfeature = "strength"\nmethod = "percentiles"\nbuckets = 3\n')
    run = eq.run_study(file, folder)
    assert run.folder == folder and run.report.exists() and run.buckets[0]["buckets"] == 3
