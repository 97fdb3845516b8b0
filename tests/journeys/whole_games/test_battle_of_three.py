"""A Battle of Three with a phone for each player: set up, begun and won on them, and nobody sees another's cards."""

import pytest
from playwright.async_api import async_playwright

from companion.games.signum.words.names import name_of
from companion.texts import Language
from tests.chromium import ARGUMENTS, INSTALLED, needed
from tests.journeys.phone import Phone
from tests.journeys.record_comparison import compare, settled

pytestmark = pytest.mark.slow


EXACT_MM = 0.1
"""A model in plain sight of the simulated camera is measured better than this."""
ROLLED = {"A": "6", "B": "2", "C": "1"}
CLAIMED = {"A": {"side": "player_one", "far": "true"}, "B": {"side": "left"}, "C": {"side": "right", "far": "true"}}
PLACED = {"A": (475, 24), "B": (24, 125), "C": (576, 475)}


async def a_battle_of_three(person):
    """Rolls, sides, hands and fights on phones; models by hand on the mat; the tablet confirms and shows no card."""
    await person.begins()
    await person.until(lambda: person.view.guests is not None and person.view.guests.address, "phones can come")
    links = {each.seat: each.link for each in person.view.guests.seats}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
        phones = [await Phone.joins(browser, seat, links[seat]) for seat in ROLLED]
        for phone in phones:
            await phone.does("priority", rolled=ROLLED[phone.seat])
        for phone in phones:
            await phone.does("claim", **CLAIMED[phone.seat])
            await person.until(lambda phone=phone: person.state.seat(phone.seat).segment is not None, "claimed a side")
        for seat, place in PLACED.items():
            await person.carries(f"{seat}:hero", *place)
            await person.until(lambda: seen_well(person), "measured well")
            await person.confirms(f"{seat}:hero")
        for phone in phones:
            await phone.shows("#hand > .card")
            await sees_only_its_own(person, phone)
            await phone.does("keep")
            await person.until(lambda phone=phone: person.state.players[phone.seat].kept, "kept the hand")
        first, second, third = phones
        await first.does("skip")
        await person.until(lambda: person.state.phase == "activation", "skipped")
        for hero in ("B:hero", "C:hero"):
            await person.does("A", "setvalue", tab="hand", of=hero, what="health", value="1")
        await person.takes("")
        await person.stands_there("B:hero", 475, 72.5)
        await fight(first, second, winner=first, dice=3)
        await person.until(lambda: person.state.players["B"].out, "one has left")
        await sees_only_its_own(person, third)
        await first.does("end")
        await third.does("skip")
        await person.stands_there("C:hero", 426.5, 24)
        await fight(third, first, winner=first, dice=4)
        await person.until(lambda: person.cards("WonCard"), "told who has won")
        for phone in phones:
            await phone.page.wait_for_function(
                "() => document.querySelector('#task').textContent.includes('won by Ann')"
            )
        assert person.play.own_shown is None
        await browser.close()
    return person.cards("WonCard")[0].text


def seen_well(person):
    """Whether a card tells the place of a model exactly: while the hand leaves, the model is half hidden."""
    steps = [step for card in person.cards("ProposalCard") for step in card.proposal.steps]
    return person.cards("BindCard") or (steps and all(step.at.sigma_mm < EXACT_MM for step in steps))


async def fight(attacker, defender, winner, dice):
    """A hero attacks another, on the phones of both: one only hits, the other only defends, so many dice in vain."""
    await attacker.does("activate", creature=f"{attacker.seat}:hero")
    await attacker.does("fight", target=f"{defender.seat}:hero")
    for phone in (defender, attacker):
        await phone.does("assign", **{"defence" if phone is winner else "attack": "0"})
    loser = defender if winner is attacker else attacker
    await winner.does("rolled", faces="shield,shield,shield")
    await loser.does("rolled", faces=",".join(dice * ["bullseye"]))


async def sees_only_its_own(person, phone):
    """A phone shows its hand, and holds no card that lies hidden from its player; the tablet holds none at all."""
    state, seat = person.state, phone.seat
    assert await phone.hand() == {name_of(card, state, Language.ENGLISH) for card in state.players[seat].hand}
    hidden = {
        card for other in state.players.values() for card in (*other.deck, *(other.hand if other.id != seat else ()))
    }
    assert not hidden & await phone.cards()
    assert person.play.own_shown is None


EXPECTED = """
table priority rolled=A:6,B:2,C:1
A claim side=player_one far=true
B claim side=left
C claim side=right far=true
A placehero at=475,24
B placehero at=24,125
C placehero at=576,475
table shuffled player=A order=*
table shuffled player=B order=*
table shuffled player=C order=*
A keep
B keep
C keep
A skip
A setvalue what=health of=B:hero value=1
A setvalue what=health of=C:hero value=1
table correct of=B:hero at=475,72.5
A activate creature=A:hero
A fight creature=A:hero target=B:hero
B assign attack=0 defence=3
A assign attack=3 defence=0
A rolled faces=shield,shield,shield
B rolled faces=bullseye,bullseye,bullseye
= players.B.out yes
= outcome none
A end
C skip
table correct of=C:hero at=426.5,24
C activate creature=C:hero
C fight creature=C:hero target=A:hero
A assign attack=3 defence=0
C assign attack=0 defence=3
A rolled faces=shield,shield,shield
C rolled faces=bullseye,bullseye,bullseye,bullseye
= outcome.winners A
= outcome.rule_id S-END-01
= outcome.reason last_hero
"""


def test_three_play_with_a_phone_each_that_shows_nobody_elses_cards(stage, tmp_path):
    needed()
    settled(tmp_path, players=("Ann", "Bob", "Cem"), chosen={"variant": ("battle_of_three",)}, pause_s=0.0)
    said = stage.play(a_battle_of_three, tmp_path)
    assert said == "The game is over, won by Ann: the other hero has fallen."
    (game,) = (tmp_path / "games").glob("*.signum")
    compare(game, EXPECTED)
