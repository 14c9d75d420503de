"""What all parts build on: exact numbers, tables and their writers, files, the compiler."""
