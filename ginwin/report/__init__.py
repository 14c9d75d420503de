"""The math report: one document about a rule set, from the counts to known cards."""
