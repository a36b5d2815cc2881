"""The command that comes with the package is the command line."""

import json
import signal
import subprocess
import sysconfig
from pathlib import Path

import equipoise

COMMAND = Path(sysconfig.get_path("scripts")) / "equipoise"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def test_it_answers_as_the_module_does() -> None:
    assert run("--version").stdout.split() == ["equipoise", equipoise.__version__]
    document = json.loads(run("hand", "AsKs", "QsJs2h", "--json").stdout)
    assert document["index"] == int(equipoise.index(["AsKs QsJs2h"], rounds_apart=True)[0])


def test_wrong_words_end_in_one_line_and_code_2() -> None:
    ended = run("hand", "AsAs")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.startswith("equipoise: ")


def test_ctrl_c_saves_and_ends_with_130(tmp_path: Path) -> None:
    words = ["exploit", "uniform", "--flops", "all", "--out", str(tmp_path)]
    started = subprocess.Popen([COMMAND, *words], stderr=subprocess.PIPE, text=True)
    assert started.stderr is not None
    # Its first line of progress: it listens to signals by now.
    started.stderr.readline()
    started.send_signal(signal.SIGINT)
    said = started.stderr.read()
    assert started.wait() == 130
    assert "interrupted" in said
