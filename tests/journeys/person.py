"""A person before the window of `companion play`, with hands on the simulated table and dice of our own.

Everything is done by touching widgets; models are carried under the simulated camera by simulated hands; dice hang on
pseudo-terminals. Only to be imported where Kivy has been prepared.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.modalview import ModalView
from kivy.uix.scrollview import ScrollView

from companion.games.signum.model.mat import radius_mm
from companion.geometry import MatPoint
from companion.referee.dice.simulated_serial import SimulatedSerialDice
from companion.referee.match.match import Match
from companion.referee.rehearsal.hands import SimulatedHands
from companion.session import GameSession
from companion.tablet.game.foot_bar import FootForm
from companion.tablet.game.forms.fields import (
    ChooseField,
    FaceKeys,
    FacesField,
    KeyGrid,
    NumberField,
    PickField,
    PoolKeys,
    WordsField,
)
from companion.tablet.game.forms.offer_form import OfferForm
from companion.tablet.game.over_mat.proposals import BindCard, GhostCard, KeptCard, ProposalCard
from companion.tablet.game.rolls import RollCard
from companion.tablet.window.shell import Shell, TablePage
from companion.tablet.window.shown_finger import Finger
from tests.journeys.reach import Before
from tests.looks import Looks
from tests.plain_spaces import spaced
from tests.tablet.table_alone import Gone, Tapper

PATIENCE_S = 60.0
AGAIN_S = 15.0
LOOK_S = 0.01
DRAWN_S = 0.05
LAID = 3
STEPS = (-10, -1, 1, 10)
NEAR_MM = 0.5
PACE = 2.0
"""Hands hurry: what they do is the same."""


class Person(Tapper):
    """Sits before the window; plays for everybody at the table."""

    def __init__(self, shell: Shell, folder: Path, dice: SimulatedSerialDice, evenings: list[GameSession]) -> None:
        super().__init__(Before(shell, Finger()))
        self.shell, self.folder, self.dice, self._evenings = shell, folder, dice, evenings
        self._hands: SimulatedHands | None = None
        self._models: dict[str, str] = {}

    # The window.

    async def page(self, name: str) -> Any:
        """Waits for a page, laid out."""
        await self.until(lambda: type(self.shell.page).__name__ == name, f"came to {name}")
        for _ in range(LAID):  # Kivy lays out nested boxes over some frames
            await asyncio.sleep(DRAWN_S)
        return self.shell.page

    async def leads_to(self, widget: Any, name: str) -> Any:
        """Touches a key and waits for the page that it leads to."""
        await self.press(widget)
        return await self.page(name)

    async def continues(self, pace: float = PACE) -> None:
        """From the start to the game that goes on, until its record and its mat are there; `pace` is the hands'."""
        start = await self.page("StartPage")
        await self.until(lambda: not start.going_on.disabled and start._game is not None, "found the game")
        await self.leads_to(start.going_on, "TablePage")
        await self.at_table(pace)

    async def begins(self) -> None:
        """From the start through the set-up to a new game: what the camera sees, who plays, and on to the table."""
        start = await self.page("StartPage")
        camera = await self.leads_to(start.keys["new"], "CameraStep")
        await self.until(lambda: camera.picture.texture is not None, "shown what the camera sees")
        players = await self.leads_to(camera.next, "PlayersStep")
        await self.leads_to(players.begin, "TablePage")
        await self.at_table()

    async def at_table(self, pace: float = PACE) -> None:
        """Waits until the game is shown over a mat that is seen; `pace` is that of the hands at it."""
        await self.until(lambda: isinstance(self.shell.page, TablePage), "at a table")
        await self.until(lambda: self.view is not None and self.view.play is not None, "the game")
        await self.until(lambda: self.view.picture is not None, "the mat")
        self._hands = SimulatedHands(self.shell.page.watch.setup, pace)

    async def opens(self, tab: str) -> None:
        """Opens a page of the game's column."""
        if self.column.tab != tab:
            await self.press(self.column.ids[f"tab_{tab}"])
            await self.until(lambda: self.column.tab == tab, f"the page {tab}")
        await asyncio.sleep(DRAWN_S)

    async def key(self, text: str, within: Any = None) -> Any:
        """Waits for the key that reads so, on the table's page or in a widget."""
        return await self.found(
            lambda: next(
                (
                    each
                    for each in (within or Window).walk()
                    if isinstance(each, ButtonBehavior)
                    and spaced(getattr(each, "text", "")) == text
                    and not each.disabled
                ),
                None,
            ),
            f"a key {text!r}",
        )

    async def touches(self, find: Callable[[], Any], said: str) -> None:
        """Touches what is found once that rests in sight; it may be made anew meanwhile."""
        self.finger.press(await self.at_rest(find, said))

    async def at_rest(self, find: Callable[[], Any], said: str) -> Any:
        """Waits until what is found rests in sight, to be touched at once."""
        lay, rested = None, 0
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while rested < LAID:
            assert time.monotonic() < deadline_s, f"never in sight: {said}; {self.told()}"
            await asyncio.sleep(LOOK_S)
            widget = find()
            if widget is None:
                lay, rested = None, 0
                await looks.pause()
                continue
            scroll = next((each for each in self._above(widget) if isinstance(each, ScrollView)), None)
            if scroll is not None and scroll.children[0].height > scroll.height:
                scroll.scroll_to(widget, padding=4, animate=False)
            lies = (widget, *widget.to_window(*widget.pos), *widget.size)
            rested = rested + 1 if lies == lay and self._in_sight(widget, scroll) else 0
            lay = lies
        return widget

    async def press(self, widget: Any) -> None:
        """Touches a widget once it lies at rest in sight.

        Raises:
            Gone: If it has left the window.
        """

        def there() -> Any:
            if widget.get_root_window() is None:
                raise Gone(widget)
            return widget

        await self.touches(there, f"{widget} at rest in sight")

    # The game.

    @property
    def view(self) -> Any:
        """The newest view that was shown."""
        return self.shell.view

    @property
    def hands_of(self) -> SimulatedHands:
        """The hands at the simulated table."""
        assert self._hands is not None, "not at a table"
        return self._hands

    @property
    def match(self) -> Match:
        """The game in play; to be looked at only."""
        match = self._evenings[-1].match
        assert match is not None, "no game is open"
        return match

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.match.shown

    async def found(self, what: Callable[[], Any], said: str) -> Any:
        """Waits until something is there; answers it."""
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while (there := what()) is None:
            assert time.monotonic() < deadline_s, f"never {said}; {self.told()}"
            await looks.pause()
        return there

    async def soon(self, what: Callable[[], Any]) -> bool:
        """Waits for what a touch brings; whether it came, for a touch that is not answered by then was lost."""
        begun_s = time.monotonic()
        await self.found(lambda: True if what() or time.monotonic() - begun_s > AGAIN_S else None, "answered")
        return bool(what())

    async def until(self, what: Callable[[], Any], said: str = "") -> None:
        """Waits until something is so."""
        await self.found(lambda: True if what() else None, said)

    def told(self) -> str:
        """What stands on the tablet, for a test that waits in vain."""
        if self.view is None or self.view.play is None:
            return f"page {type(self.shell.page).__name__}, done so far {self.kinds}"
        play = self.play
        forms = [f"{each.data.seat} {each.kind} {dict(each.data.offer.fixed)}" for each in self.forms()]
        cards = [type(each).__name__ for each in self.column.stack.walk() if type(each).__name__.endswith("Card")]
        proposed = [(each.of, each.kind, each.possible, each.text) for each in play.proposals]
        standing = [(each.of, each.base, each.how.value, each.ghost) for each in play.standing.all]
        return (
            f"done so far {self.kinds}; holder {play.holder!r}; said {play.said}; forms {forms}; cards {cards}; "
            f"proposals {proposed}; standing {standing}; strangers {play.standing.strangers}; "
            f"rolls {play.throw.rolls}; troubles {self.view.health.troubles}; levels {self.view.health.levels}; "
            f"not seen {[(each.base.id, each.state.value, each.age_s) for each in self.view.pieces if each.age_s]}"
        )

    async def does(self, seat: str, kind: str, *, tab: str = "now", refused: str = "", **words: str) -> None:
        """Does what an offer says, by touching what it needs and its key; passes the tablet first where that is needed.

        Args:
            seat: For whom.
            kind: The command.
            tab: On which page of the column its form stands: `now`, or `hand` for a player's cards and what is set by
                hand.
            refused: The rule that refuses it; empty if it is done.
            words: Fields by name: fixed ones tell apart, others are filled in; several words stand with commas.
        """
        self.kinds, done = [*self.kinds, kind], False
        while not done:
            form = await self.offered(seat, kind, tab, words)
            with contextlib.suppress(Gone):
                said = self.play.said
                await self.fills(form, words)
                done = await self.soon(lambda said=said: self.play.said is not None and self.play.said is not said)
        answer = self.play.said
        assert (answer.granted, answer.rule) == (not refused, refused), f"{kind} of {seat}: {answer}; {self.told()}"

    async def offered(self, seat: str, kind: str, tab: str, words: dict[str, str]) -> OfferForm:
        """Brings an offer onto the page: waits for it, and passes the tablet to whom it belongs."""
        await self.opens(tab)
        await self.until(lambda: self._waits(seat, kind, tab, words), f"{kind} for {seat} with {words}")
        if self._form(seat, kind, words) is None:
            await self.takes(seat)
            await self.opens(tab)
        return await self.found(lambda: self._form(seat, kind, words), f"{kind} for {seat} with {words}")

    def _waits(self, seat: str, kind: str, tab: str, words: dict[str, str]) -> bool:
        """Whether an offer is there, or whoever has it might find it behind the curtain."""
        hidden = tab == "hand" or any(each.seat == seat and each.apart for each in self.play.seats)
        own = {"play", "construct", "layterrain", "reveal", "tell"}
        return self._form(seat, kind, words) is not None or (self.play.holder != seat and (hidden or kind in own))

    def _form(self, seat: str, kind: str, words: dict[str, str]) -> OfferForm | None:
        for form in self.forms(kind):
            offer = form.data.offer
            taken = {each.field: each for each in offer.inputs}
            fits = form.data.seat == seat and all(
                offer.fixed[name] == word if name in offer.fixed else _takes(taken.get(name), word)
                for name, word in words.items()
            )
            if fits:
                return form
        return None

    async def takes(self, seat: str) -> None:
        """A player takes the tablet and lifts the curtain; nobody's id lays it open again."""
        await self.opens("now")
        if self.play.holder == seat:
            return
        if not seat:
            await self.press(self.cards("HolderCard")[0].ids.cover)
            await self.until(lambda: not self.column.holder, "laid open")
            return
        await self.passes_to(seat)

    async def fills(self, form: OfferForm, words: dict[str, str]) -> None:
        """Touches what an offer needs, and its key."""
        data = form.data
        if isinstance(form, FootForm):
            await self.closes(form)
            return
        if (data.fold or data.sure) and len(form.children) == 1:
            await self.press(form.children[0])
            await asyncio.sleep(DRAWN_S)
        single = next((each for each in form.children if isinstance(each, KeyGrid)), None)
        if single is not None:
            taken = data.offer.inputs[0]
            at = [choice.value for choice in taken.choices].index(words[taken.field])
            await self.press(single.keys[at])
            return
        for name, field in form._fields:
            await self.fills_in(field, words.get(name, ""))
        await self.until(lambda: not form._key.disabled, f"filled in {data.offer.kind}")
        await self.press(form._key)

    async def fills_in(self, field: Any, word: str) -> None:
        """Touches what a field is to have."""
        many = [each for each in word.split(",") if each]
        values = [choice.value for choice in field.taken.choices]
        match field:
            case FacesField():
                keys = next(each for each in field.children if isinstance(each, FaceKeys)).children[::-1]
                for each in many:
                    await self.press(keys[values.index(each)])
            case ChooseField():
                for each in many if not field.is_told else ():
                    await self.press(field._grid.keys[values.index(each)])
            case NumberField():
                await self.counts_to(field, int(word))
            case PickField() if word and field.words != (word,):
                await self.press(next(each for each in field.walk() if isinstance(each, ButtonBehavior)))
                sheet = await self.found(_sheet, "the list")
                grid = next(each for each in sheet.walk() if isinstance(each, KeyGrid))
                await self.press(grid.keys[values.index(word)])
                await self.until(lambda: field.words == (word,), f"chosen {word}")
            case WordsField():
                field.ids.written.text = word

    async def counts_to(self, field: NumberField, number: int) -> None:
        """Touches the steps of a number until it is reached."""
        keys = [each for each in field.walk() if isinstance(each, ButtonBehavior)]
        while (missing := number - int(field.number_text)) != 0:
            step = next(each for each in sorted(STEPS, key=abs, reverse=True) if 0 < each / missing <= 1)
            await self.press(next(each for each in keys if _step_of(each) == step))
            await asyncio.sleep(DRAWN_S)

    # Models.

    def model(self, of: str) -> str:
        """The model of a creature; a free one of its player and size where it has none yet."""
        known = self.play.standing.of(of)
        if known is not None and known.base:
            self._models[of] = known.base
        if of not in self._models:
            owner, radius = of.partition(":")[0], radius_mm(self.state, self.state.card(of))
            taken = {*self._models.values(), *(each.base for each in self.play.standing.all if each.base)}
            self._models[of] = self.hands_of.model(owner, radius, frozenset(taken))
        return self._models[of]

    async def carries(self, of: str, x_mm: float, y_mm: float) -> None:
        """A hand puts a creature's model down, and leaves."""
        lies, base = self.hands_of.lies(self.model(of)), self.model(of)
        if abs(lies.x_mm - x_mm) > NEAR_MM or abs(lies.y_mm - y_mm) > NEAR_MM:
            await asyncio.sleep(self.hands_of.carry(base, MatPoint(x_mm, y_mm)))

    async def places(self, of: str, x_mm: float, y_mm: float) -> None:
        """Puts a model down, says whose it is where that is asked, and confirms what was meant."""
        await self.carries(of, x_mm, y_mm)
        await self.confirms(of)

    async def confirms(self, of: str) -> None:
        """Touches the key that confirms what was done with a model, and waits until it is on the record."""
        before = self.version
        await self.opens("now")
        while self.version == before:
            card = await self.found(lambda: self._about(of) or (self.version != before or None), f"asked about {of}")
            with contextlib.suppress(Gone):
                if isinstance(card, ProposalCard):
                    await self.press(card.ids.row.children[-1])
                    await self.until(lambda card=card: card.parent is None or self.version != before, f"confirmed {of}")
                elif isinstance(card, BindCard):
                    await self._binds(card, of)

    async def _binds(self, card: BindCard, of: str) -> None:
        """Says whose a model is."""
        at = [each for each, _ in card.data.may_be].index(of)
        await self.press(card.ids.row.children[::-1][at])
        await self.until(lambda: card.parent is None, f"told whose the model of {of} is")

    def _about(self, of: str) -> Any:
        for each in self.player.ids.cards.walk():
            if isinstance(each, ProposalCard) and each.proposal.of == of and each.proposal.possible:
                return each
            if isinstance(each, BindCard) and each.data.base == self.model(of) and of in dict(each.data.may_be):
                return each
        return None

    async def puts_back(self, *creatures: str) -> None:
        """Puts models where the record has their creatures, and says whose they are."""
        for of in creatures or tuple(self.state.creatures):
            stand = self.state.creatures[of].stand
            await self.carries(of, stand.x_mm, stand.y_mm)
        for of in creatures or tuple(self.state.creatures):
            await self.known(of)

    async def known(self, of: str) -> None:
        """Says whose a model is, if that is asked, and waits until it stands where the record has it."""
        await self.opens("now")
        while not (there := self.play.standing.of(of)).base or (there.ghost and not there.fits):
            card = self._about(of)
            if isinstance(card, BindCard):
                with contextlib.suppress(Gone):
                    await self._binds(card, of)
            else:
                await self.found(
                    lambda there=there: (self.play.standing.of(of) != there or self._about(of) is not None) or None,
                    f"{of} back in its place",
                )

    async def stands_there(self, of: str, x_mm: float, y_mm: float) -> None:
        """Puts a model elsewhere than the record has it, and touches the key by which it may stay there, by hand."""
        await self.opens("now")
        await self.carries(of, x_mm, y_mm)
        before = self.version
        await self.touches(lambda: self._key_to_accept(of), f"asked whether {of} may stay")
        await self.until(lambda: self.version != before, f"{of} accepted where it stands")

    def _key_to_accept(self, of: str) -> Any:
        card = self.ghost(of)
        if card is not None and card.data.acceptable and not card.data.fits:
            return card.ids.row.children[0]
        kept = (each for each in self.player.ids.cards.walk() if isinstance(each, KeptCard) and each.data.of == of)
        return next((each.key for each in kept), None)

    def ghost(self, of: str) -> GhostCard | None:
        """The card that says where something is to be put back."""
        cards = (each for each in self.player.ids.cards.walk() if isinstance(each, GhostCard))
        return next((each for each in cards if each.data.of == of), None)

    @property
    def version(self) -> int:
        """Counts what was written."""
        return self.match.version

    # Dice.

    async def throws(self, seat: str, *faces: int) -> None:
        """Throws the dice that a player owes, which come to rest with these faces, and waits until they are taken."""
        roll = await self.owed(seat)
        assert roll.owed == len(faces), f"{seat} owes {roll.owed} dice"
        await self.dice.throw(faces)
        await self.until(lambda: self._roll(seat, roll.id) is None, f"taken the dice of {seat}")

    async def types(self, seat: str, *faces: int) -> None:
        """Types the faces of some or all of the dice that a player owes into the tablet."""
        roll = await self.owed(seat)
        await self.opens("now")
        await self.until(lambda: self._roll_card(seat) is not None, f"shown the dice of {seat}")
        left = roll.owed - len(faces)
        if self._apart_key(seat) is not None:
            await self.touches(lambda: self._apart_key(seat), f"dice of {seat} one by one")
        for number, face in enumerate(faces):
            typed = False
            while not typed:
                await self.touches(lambda face=face: self._face_key(seat, face), f"{face} for {seat}")
                typed = await self.soon(lambda number=number: self._has_typed(seat, roll.id, left, number))
        if left:
            await self.touches(lambda: self._roll_card(seat) and self._roll_card(seat)._enter, f"entered for {seat}")
        await self.until(lambda: self._owes(seat, roll.id) == left, f"taken the dice of {seat}")

    async def owed(self, seat: str) -> Any:
        """Waits for the roll that a player owes."""
        return await self.found(lambda: self._roll(seat), f"dice owed by {seat}")

    def _roll(self, seat: str, id: str = "") -> Any:  # noqa: A002 (a roll)
        rolls = (each for each in self.play.throw.rolls if each.seat == seat and each.owed)
        return next((each for each in rolls if id in ("", each.id)), None)

    def _owes(self, seat: str, id: str) -> int:  # noqa: A002 (a roll)
        return int(getattr(self._roll(seat, id), "owed", 0))

    def _has_typed(self, seat: str, roll: str, left: int, number: int) -> bool:
        return self._owes(seat, roll) == left or len(self._roll_card(seat)._typed) > number

    def _apart_key(self, seat: str) -> Any:
        card = self._roll_card(seat)
        return card.children[0] if card and any(isinstance(each, PoolKeys) for each in card.children) else None

    def _face_key(self, seat: str, face: int) -> Any:
        card = self._roll_card(seat)
        keys = next((each for each in card.walk() if isinstance(each, FaceKeys)), None) if card else None
        return keys and keys.children[::-1][[each.value for each in card.data.roll.keys].index(face)]

    def _roll_card(self, seat: str) -> RollCard | None:
        cards = (each for each in self.column.stack.walk() if isinstance(each, RollCard))
        return next((each for each in cards if each.data.roll.seat == seat), None)


def _takes(taken: Any, word: str) -> bool:
    if taken is None:
        return False
    return not taken.choices or {*word.split(",")} <= {choice.value for choice in taken.choices}


def _sheet() -> ModalView | None:
    return next((each for each in Window.children if isinstance(each, ModalView)), None)


def _step_of(key: Any) -> int:
    return int(key.text.replace("−", "-").replace("+", ""))
