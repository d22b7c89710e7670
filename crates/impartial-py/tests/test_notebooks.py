"""The notebooks run from their first cell to their last, in a kernel of their own, and show what they say."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_one_for_each_theory():
    assert {path.stem for path in NOTEBOOKS} == {"groups", "lattice-games", "misere-quotients", "nim-field"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path):
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without their outputs"
    done = NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = [cell for cell in done.cells if cell.cell_type == "code"]
    # The first cell of each but the arithmetic one ends in a picture.
    kinds = {kind for output in cells[0].outputs for kind in output.get("data", {})}
    assert path.stem == "nim-field" or "image/svg+xml" in kinds, kinds
    for cell in cells:
        ends_in_value = not cell.source.rsplit("\n", 1)[-1].startswith(("assert", " ", "print"))
        assert not ends_in_value or cell.outputs, cell.source
