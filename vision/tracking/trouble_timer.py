"""Records what limits vision, and since when."""

from vision.tracking.image_quality import Complaint
from vision.trouble import Trouble, TroubleKind


class TroubleLog:
    """Records since when each trouble has lasted; a trouble that is no longer reported has ended."""

    def __init__(self) -> None:
        self._since_s: dict[tuple[TroubleKind, str], float] = {}

    def update(self, complaints: list[Complaint], now_s: float) -> tuple[Trouble, ...]:
        """Returns the current troubles."""
        self._since_s = {(kind, about): self._since_s.get((kind, about), now_s) for kind, about, _ in complaints}
        return tuple(Trouble(kind, about, sentence, self._since_s[kind, about]) for kind, about, sentence in complaints)
