#!/usr/bin/env python3
"""Prints the public items of the library, sorted, without the traits that its types implement.

    python3 scripts/public.py [FEATURES] > scripts/public.txt

Rustdoc's JSON is unstable. RUSTC_BOOTSTRAP lets the stable toolchain write it.
"""
import json
import os
import subprocess
import sys

RUSTDOC = "cargo rustdoc --quiet --lib --locked --no-default-features --features"
JSON = "-- -Z unstable-options --output-format json --cap-lints allow"


def walk(number, path, name=None):
    """Yields the path of an item, under `name` if it is exported so, and of all items in it."""
    item = index.get(str(number))
    if item is None or item["inner"].get("impl", {}).get("trait"):  # None: of another crate
        return
    [(kind, inner)] = item["inner"].items()
    path = path if kind == "impl" else [*path, name or item["name"] or inner["name"]]
    shape = inner.get("kind")  # of a structure or a variant; text if it has no fields
    fields = (shape.get("plain") or shape.get("struct")) if isinstance(shape, dict) else None
    inside = [(fields or {}).get("fields"), *map(inner.get, ("items", "variants", "impls"))]
    if kind == "use":
        yield from walk(inner["id"], path[:-1], inner["name"])
    else:
        yield "::".join(path)
        for part in sum(filter(None, inside), []):
            yield from walk(part, path)


command = [*RUSTDOC.split(), sys.argv[1] if sys.argv[1:] else "default", *JSON.split()]
subprocess.run(command, check=True, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})
with open(os.environ.get("CARGO_TARGET_DIR", "target") + "/doc/claimeven.json") as file:
    document = json.load(file)
index = document["index"]
print(*sorted(set(walk(document["root"], []))), sep="\n")
