"""The companion: referees a tabletop game played with real miniatures on a real mat."""

import os

# The matrices here have some ten rows: with more threads numpy's algebra waits for its own, a tenth of the tracker's
# time, and takes cores from the window. It is read when numpy is first imported, by processes started from here too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
