"""Dealing shuffled cards: a check that shares no code with the counts."""
