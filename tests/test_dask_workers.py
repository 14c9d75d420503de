"""A Dask cluster does the same work with the same result, to the last digit."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from test_seats import ONE_SEAT, RULES, tables

from ginwin.errors import InputError
from ginwin.protection.dask_workers import DaskBlocks
from ginwin.protection.seats import sample_seats

distributed = pytest.importorskip(
    "distributed", reason='Dask is not installed: pip install "ginwin[dask]"'
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as made:
        yield made


@pytest.mark.filterwarnings("ignore")  # what Dask says about itself
def test_the_same_result(cluster: Any) -> None:
    for name in ("plain", "several bets"):
        expected = sample_seats(tables(name), 1, samples=12_000, seed=4)
        client = distributed.Client(cluster, set_as_default=False)
        with DaskBlocks(client, RULES[name], ONE_SEAT) as blocks:
            assert blocks.ahead == 8
            found = sample_seats(tables(name), 1, samples=12_000, seed=4, submitter=blocks)
        assert found == expected


@pytest.mark.filterwarnings("ignore")
def test_connect(cluster: Any) -> None:
    with DaskBlocks.connect(cluster.scheduler_address, RULES["plain"], ONE_SEAT) as blocks:
        assert blocks.ahead == 8


def test_no_scheduler() -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(InputError, match=r"--dask: value 'tcp://127.0.0.1:.*refused"):
            DaskBlocks.connect(address, RULES["plain"])


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://host:port", "foo://bar"])
def test_no_address(address: str) -> None:
    with pytest.raises(InputError, match="--dask: value") as caught:
        DaskBlocks.connect(address, RULES["plain"])
    assert "\n" not in str(caught.value)
