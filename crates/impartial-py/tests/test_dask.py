"""The recipe for dask gives what one process gives."""

import io
import subprocess
import sys
from pathlib import Path

import pandas

import impartial_games as ig

RECIPE = Path(__file__).parent.parent / "examples" / "dask_survey.py"


def test_a_cluster_finds_what_one_process_finds():
    run = subprocess.run([sys.executable, RECIPE, "7"], capture_output=True, text=True, timeout=300, check=True)
    table = pandas.read_csv(io.StringIO(run.stdout), dtype={"code": str})
    assert len(table) == 63
    for _, row in table.iterrows():
        alone = ig.game(row.code).quotient(to=7)
        assert (row.status, row.order) == (alone.status, alone.order), row.code
