"""The queue of rolls to the host: one is sent at a time and repeated until it is acknowledged, the others wait."""

RESEND_MS = 250
LONGEST_LINE = 16


class Outbox:
    """Stores the rolls that no host has acknowledged yet.

    If the queue is full, the oldest roll that was never sent is dropped, because nobody waits for it any more. A roll
    that was sent stays, since a host may have processed it already.
    """

    def __init__(self):
        self._rolls = []
        self._seq = None
        self._sent_at = 0

    def __len__(self):
        return len(self._rolls)

    def put(self, roll):
        if len(self._rolls) == LONGEST_LINE:
            self._rolls.pop(0 if self._seq is None else 1)
        self._rolls.append(roll)

    def due(self, now, after):
        """Returns the roll to send now with the count of its earlier frame (None if never sent), or None.

        Args:
            now: Ticks in ms.
            after: Returns the number of ms between two ticks, `after(later, earlier)`.
        """
        if not self._rolls or (self._seq is not None and after(now, self._sent_at) < RESEND_MS):
            return None
        return self._rolls[0], self._seq

    def sent(self, seq, now):
        self._seq, self._sent_at = seq, now

    def acknowledged(self, seq):
        """Records that the host has received the frame with this count."""
        if seq is not None and seq == self._seq:
            self._rolls.pop(0)
            self._seq = None
