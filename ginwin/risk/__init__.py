"""How much the win swings: one round, many rounds, ruin, and bets that are settled together."""
