"""A Dask cluster does the same work with the same result, to the last digit."""

import socket
from collections.abc import Iterator
from threading import Thread
from time import monotonic
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
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        dashboard_address=None,
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


@pytest.mark.parametrize("says", [b"", b"SSH-2.0-a server of another kind\r\n"])
def test_something_else_listens(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It never answers as a scheduler; the time for that ends."""
    monkeypatch.setattr("ginwin.protection.dask_workers._SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            for _ in range(2):  # a look whether somebody is there, and the greeting
                accepted.append(server.accept()[0])
                accepted[-1].sendall(says)

        accepted: list[socket.socket] = []
        thread = Thread(target=answer, daemon=True)
        thread.start()
        begun = monotonic()
        with pytest.raises(InputError, match=r"--dask: value .*no scheduler answers"):
            DaskBlocks.connect(f"tcp://127.0.0.1:{server.getsockname()[1]}", RULES["plain"])
        assert monotonic() - begun < 5
        for one in accepted:
            one.close()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "address",
    [
        "nonsense", "tcp://", "tcp://host:port", "foo://bar", "http://127.0.0.1:1",
        "tls://127.0.0.1:1", "ucx://a:1", "inproc://x/1/1",
    ],
)  # fmt: skip
def test_no_address(address: str) -> None:
    with pytest.raises(InputError, match="--dask: value") as caught:
        DaskBlocks.connect(address, RULES["plain"])
    assert "\n" not in str(caught.value)
