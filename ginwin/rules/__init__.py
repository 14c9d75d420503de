"""Rule sets as data: read from and written to TOML, checked key by key."""
