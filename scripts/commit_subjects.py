"""Checks the subjects of commits: at most 72 characters, led by the part that changed, such as `vision: ...`.

Without arguments it checks the history. With the path of a message it checks that message, as git's hook `commit-msg`.
"""

import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SINCE = "2026-11-23T03:45:00+00:00"
"""Commits written earlier did not know this rule."""
LONGEST = 72
FORM = re.compile(r"[a-z][a-z0-9_-]*( [a-z]+)?(, [a-z][a-z0-9_-]*)*: \S")
MADE_BY_GIT = ("Merge ", "Revert ", "Reapply ", "fixup! ", "squash! ", "amend! ")
SCISSORS = "# ------------------------ >8 ------------------------"
"""Below it git shows the changes when it asks for a message; nothing there belongs to the message."""


def main(arguments: list[str]) -> int:
    """Prints each fault and exits 1 if there is one."""
    if arguments:
        faults = message_faults(Path(arguments[0]).read_text(encoding="utf-8"))
    else:
        faults = [f"{commit[:8]} {fault}" for commit, subject in history(ROOT) for fault in subject_faults(subject)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def message_faults(message: str) -> list[str]:
    """What is wrong with a message that git is about to keep."""
    lines = [line for line in message.partition(SCISSORS)[0].splitlines() if not line.startswith("#")]
    while lines and not lines[0].strip():
        del lines[0]
    if not lines:
        return []  # git itself refuses a commit without a message
    faults = subject_faults(lines[0])
    if len(lines) > 1 and lines[1].strip():
        faults.append("the line after the subject must be empty; the reason follows below it")
    return faults


def subject_faults(subject: str) -> list[str]:
    """What is wrong with a subject."""
    if subject.startswith(MADE_BY_GIT):
        return []
    faults = []
    if len(subject) > LONGEST:
        faults.append(f"the subject has {len(subject)} characters, at most {LONGEST} were expected: {subject!r}")
    if not FORM.match(subject):
        faults.append(f"the subject must begin with what changed, such as 'vision: ' or 'docs, tests: ': {subject!r}")
    return faults


def history(folder: Path) -> list[tuple[str, str]]:
    """Hash and subject of the commits of a repository that the rule holds for; none outside of one."""
    done = subprocess.run(
        ["git", "log", "--no-merges", "--format=%H%x09%at%x09%s"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    since_s = datetime.fromisoformat(SINCE).timestamp()
    commits = [line.split("\t", 2) for line in done.stdout.splitlines()]
    return [(commit, subject) for commit, written_s, subject in commits if int(written_s) >= since_s]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
