"""Who sees what: open things, secret hands and decks, face-down tokens, what is looked at and revealed (B-VIS)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model import events as e
from companion.games.brawl.model.kinds import Basic, Core
from companion.games.brawl.redaction import may_see_hand
from companion.games.common import PileShuffled
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.kit.events import DeckMade, Discarded
from companion.geometry.grid import Cell
from tests.games.brawl.table import attack, do, duel, events_of, hurt, skill, with_champion

STUN, BITE = "stun:1", "damage_1:1"
VIEWERS = ("A", "B", "spectator")


@pytest.fixture
def state():
    """A has a hand, a deck and a discard; one trap lies, and challenges are on the track and in their deck."""
    made = hurt(duel(attack("x", "one"), a={1: (1, 1)}, hand=("x",), traps={(2, 0): STUN}), A1=2)
    keys = made.setup.challenges
    return replace(
        with_champion(made, "A:1", powered=True),
        decks={"A": ("A:x#2",), "B": ()},
        discards={"A": ("A:x#3",), "B": ()},
        track=("", keys[0], "", ""),
        challenges=keys[1:],
        points={"A": 3, "B": 1},
    )


def as_seen(state, event):
    """An event as each viewer sees it, and a spectator."""
    return [GAME.public_event(state, event, viewer) for viewer in VIEWERS]


def test_b_vis_01_04_05_and_info_03_04_what_lies_open_is_everybodys(state):
    """The arena, damage, points, cores, the track, discards, and both sides of champion cards."""
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        assert view.champions == state.champions
        assert (view.points, view.cores, view.track) == (state.points, state.cores, state.track)
        assert view.discards == state.discards
        card = view.setup.champion("one")
        assert (card.front, card.back) == (state.setup.champion("one").front, state.setup.champion("one").back)
    open_events = (
        e.Moved(piece="A:1", way=(Cell(1, 2),)),
        e.Damaged(piece="A:1", amount=1),
        e.Scored(side="A", points=1),
        e.CoreSpent(player="A", core=Core.CREATION),
        e.ChallengeLaid(slot=0, challenge="t/z0"),
        Discarded(player="A", cards=("A:x",)),
        e.PoweredUp(piece="A:1"),
    )
    for event in open_events:
        assert as_seen(state, event) == [event] * 3


def test_b_vis_02_and_info_01_a_hand_is_its_players_and_its_number_everybodys(state):
    assert [GAME.view(state, viewer).hands["A"] for viewer in VIEWERS] == [("A:x",), (HIDDEN,), (HIDDEN,)]
    assert [may_see_hand(state, viewer, "A") for viewer in VIEWERS] == [True, False, False]
    drawn = Drew(player="A", card="A:x#2")
    assert as_seen(state, drawn) == [drawn, *[replace(drawn, card=HIDDEN)] * 2]
    planned = e.Planned(player="A", cards=("A:x",))
    assert as_seen(state, planned) == [planned, *[replace(planned, cards=(HIDDEN,))] * 2]


def test_b_vis_03_06_07_and_trap_01_of_decks_and_tokens_all_see_how_many(state):
    """Of the own deck too, of the challenge deck, of the supply, and of traps where they lie."""
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        assert view.decks == {"A": (HIDDEN,), "B": ()}
        assert view.challenges == (HIDDEN,) * 10
        assert view.supply == (HIDDEN,) * len(state.supply)
        assert [(tuple(each.cell), each.token) for each in view.traps] == [((2, 0), HIDDEN)]
    shuffled = PileShuffled(pile="traps", order=state.supply)
    assert as_seen(state, shuffled) == [replace(shuffled, order=(HIDDEN,) * len(state.supply))] * 3
    made = DeckMade(pile="A", cards=("A:x", "A:x#2"))
    assert as_seen(state, made) == [replace(made, cards=(HIDDEN, HIDDEN))] * 3
    laid = e.TrapLaid(cell=Cell(2, 0), token=STUN, player="A")
    assert as_seen(state, laid) == [replace(laid, token=HIDDEN)] * 3


def test_b_vis_08_a_triggered_trap_is_seen_by_all_and_goes_back():
    state = duel(a={1: (1, 1)}, traps={(1, 2): BITE})
    run = c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.CREATION)
    events = events_of(state, run, c.Move(by="A", piece="A:1", to=Cell(1, 2)), c.Lay(by="A", to=Cell(2, 0)))
    (sprung,) = [each for each in events if isinstance(each, e.TrapSprung)]
    assert as_seen(state, sprung) == [sprung] * 3
    assert GAME.learned(state, sprung) == (("A", "reveal"), ("B", "reveal"))
    assert e.TrapReturned(token=BITE) in events
    after = do(state, run, c.Move(by="A", piece="A:1", to=Cell(1, 2)), c.Lay(by="A", to=Cell(2, 0)))
    assert BITE in after.supply
    assert BITE not in str(GAME.view(after, "A").supply)


@pytest.mark.parametrize("reveal", [False, True])
def test_b_info_02_05_what_is_looked_at_is_seen_by_one_and_what_is_revealed_by_all(reveal):
    look = skill("look", "one", move=None, effects=(fx.LookEffect(reveal=reveal), fx.LookEffect("hand", reveal=reveal)))
    state = duel(look, attack("y", "four"), a={1: (1, 1)}, hand=("look",), answer=("y",), traps={(2, 0): STUN})
    events = events_of(state, c.Play(by="A", card="A:look"), c.Use(by="A"))
    trap, hand = (next(each for each in events if isinstance(each, kind)) for kind in (e.TrapShown, e.HandShown))
    assert [each.token for each in as_seen(state, trap)] == [STUN, STUN if reveal else HIDDEN, HIDDEN]
    assert [each.cards for each in as_seen(state, hand)] == [("B:y",), ("B:y",), (HIDDEN,)]
    assert (("B", "reveal") in GAME.learned(state, trap)) is reveal
    assert ("A", "reveal") in GAME.learned(state, trap)
