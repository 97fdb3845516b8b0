"""Finds dead links in the documents: files and headings that a page points to and that are not there."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"!?\[[^\]]*\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def main() -> int:
    """Prints each dead link and exits 1 if there is one. Addresses on other hosts are not followed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    dead = [problem for name in listed if (ROOT / name).exists() for problem in dead_links(ROOT / name)]
    for problem in dead:
        print(problem)
    print(f"links: {len(listed)} pages, {len(dead)} dead links")
    return 1 if dead else 0


def dead_links(page: Path) -> list[str]:
    """One sentence for each link of a page that leads nowhere in the checkout."""
    problems = []
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path, _, heading = unquote(target).partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            problems.append(f"{page.relative_to(ROOT)}: {target} leads to no file")
        elif heading and file.suffix == ".md" and heading not in headings(file):
            problems.append(f"{page.relative_to(ROOT)}: {target} leads to no heading")
    return problems


def headings(page: Path) -> set[str]:
    """The anchors that a page's headings make, in the way that code hosts form them."""
    titles = re.findall(r"^#+\s+(.+?)\s*$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


if __name__ == "__main__":
    sys.exit(main())
