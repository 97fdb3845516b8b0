"""The lengths of Legends of Signum, as the window's tables are given them."""

from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
from companion.referee import Measures

SIGNUM = Measures(RANGES_MM, CONTACT_TOLERANCE_MM, difficult_limit_mm=RANGES_MM["S"])  # S-TERRAIN-19
