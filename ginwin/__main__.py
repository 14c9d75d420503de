"""Run the command line: ``python -m ginwin``."""

import sys

from ginwin.cli import main

if __name__ == "__main__":
    sys.exit(main())
