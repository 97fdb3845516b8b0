"""How often somebody looks who waits for something on a screen.

To look costs as much as to draw: what comes at once is seen at once, and what takes long is looked for less often.
"""

import asyncio

FIRST_S, SLOWER, LAST_S = 0.01, 1.4, 0.06


class Looks:
    """The pauses between the looks of one wait."""

    def __init__(self) -> None:
        self._pause_s = FIRST_S

    async def pause(self) -> None:
        """Waits until it is time to look again."""
        await asyncio.sleep(self._pause_s)
        self._pause_s = min(LAST_S, SLOWER * self._pause_s)
