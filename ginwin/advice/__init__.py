"""How to play: the decision for each hand, short rules, and what mistakes cost."""
