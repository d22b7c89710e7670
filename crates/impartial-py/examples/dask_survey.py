"""A survey spread over the workers of a dask cluster: the misère quotients of all octal codes of two digits to a heap.

    python dask_survey.py [HEAP]

The same code serves a cluster of many machines: give ``Client`` the address of its scheduler.
"""

import sys

import pandas
from dask.distributed import Client, LocalCluster

import impartial_games as ig


def row(code, to):
    """One unit of work: bounded by a heap, so that two runs agree, and small enough to be lost without harm."""
    quotient = ig.game(code).quotient(to=to)
    return {"code": code, "status": quotient.status, "order": quotient.order, "tame": quotient.answer.get("tame")}


def survey(client, to):
    """A row for each code, in the order of the codes whatever the number of workers."""
    codes = [f"0.{first}{second}" for first in range(8) for second in range(8) if first or second]
    futures = client.map(row, codes, to=to)
    return pandas.DataFrame(client.gather(futures))


if __name__ == "__main__":
    heap = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        table = survey(client, heap)
    table.to_csv(sys.stdout, index=False)
