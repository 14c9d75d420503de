"""The study of the GLI rules with the real deck, made once for all tests of a process."""

from functools import cache

from ginwin.advice.study import StrategyStudy, study_strategy
from ginwin.rules.rules import Rules


@cache
def real_study() -> StrategyStudy:
    """Return the study."""
    return study_strategy(Rules.load("gli"))
