import shards  # noqa: F401, finds the modules of the arena
