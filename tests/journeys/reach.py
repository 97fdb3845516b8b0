"""What a person's fingers reach in the window."""

from dataclasses import dataclass
from typing import Any

from companion.tablet.window.shell import Shell
from companion.tablet.window.shown_finger import Finger


@dataclass
class Before:
    """The window that a person sits before, and a finger."""

    shell: Shell
    finger: Finger

    @property
    def ids(self) -> Any:
        return self.shell.page.table_view.ids
