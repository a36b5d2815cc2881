"""The notebooks of docs/notebooks run from beginning to end, at their small size."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
for _needed in ("ipykernel", "matplotlib", "pandas", "sklearn"):
    pytest.importorskip(_needed)

FOLDER = Path(__file__).parents[3] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_three_without_results_of_old() -> None:
    assert len(NOTEBOOKS) == 3
    for notebook in NOTEBOOKS:
        cells = [cell for cell in nbformat.read(notebook, as_version=4).cells if cell.cell_type == "code"]
        assert cells and all(not cell.outputs and cell.execution_count is None for cell in cells), notebook


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EQUIPOISE_SMALL", "1")
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    book = nbformat.read(notebook, as_version=4)
    client = nbclient.NotebookClient(book, timeout=1200, resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    errors = [output for output in outputs if output.output_type == "stream" and output.name == "stderr"]
    assert pictures and not errors, errors
