"""The parts of the package `claimeven` that the scripts here use, from this clone.

They need no installation. The workers of a cluster get a copy of the package.
"""

import pathlib
import sys

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python/lib/claimeven"
sys.path.insert(0, str(PACKAGE.parent))

from claimeven.engine import Engine as Engine  # noqa: E402
from claimeven.engine import column_of as column_of  # noqa: E402
from claimeven.errors import EngineError as EngineError  # noqa: E402
from claimeven.pipe import Pipe as Pipe  # noqa: E402
from claimeven.pipe import error_in as error_in  # noqa: E402
from claimeven.records import BadLine as BadLine  # noqa: E402
from claimeven.records import parse as parse  # noqa: E402

# Time for a process to start, in seconds: machines of a cluster may be busy.
HANDSHAKE = 35.0
