"""The application of the die, independent of its chips: samples in, frames out.

A die communicates with one host at a time: the first that sends a hello keeps it until it has been silent for 8 s.
Otherwise a host connected by cable and radio at once would keep taking it from itself. The messages are the same over
both; `hardware/own_protocol.py` documents them with the host's side of the protocol.
"""

from die.battery import percent
from die.frames import Reader, encode
from die.outbox import Outbox
from die.pairing import Pairing

SPEAKS = 1
VERSION = "1.0"
MAX_SAMPLES_A_STEP = 8
STEP_MS = 5
BATTERY_MS = 60_000
# A host sends a ping every 2 s.
HOST_GONE_MS = 8_000
SLEEP_AFTER_MS = 5 * 60_000
SLEEP_BESIDE_HOST_AFTER_MS = 30 * 60_000
BLINK_MS = 125
BLINKS = 12


class Die:
    """One die.

    Args:
        board: Its hardware: `sample()` returns (x, y, z) in mg and the rotation rate about each axis in degrees per
            second, or None; `feel_spin(on)` switches its gyroscope; `links` are the connections to a host, each with
            `name`, `is_cable`, `read()` and `write(data)`; further `led(on)`, `battery_mv()`, `charging()`, `sleep()`,
            `guard(on)`, `ticks()`, `after(later, earlier)` and `wait(ms)`.
        motion: The die's `Motion`.
        name: Its id.
        kind: Kind of die, such as `d6`.
        boot: A number that is unique to this start.
        pairing: Its `Pairing`; None for a die that cannot be paired.
    """

    def __init__(self, board, motion, name, kind, boot, pairing=None):
        self.board = board
        self.motion = motion
        self.name = name
        self.kind = kind
        self.boot = boot
        self.pairing = pairing or Pairing()
        self.rolls = 0
        self.host = None
        self.outbox = Outbox()
        self._seq = 0
        self._readers = [Reader() for _ in board.links]
        now = board.ticks()
        self._heard_at = self._moved_at = self._battery_at = now
        self._blinks = 0
        self._blinked_at = now

    def run(self):
        """Runs without end; sleep restarts the die."""
        while True:
            self.step()
            self.board.wait(STEP_MS)

    def step(self):
        """Does everything that is due."""
        now = self.board.ticks()
        self._feel(now)
        for at, link in enumerate(self.board.links):
            for kind, body in self._readers[at].feed(link.read()):
                self._heard(link, kind, body, now)
        if self.host is not None and self.board.after(now, self._heard_at) > HOST_GONE_MS:
            self._leave_host()
        if self.host is not None:
            self._tell(now)
        self._blink(now)
        if self._idle(now):
            self.board.sleep()

    def _feel(self, now):
        for _ in range(MAX_SAMPLES_A_STEP):
            sample = self.board.sample()
            if sample is None:
                return
            happened = self.motion.feed(*sample)
            self.board.feel_spin(not self.motion.resting)
            if not self.motion.resting:
                self._moved_at = now
            if happened:
                self._happened(*happened)

    def _happened(self, what, face, sure):
        if what == "rolling":
            self._say("state", {"d": self.name, "s": "rolling"})
            return
        self.rolls += 1
        self.outbox.put({"n": self.rolls, "d": self.name, "f": face, "s": what, "q": sure})

    def _heard(self, link, kind, body, now):
        if link is not self.host and (self.host is not None or kind != "hello"):
            return
        if kind == "hello":
            self._greet(link, body)
        elif kind == "ping":
            self._say("pong", {})
        elif kind == "ack":
            self.outbox.acknowledged(body.get("s"))
        elif kind == "pair":
            # Over the cable only: who holds the die in the hand may pair it, and nobody else.
            if getattr(link, "is_cable", False) and self.pairing.take(body.get("k")):
                self._say("paired", {"d": self.name})
        elif kind == "identify" and body.get("d") in (None, self.name):
            self._blinks, self._blinked_at = 2 * BLINKS, now
        self._heard_at = now

    def _greet(self, link, body):
        speaks = body.get("p")
        if self.host is None:
            self.host = link
            self.board.guard(True)
        self.pairing.challenged(body.get("c"))
        about = {"p": SPEAKS, "fw": VERSION, "id": self.name, "kind": self.kind, "boot": self.boot, "n": self.rolls}
        self._say("hello", self.pairing.signed(about, "a", "hello", (self.name, self.boot)))
        if not isinstance(speaks, list) or SPEAKS not in speaks:
            self._leave_host()
            return
        self._say_battery()

    def _leave_host(self):
        if self.host is not None:
            self.host = None
            self.board.guard(False)

    def _tell(self, now):
        if self.board.after(now, self._battery_at) >= BATTERY_MS:
            self._battery_at = now
            self._say_battery()
        due = self.outbox.due(now, self.board.after)
        if due:
            roll, seq = due
            roll = self.pairing.signed(roll, "m", "roll", (self.boot, roll["n"], roll["f"], roll["s"]))
            self.outbox.sent(self._say("roll", roll, seq), now)

    def _say_battery(self):
        self._say("batt", {"d": self.name, "pct": percent(self.board.battery_mv()), "chg": self.board.charging()})

    def _say(self, kind, body, seq=None):
        """Sends a frame to the host, if there is one; a resent frame keeps its count."""
        if self.host is None:
            return None
        if seq is None:
            seq, self._seq = self._seq, self._seq + 1
        self.host.write(encode(seq, kind, body))
        return seq

    def _blink(self, now):
        if self._blinks and self.board.after(now, self._blinked_at) >= BLINK_MS:
            self._blinks -= 1
            self._blinked_at = now
            self.board.led(self._blinks % 2 == 1)

    def _idle(self, now):
        patience = SLEEP_AFTER_MS if self.host is None else SLEEP_BESIDE_HOST_AFTER_MS
        return self.board.after(now, self._moved_at) >= patience and not self._blinks and not self.board.charging()
