#!/usr/bin/env python3
"""Makes the relative links of pages whole, for registries, which show a page without its neighbours.

    python3 scripts/links.py README.md python/README.md

Run it at the top of the repository: it changes the pages. `repository` in Cargo.toml is the only
place that contains the project's address. Whoever publishes sets it, to an address such as
https://HOST/OWNER/NAME where ADDRESS/blob/TAG/PATH shows a file and ADDRESS/raw/TAG/PATH is one, as
on GitHub and GitLab. Without it, the pages stay as they are.
"""
import posixpath
import re
import sys
from pathlib import Path

FIELD = r'^%s = "(.*)"'
# Not a scheme, and not a heading of the same page.
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s]+)\)")
PICTURES = (".svg", ".png")


def field(name):
    found = re.search(FIELD % name, Path("Cargo.toml").read_text(), re.MULTILINE)
    return found and found[1].rstrip("/")


def whole(page, address, tag):
    def replace(link):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link[1]))
        kind = "raw" if path.endswith(PICTURES) else "blob"
        return f"]({address}/{kind}/{tag}/{path})"

    text, count = LINK.subn(replace, Path(page).read_text(encoding="utf-8"))
    Path(page).write_text(text, encoding="utf-8")
    print(f"{page}: {count} whole links")


address, tag = field("repository"), f"v{field('version')}"
for page in sys.argv[1:]:
    if address:
        whole(page, address, tag)
    else:
        print(f"{page}: its links stay relative, because Cargo.toml has no `repository`")
