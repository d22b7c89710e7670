"""The notebooks run from their first cell to their last, in a kernel of their own, and show what they say: their outputs are kept in them,
for readers without Python and for the book. ``IMPARTIAL_WRITE_NOTEBOOKS=1 cargo xtask python`` writes them anew."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_one_for_each_theory():
    assert {path.stem for path in NOTEBOOKS} == {"groups", "lattice-games", "misere-quotients", "nim-field"}


def shown(cell):
    """What the outputs of a cell say, in words and pictures; how wide columns are is the choice of a version of pandas."""
    outputs = []
    for output in cell.outputs:
        assert output.output_type != "error", output
        data = output.get("data", {"text/plain": output.get("text", "")})
        outputs.append((data["text/plain"].split(), data.get("image/svg+xml")))
    return outputs


def merged(cell):
    """What a cell prints may come in several pieces."""
    kept = []
    for output in cell.outputs:
        if kept and output.output_type == "stream" and kept[-1].output_type == "stream":
            kept[-1].text += output.text
        else:
            kept.append(output)
    cell.outputs = kept


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_shows_what_it_says(path):
    kept = nbformat.read(path, as_version=4)
    done = NotebookClient(nbformat.read(path, as_version=4), timeout=300, kernel_name="python3").execute()
    code = [cell for cell in done.cells if cell.cell_type == "code"]
    for cell in code:
        merged(cell)
        cell.metadata = {}
        ends_in_value = not cell.source.rsplit("\n", 1)[-1].startswith(("assert", " ", "print"))
        assert not ends_in_value or cell.outputs, cell.source
    # The first cell of each but the arithmetic one ends in a picture.
    kinds = {kind for output in code[0].outputs for kind in output.get("data", {})}
    assert path.stem == "nim-field" or "image/svg+xml" in kinds, kinds
    if os.environ.get("IMPARTIAL_WRITE_NOTEBOOKS"):
        done.metadata = kept.metadata
        nbformat.write(done, path)
        return
    assert [shown(cell) for cell in code] == [shown(cell) for cell in kept.cells if cell.cell_type == "code"]
