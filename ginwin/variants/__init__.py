"""Many rule sets at once: grids, sweeps, every qualifier, and the search for rules."""
