"""Writes THIRD_PARTY.md from the two lock files: what the product ships or runs on, and under which license.

`python docs/third_party.py` writes it; with `--check` it only says whether the file is fresh.
"""

import importlib.metadata
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "THIRD_PARTY.md"
KNOWN = {
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
}
OPENING = """# What others made

Duskline stands on the packages below and is grateful for them. This list is written from the lock files by
`docs/third_party.py`; each package carries the full text of its license. The fonts Bricolage Grotesque and Figtree
are under the SIL Open Font License 1.1, whose texts lie beside them in `web/app/fonts/`.
"""


def main() -> int:
    text = document()
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
        return 0
    if FILE.exists() and FILE.read_text("utf-8") == text:
        return 0
    print("THIRD_PARTY.md is not fresh; run `make notices`.")
    return 1


def document() -> str:
    parts = [OPENING]
    for title, rows in (("In the browser", browser_packages()), ("On the server", server_packages())):
        parts.append(f"\n## {title}\n\n| Package | Version | License |\n|---|---|---|\n")
        parts += [f"| {name} | {version} | {license} |\n" for name, version, license in sorted(set(rows))]
    return "".join(parts)


def server_packages() -> Iterator[tuple[str, str, str]]:
    """Everything requirements.lock names, but what other systems alone need."""
    for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines():
        found = re.match(r"([a-z0-9.-]+)==(\S+)", line)
        if found and "== 'win32'" not in line:
            yield found[1], found[2], license_of(importlib.metadata.metadata(found[1]))


def license_of(package: "importlib.metadata.PackageMetadata") -> str:
    """The license as the package states it: an expression, else its classifier, else its first words."""
    if "License-Expression" in package:
        return package["License-Expression"]
    for classifier in package.get_all("Classifier") or []:
        if classifier.startswith("License :: OSI Approved :: "):
            name = classifier.rpartition(" :: ")[2]
            return KNOWN.get(name, name)
    stated = package.get("License", "unknown").splitlines()[0]
    return KNOWN.get(stated, stated)


def browser_packages() -> Iterator[tuple[str, str, str]]:
    """What the pages are built with and ship; tools of the build stay at home."""
    for place, package in json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))[
        "packages"
    ].items():
        if place and not any(package.get(kind) for kind in ("dev", "optional", "devOptional")):
            yield place.rpartition("node_modules/")[2], package["version"], package.get("license", "unknown")


if __name__ == "__main__":
    sys.exit(main())
