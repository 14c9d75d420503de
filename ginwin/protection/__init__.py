"""What knowing cards is worth: cards out of the deck, a card of the dealer, other seats."""
