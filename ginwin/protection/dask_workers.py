"""Blocks of the seats worked out by the workers of a Dask cluster (extra ``ginwin[dask]``).

Each worker makes the tables of the rules once, in some seconds and about 1.5 GB, and keeps them.
The blocks are those of `ginwin.protection.seats`, each with random numbers of its own, and they are
added in order; so the results are the same, to the last digit, as those of one process.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

from ginwin.cards import STANDARD_DECK, Deck
from ginwin.errors import InputError
from ginwin.protection.seat_tables import SeatTables
from ginwin.rules.rules import Rules

if TYPE_CHECKING:
    from types import TracebackType

    from ginwin.protection.blocks import Block, Future

__all__ = ["DaskBlocks"]

_FIELD = "--dask"
_SECONDS = 10  # to find the scheduler
_PREPARING = Lock()


class DaskBlocks:
    """A `ginwin.protection.blocks.Submitter` for the workers of a cluster.

    Parameters
    ----------
    client : distributed.Client
        The client of the cluster; its workers need the same version of this package.
    rules : Rules
        The rules.
    deck : Deck
        The deck.

    Examples
    --------
    ``with DaskBlocks.connect("tcp://host:8786", rules) as blocks:`` then
    ``sample_seats(tables, 5, submitter=blocks)``.
    """

    def __init__(self, client: Any, rules: Rules, deck: Deck = STANDARD_DECK) -> None:
        self._client = client
        self._task = rules.to_toml(), deck

    @classmethod
    def connect(cls, address: str, rules: Rules, deck: Deck = STANDARD_DECK) -> DaskBlocks:
        """Connect with the scheduler of a cluster.

        Raises
        ------
        InputError
            If Dask is not installed, or there is no scheduler or no worker at the address.
        """
        try:
            from distributed import Client
        except ImportError:
            allowed = 'an address once Dask is installed: pip install "ginwin[dask]"'
            raise InputError(_FIELD, address, allowed) from None
        allowed = "the address of a Dask scheduler that runs, such as tcp://host:8786"
        try:
            with ThreadPoolExecutor(1) as pool:  # a notebook has an event loop of its own
                pool.submit(asyncio.run, asyncio.wait_for(_greet(address), _SECONDS)).result()
            client = Client(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, MemoryError) as error:
            mute = isinstance(error, MemoryError) or not str(error)  # another server says anything
            reason = "no scheduler answers" if mute else str(error).partition("\n")[0]
            raise InputError(_FIELD, address, f"{allowed} ({reason})") from None
        return cls(client, rules, deck)

    def __enter__(self) -> Self:
        """Use it, and close the connection afterwards."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    @property
    def ahead(self) -> int:
        """How many blocks may be under way: some for each thread, to hide the way to and fro."""
        threads: int = sum(self._client.nthreads().values())
        return 4 * max(1, threads)

    def submit(self, seats: int, seed: int, number: int) -> Future:
        """Begin a block."""
        future: Future = self._client.submit(
            _block, *self._task, seats, seed, number, pure=False, retries=2
        )
        return future


async def _greet(address: str) -> None:
    """Raise an error unless a scheduler with workers answers.

    A client that never found its scheduler would wait for it, and complain when Python ends.
    """
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.core import connect, send_recv

    scheme, location = parse_address(address)
    if scheme != "tcp":
        raise ValueError("only tcp:// is supported; in Python, DaskBlocks takes any client")
    socket.create_connection(parse_host_port(location), _SECONDS).close()  # tries but once
    comm = await connect(address, timeout=_SECONDS)
    try:
        found = await send_recv(comm, op="identity")
    finally:
        comm.abort()
    if not isinstance(found, dict) or found.get("type") != "Scheduler":
        raise ValueError("this is no scheduler")
    if not found.get("workers"):
        raise ValueError("this one has no workers")


def _block(rules: str, deck: Deck, seats: int, seed: int, number: int) -> Block:
    """Work out a block, on a worker."""
    with _PREPARING:  # the threads of a worker share the tables
        tables = _tables(rules, deck)
        tables.prepare(seats)
    return tables.block(seats, seed, number)


@lru_cache(maxsize=1)
def _tables(rules: str, deck: Deck) -> SeatTables:
    return SeatTables(Rules.from_toml(rules), deck)
