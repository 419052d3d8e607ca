"""``python -m oddfish``: the command ``oddfish``."""

import sys

from oddfish.protocols.main import main

sys.exit(main())
