"""What whoever sits at the table is told when the program goes wrong: where the files are that help to mend it."""

from companion.diagnostics.crashes import Crash
from companion.diagnostics.log_file import current
from companion.texts import Language, say


def where_it_is(language: Language, crash: Crash) -> list[str]:
    """Sentences that say where it is written what went wrong, and where the table is kept at which it did."""
    written, said = current(), list[str]()
    if written is not None:
        said.append(say(language, "diagnostics.written", file=written.path))
    if crash.recording is not None:
        said.append(say(language, "diagnostics.kept", recording=crash.recording))
    return said
