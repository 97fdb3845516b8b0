"""What the program tells those who mend it: a log file in the user's data folder, and what is saved from a crash.

Somebody sends such a file to strangers. So it tells what the program did and what went wrong, and nothing of what
players keep to themselves: no hands, no names of cards, no passwords, codes or folders.
"""

from companion.diagnostics.crash_message import where_it_is
from companion.diagnostics.crashes import CRASHES, Crash, Crashes
from companion.diagnostics.log_file import all_runs, current, logged, logs_folder, this_run

__all__ = ["CRASHES", "Crash", "Crashes", "all_runs", "current", "logged", "logs_folder", "this_run", "where_it_is"]
