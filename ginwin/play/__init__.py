"""A game played: rules, strategy and counts make exact results."""
