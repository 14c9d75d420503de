"""The exact counts: hands, deals and what they meet, by two routes and a sweep."""
