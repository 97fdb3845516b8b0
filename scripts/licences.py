"""Checks that the licence of everything the program runs on lets people use and pass on the program."""

import re
import sys
from importlib import metadata

# Licences that ask for no more than a notice, or whose terms a separately installed library meets (LGPL, MPL).
ALLOWED = re.compile(
    r"\b(MIT|MIT-CMU|HPND|BSD|Apache|PSF|Python Software Foundation|Zlib|ISC|0BSD|Unlicense|MPL|LGPL|CC0)",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(r"\bA?GPL|Proprietary|Commercial", re.IGNORECASE)

EXCEPTIONS = {
    "docutils": "public domain and BSD; the GPL covers one Emacs file that is not installed",
}


def main() -> int:
    """Walks from the program to all it needs; exits 1 if a licence is missing or not on the list."""
    problems = []
    seen = needed("companion")
    for name in sorted(seen - {"companion"}):
        if name in EXCEPTIONS:
            continue
        licence = licence_of(name)
        if not ALLOWED.search(licence) or FORBIDDEN.search(re.sub(r"LGPL", "", licence)):
            problems.append(f"{name}: {licence or 'no licence named'}")
    for problem in problems:
        print(problem)
    print(f"licences: {len(seen) - 1} packages, {len(problems)} with a licence that is not allowed")
    return 1 if problems else 0


def needed(root: str) -> set[str]:
    """Names of a package and of all installed packages that it needs at run time, in lower case."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            requirements = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # needed on another system only
        found.add(name)
        waiting += [
            re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0] for text in requirements if "extra ==" not in text
        ]
    return found


def licence_of(name: str) -> str:
    """What a package's metadata says of its licence, all of it in one line."""
    about = metadata.metadata(name)
    classifiers = [text.split("::")[-1] for text in about.get_all("Classifier", []) if text.startswith("License")]
    stated = about.get_all("License-Expression", []) or "".join(about.get_all("License", [])).strip().splitlines()[:1]
    return " ".join([*stated, *classifiers]).strip()


if __name__ == "__main__":
    sys.exit(main())
