"""What several tests use."""

import pathlib

import pytest

from tests.helpers import Folder


@pytest.fixture
def runs(tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path)
