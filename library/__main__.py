"""``python -m oddfish``: the command ``oddfish``."""

import sys

from oddfish.protocols.main import main

if __name__ == "__main__":
    sys.exit(main())
