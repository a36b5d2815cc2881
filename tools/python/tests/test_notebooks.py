"""The notebooks of docs/notebooks run from beginning to end, and are committed with what they then show."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
for _needed in ("ipykernel", "matplotlib", "pandas", "sklearn"):
    pytest.importorskip(_needed)

FOLDER = Path(__file__).parents[3] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NAMES = ["cluster_counts", "from_kuhn_to_holdem", "own_buckets", "what_a_strategy_does"]
#: More than a reader of a repository wants to load.
MOST_BYTES = 300_000


def outputs_of(book: Any) -> list[Any]:
    return [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]


def check(book: Any, where: str) -> None:
    """What a notebook shows: pictures and results, no errors, and nothing of the machine that it ran on."""
    outputs = outputs_of(book)
    assert [it for it in outputs if "image/png" in it.get("data", {})], where
    assert not [it for it in outputs if it.output_type == "error" or it.get("name") == "stderr"], where
    texts = [text for it in outputs for text in (it.get("text", ""), *it.get("data", {}).values())]
    said = "\n".join(text if isinstance(text, str) else json.dumps(text) for text in texts)
    paths = re.findall(r"(?:/(?:home|root|tmp|Users|work|var|usr|opt|mnt|private)/|[A-Z]:\\)[^\s<'\"]*", said)
    assert not paths, (where, paths)


def test_all_notebooks_are_looked_at() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == NAMES


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_with_its_outputs(notebook: Path) -> None:
    book = nbformat.read(notebook, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert notebook.stat().st_size < MOST_BYTES
    check(book, notebook.name)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    committed, book = (nbformat.read(notebook, as_version=4) for _ in range(2))
    client = nbclient.NotebookClient(book, timeout=1200, resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    check(done, "run now")
    # As many results and pictures as are committed.
    shown = [[sorted(it.get("data", {"text": None})) for it in outputs_of(it)] for it in (done, committed)]
    assert shown[0] == shown[1]
