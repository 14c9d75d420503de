"""Side bets on the player's cards: events, pay tables, their returns, and the search for them."""
