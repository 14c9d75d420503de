"""What the tests of seen cards share with the real deck, made once for all tests of a process."""

from functools import cache

from ginwin.counting.general import GeneralCounts
from ginwin.protection.dealer_card import DealerCard, dealer_card
from ginwin.protection.removal import MarkedDeals, mark_deals
from ginwin.protection.seat_tables import SeatTables
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")


@cache
def real_counts() -> GeneralCounts:
    """Return the counts of the general route."""
    return GeneralCounts()


@cache
def real_tables() -> SeatTables:
    """Return the tables of the GLI rules."""
    return SeatTables(GLI, counts=real_counts())


@cache
def real_marked() -> MarkedDeals:
    """Return the deals with a card of each rank marked."""
    return mark_deals(GLI, counts=real_counts())


@cache
def real_dealer_card() -> tuple[DealerCard, int]:
    """Return what a dealer's card is worth, and how many hands were decided, as told meanwhile."""
    hands: list[int] = []
    return dealer_card(GLI, progress=hands.append), sum(hands)
