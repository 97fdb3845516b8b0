"""Rolls on their way to the host: one at a time, again and again until acknowledged, the rest in line."""

RESEND_MS = 250
LONGEST_LINE = 16


class Outbox:
    """Keeps the rolls that no host has acknowledged yet.

    Where more come than there is room for, the oldest that was never sent gives way: it is the one that nobody waits
    for any more. A roll in flight stays, since a host may have taken it already.
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
        """The roll to send now with the count it had when it was sent before (None: never), or None.

        Args:
            now: Ticks in ms.
            after: How many ms lie between two ticks, `after(later, earlier)`.
        """
        if not self._rolls or (self._seq is not None and after(now, self._sent_at) < RESEND_MS):
            return None
        return self._rolls[0], self._seq

    def sent(self, seq, now):
        self._seq, self._sent_at = seq, now

    def acknowledged(self, seq):
        """The host has the frame of this count."""
        if seq is not None and seq == self._seq:
            self._rolls.pop(0)
            self._seq = None
