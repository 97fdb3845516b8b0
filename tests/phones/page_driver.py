"""Plays by the buttons of a phone's page: reads what it offers, picks by a fixed taste, touches as a thumb does."""

import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PageTimeoutError

PATIENCE_MS = 60_000
TOUCH_MS = 4_000
"""After so long a thumb that cannot touch looks whether there is still something to touch."""

OFFERS = """() => ({
  turn: document.querySelector('#head .turn')?.textContent ?? '',
  offers: [...document.querySelectorAll('form.offer')].map((form) => ({
    folded: !!form.closest('details:not([open])'),
    section: form.closest('section').id,
    kind: form.elements.kind.value,
    fixed: Object.fromEntries([...form.querySelectorAll('input[type=hidden]')]
      .filter((each) => !['id', 'kind'].includes(each.name)).map((each) => [each.name, each.value])),
    choices: [...form.querySelectorAll('input:not([type=hidden])')]
      .map((each) => [each.name, each.value, Number(each.closest('fieldset')?.dataset.least ?? 0)]),
    buttons: [...form.querySelectorAll('button')].map((each) => [each.name, each.value]),
  })),
  seen: document.querySelector('main').textContent,
})"""
CHANGED = """(before) => !JSON.parse(localStorage.getItem('unsent') || '[]').length
  && (document.querySelector('main').textContent !== before || !document.querySelector('#reply').hidden)"""
"""Something has come, and not only of what others did: what was touched here is answered."""

ROLLS = {"A": "6", "B": "2"}
FACES = {"A": "shield", "B": "bullseye"}
"""Ann's dice always hit and Bob's never do (S-CONST-24)."""

TASTE = ("fight", "construct", "skip", "play", "activate", "move", "finish", "end")
"""What is done of one's own accord, most wanted first; each at most once in a turn."""

Offer = dict[str, Any]


@dataclass
class Thumb:
    """One player.

    Attributes:
        seat: Whose.
        name: What the page calls this player.
        page: The phone's page.
        done: What was done of the own accord, by turn.
        kinds: What was asked for, in its order.
    """

    seat: str
    name: str
    page: Page
    done: set[tuple[str, ...]] = field(default_factory=set)
    kinds: list[str] = field(default_factory=list)

    def step(self) -> bool:
        """Does one thing that the page offers and waits for what it brings; whether there was any."""
        shown = self.page.evaluate(OFFERS)
        if not self.touch_one(shown):
            return False
        self.page.wait_for_function(CHANGED, arg=shown["seen"], timeout=PATIENCE_MS)
        return True

    def touch_one(self, shown: Offer | None = None) -> bool:
        """Touches one thing that the page offers, and waits for nothing; whether there was any."""
        shown = shown or self.page.evaluate(OFFERS)
        own_turn, offers = self.name in shown["turn"], shown["offers"]
        for at, each in enumerate(offers):
            each["nth"] = [_named(other) for other in offers[:at]].count(_named(each))
        offer = self._owed(offers, own_turn=own_turn) or self._wanted(shown["turn"], offers)
        if offer is None:
            return False
        try:
            self._touch(offer)
        except PageTimeoutError:  # what everybody waits for in secret may be over before the thumb has come down
            return False
        self.kinds.append(offer["kind"])
        return True

    def _owed(self, offers: list[Offer], *, own_turn: bool) -> Offer | None:
        """An answer to what is asked: all dice for the attack in the own turn, else for the defence."""
        owed = [each for each in offers if each["section"] == "task"]
        if owed and owed[0]["kind"] == "assign":
            return max(owed, key=lambda each: int(each["fixed"]["attack" if own_turn else "defence"]))
        if owed and owed[0]["kind"] == "reroll":
            return min(owed, key=lambda each: len(each["choices"]))
        return next(iter(owed), None)

    def _wanted(self, turn: str, offers: list[Offer]) -> Offer | None:
        for kind in TASTE:
            for each in offers:
                name = (turn, kind, *each["fixed"].values())
                if each["section"] not in ("acts", "hand") or each["kind"] != kind or name in self.done:
                    continue
                able = (*each["fixed"].values(), *(value for _, value in each["buttons"]))
                hero = kind != "activate" or f"{self.seat}:hero" in able
                if hero and each["fixed"].get("run") != "true":
                    self.done.add(name)
                    return each
        return None

    def _touch(self, offer: Offer) -> None:
        def down(place: Locator) -> None:
            """Comes down on a place; a busy phone is slow, but as long as the offer is there it can be touched.

            Raises:
                PageTimeoutError: If the offer is gone.
            """
            deadline_s = time.monotonic() + PATIENCE_MS / 1000
            while True:
                try:
                    return place.click(timeout=TOUCH_MS)
                except PageTimeoutError:
                    if self.page.locator(_named(offer)).count() <= offer["nth"]:
                        raise
                    assert time.monotonic() < deadline_s, f"{offer} cannot be touched"

        tab = "hand" if offer["section"] == "hand" else "now"
        if self.page.evaluate("document.body.dataset.tab") != tab:
            down(self.page.locator(f'nav a[data-tab="{tab}"]'))
        form = self.page.locator(_named(offer)).nth(offer["nth"])
        if offer["folded"]:
            down(form.locator("xpath=ancestor::details/summary"))
        for name, value in self._ticked(offer["choices"]):
            down(form.locator(f'label:has(input[name="{name}"][value="{value}"])'))
        liked = (["creature", f"{self.seat}:hero"], ["rolled", ROLLS[self.seat]])
        name, value = next((each for each in offer["buttons"] if each in liked), offer["buttons"][0])
        down(form.locator(f'button[name="{name}"][value="{value}"]' if name else "button").first)

    def _ticked(self, choices: list[tuple[str, str, int]]) -> list[tuple[str, str]]:
        """Of each list as many as it needs, the wanted face first."""
        ticked: list[tuple[str, str]] = []
        for name, value, least in sorted(choices, key=lambda each: each[1] != FACES[self.seat]):
            if sum(name == other for other, _ in ticked) < least:
                ticked.append((name, value))
        return ticked


def _named(offer: Offer) -> str:
    """Selects an offer's form by what it sends, for others may come and go meanwhile."""
    sent = {"kind": offer["kind"], **offer["fixed"]}
    fields = (f':has(input[type=hidden][name="{name}"][value="{value}"])' for name, value in sent.items())
    return f"#{offer['section']} form.offer{''.join(fields)}"
