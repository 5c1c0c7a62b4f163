"""Makes the package `claimeven` of this clone importable. It needs no installation.

The workers of a cluster get a copy of the package.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python/lib/claimeven"
# The engine of this clone.
ENGINE = ROOT / "target/release/claimeven"
sys.path.insert(0, str(PACKAGE.parent))
