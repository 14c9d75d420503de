"""Documents: sections of text, tables and figures, and a writer for each format."""
