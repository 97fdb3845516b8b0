"""Texts of cards, each with a short scripted game that shows what it does, read from the folder `language`.

A text is a card without what every card has, and a game of a few words: `put` says who stands where, `steps` what
happens, `then` what must be so at the end. Their verbs are the methods of `TextGame` that begin with `do_` and `is_`.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.games.common import Choose, Place, Reroll
from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.creature.stats import health, movement_mm, strength
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import (
    Activate,
    Detect,
    End,
    Fight,
    Finish,
    Move,
    Play,
    Reveal,
    Skip,
    Use,
    UseBuilding,
)
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import CardMoved, CardTold, DeckOrdered, PlayerChanged, TemplateLaid
from companion.games.signum.model.kinds import RelicType
from companion.games.signum.model.state import Phase, Template
from companion.games.signum.shelf.library import LIBRARY
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.cards.card_texts import in_toml
from tests.games.signum.fights import Field, fighter, hero
from tests.rules.signum.tables import building, zone

FOLDER = Path(__file__).parent / "language"

HEAD = {
    "schema": 1,
    "id": "harbour",
    "names": {"en": "Harbour", "ru": "Гавань", "uk": "Гавань"},
    "factions": {"harbour": {"en": "Harbour", "ru": "Гавань", "uk": "Гавань"}},
    "races": {"gull": {"en": "gull", "ru": "чайка", "uk": "чайка"}},
}

DEFAULTS = {
    "hero": {"faction": "harbour", "strength": 3, "movement": "M", "health": 6, "slots": {"treasure": 1}},
    "character": {"faction": "harbour", "cost": {}, "strength": 2, "health": 5, "movement": "M"},
    "spell": {"faction": "harbour", "cost": {}},
    "relic": {"faction": "harbour", "cost": {}, "relic_type": "treasure"},
    "tactic": {"faction": "harbour", "cost": {}},
    "building": {"cost": {}, "building_type": "unique", "unique": True, "faction": "harbour"},
    "terrain": {"cost": {}, "template": [[-40.0, -40.0], [40.0, -40.0], [40.0, 40.0], [-40.0, 40.0]]},
}
"""What a card of each kind has where its text says nothing else."""

OTHERS = {
    "one": fighter("one", 2, 5),
    "weak": fighter("weak", 0, 1),
    "big": fighter("big", 4, 9),
    "gunner": fighter("gunner", 2, 5, Ability("shot", x=2)),
    "hornet": fighter("hornet", 1, 3, Ability("flight")),
    "tower": building("tower"),
    "mill": building("mill"),
}
"""Cards that stand beside those of the texts."""


@dataclass
class CardText:
    """One text: its card or cards, and the game that shows it."""

    key: str
    says: str
    names: tuple[str, str, str]
    card: dict[str, Any]
    put: dict[str, list[Any]] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    then: list[str] = field(default_factory=list)
    more: list[dict[str, Any]] = field(default_factory=list)
    file: str = ""

    def raw(self) -> list[dict[str, Any]]:
        """Its cards as a pack has them."""
        names = dict(zip(("en", "ru", "uk"), self.names, strict=True))
        first = {"key": self.key, "names": names} | self.card
        further = ({"names": names} | each for each in self.more)
        return [DEFAULTS[each["kind"]] | each for each in (first, *further)]

    def pack(self) -> str:
        """A whole pack with this text alone."""
        lines = [f"{key} = {in_toml(value)}" for key, value in HEAD.items()]
        for each in self.raw():
            lines += ["[[card]]", *(f"{key} = {in_toml(value)}" for key, value in each.items())]
        return "\n".join(lines)


def texts() -> list[CardText]:
    """All texts, by file."""
    found = []
    for file in sorted(FOLDER.glob("*.toml")):
        for each in tomllib.loads(file.read_text(encoding="utf-8"))["text"]:
            key = each["names"][0].lower().replace(" ", "_").replace("'", "").replace("-", "_")
            found.append(CardText(key=key, file=file.stem, **each))
    return found


TEXTS = texts()


def load(text: CardText, folder: Path) -> dict[str, Card]:
    """The cards of a text, by short key, read and checked as those of any pack."""
    file = folder / f"{text.key}.toml"
    file.write_text(text.pack(), encoding="utf-8")
    return {key.rpartition("/")[2]: card for key, card in LIBRARY.load_pack(file).cards.items()}


class TextGame:
    """One scripted game."""

    def __init__(self, text: CardText, cards: dict[str, Card]) -> None:
        self.cards = OTHERS | cards
        put = {}
        for name, (key, *at) in text.put.items():
            put[name] = (self.cards[key], float(at[0]), float(at[1]))
        slots = hero(slots=dict.fromkeys(RelicType, 2))
        own = next((each for each in cards.values() if each.kind == "hero"), None)
        known = {each.key: each for each in self.cards.values()} | {"hero": slots}
        if own is not None:
            known["hero"] = own.__class__(**{n: getattr(own, n) for n in own.__struct_fields__} | {"key": "hero"})
        self.field = Field(put, cards=known)
        self.before = self.state

    @property
    def state(self):
        return self.field.state

    def step(self, line: str) -> None:
        verb, *words = line.split()
        getattr(self, f"do_{verb}")(*words)

    def check(self, line: str) -> None:
        verb, *words = line.split()
        getattr(self, f"is_{verb}")(*words)

    # What happens

    def card(self, player, key, place="hand"):
        (each,) = zone(self.field, player, place, self.cards[key])
        return each

    def do_play(self, key, *more):
        player = self.state.active
        card = self.card(player, key)
        self.field.give(Play(by=player, card=card, surcharge="surcharge" in more))
        if self.asked() == "place_summoned":
            self.field.give(Place(by=player, creature=card, at=self.side(player)))

    def side(self, player):
        return Stand(150.0, 16.0 if player == "A" else 584.0)

    def do_put(self, player, key, place):
        self.card(player, key, place)

    def do_deck(self, player, key):
        card = self.card(player, key, "deck")
        rest = tuple(each for each in self.state.players[player].deck if each != card)
        self.field.emit(DeckOrdered(player=player, order=(card, *rest)))

    def do_lay(self, player, key, x, y):
        card = self.cards[key]
        name = f"{player}:t{len(self.state.templates)}"
        outline = tuple((px + float(x), py + float(y)) for px, py in card.template)
        self.field.emit(
            CardTold(card=name, key=card.key),
            CardMoved(card=name, player=player, zone="terrain_city"),
            TemplateLaid(template=Template(id=name, owner=player, outline=outline)),
        )

    def do_reveal(self, yes="yes"):
        prompt = self.prompt()
        spec = prompt.specs[0]
        self.field.give(Reveal(by=spec.by, tactic=spec.fields["tactic"].options[0], yes=yes == "yes"))

    def do_choose(self, *chosen):
        prompt = self.prompt()
        options = prompt.specs[0].fields["chosen"].options
        named: tuple[str, ...] = ()
        for each in chosen:
            named += (self.option(each, tuple(option for option in options if option not in named)),)
        self.field.give(Choose(by=prompt.to[0], chosen=named))

    def option(self, word, options):
        """An id, or the first option that is such a card."""
        if word in options:
            return word
        key = self.cards[word].key
        return next(each for each in options if self.state.keys.get(each.rpartition("/")[0] or each) == key)

    def do_roll(self, *faces):
        self.field.roll(*faces)

    def do_reroll(self, *dice):
        self.field.give(Reroll(by=self.prompt().to[0], dice=tuple(int(each) for each in dice)))

    def do_act(self, name):
        self.field.give(Activate(by=self.state.creatures[name].controller, creature=name))

    def do_finish(self):
        self.field.give(Finish(by=self.state.active))

    def do_fight(self, one, other):
        self.field.fight(one, other)

    def do_again(self, one, other):
        self.field.give(Fight(by=self.state.creatures[one].controller, creature=one, target=other))

    def do_assign(self, player, attack, defence):
        self.field.assign(player, int(attack), int(defence))

    def do_shoot(self, one, other, ability="shot"):
        self.field.shoot(one, other, ability)

    def do_move(self, name, x, y):
        if self.state.acting != name:
            self.do_act(name)
        by = self.state.creatures[name].controller
        self.field.give(Move(by=by, creature=name, to=Stand(float(x), float(y))))

    def do_detect(self, name, target):
        self.do_act(name)
        self.field.give(Detect(by=self.state.active, creature=name, target=target))

    def do_search(self, name):
        self.do_act(name)
        (card,) = self.state.templates
        self.field.give(Use(by=self.state.active, creature=name, ability="search_ruins", card=card))

    def do_run(self, name, x, y):
        by = self.state.creatures[name].controller
        self.field.give(Move(by=by, creature=name, to=Stand(float(x), float(y)), run=True))

    def do_use(self, name, ability, target=""):
        if self.state.acting != name:
            self.do_act(name)
        by = self.state.creatures[name].controller
        self.field.give(Use(by=by, creature=name, ability=ability, target=target))

    def do_spend(self, name, ability):
        """Uses an ability that tokens pay for, between activations."""
        self.field.give(Use(by=self.state.creatures[name].controller, creature=name, ability=ability))

    def do_place(self, name, x, y):
        self.field.give(Place(by=self.prompt().to[0], creature=name, at=Stand(float(x), float(y))))

    def do_come(self, key):
        """A character that was summoned is put at its player's side."""
        player = self.prompt().to[0]
        name = next(each for each, known in self.state.keys.items() if known == self.cards[key].key and each in
                    self.state.creatures)  # fmt: skip
        self.field.give(Place(by=player, creature=name, at=self.side(player)))

    def do_tap(self, player, key):
        card = next(each.id for each in self.state.players[player].city
                    if self.state.keys[each.id] == self.cards[key].key)  # fmt: skip
        self.field.give(UseBuilding(by=player, card=card))

    def do_end(self):
        self.field.give(End(by=self.state.active))
        if self.state.phase is Phase.CONSTRUCTION:
            self.field.give(Skip(by=self.state.active))

    def do_asked_of(self, player):
        assert self.prompt().to == (player,)

    def do_end_turn(self):
        """The turn ends, and the game perhaps with it."""
        self.field.give(End(by=self.state.active))

    def do_no_deck(self, player):
        for card in self.state.players[player].deck:
            self.field.emit(CardMoved(card=card, player=player, zone="aside"))

    def do_use_relic(self, key):
        name = f"{self.state.active}:hero"
        relics = self.state.players[self.state.active].relics
        card = next(each.id for each in relics if self.state.keys[each.id] == self.cards[key].key)
        self.do_act(name)
        self.field.give(Use(by=self.state.active, creature=name, ability="multiple_uses", card=card))

    def do_wound(self, name, count):
        self.field.change(name, wounds=int(count))

    def do_set(self, name, what, value):
        self.field.change(name, **{what: value == "yes" if value in ("yes", "no") else int(value)})

    def do_did(self, name, what):
        self.field.change(name, deeds={what: True})

    def do_prosper(self, player, amount):
        self.field.emit(PlayerChanged(player=player, prosperity=int(amount)))
        self.before = self.state

    def do_empty(self, player):
        for card in self.state.players[player].hand:
            self.field.emit(CardMoved(card=card, player=player, zone="deck"))

    def do_order(self, *keys):
        self.do_choose(*keys)

    # What the state says

    def prompt(self):
        return self.field.table.game.prompts(self.state)[0]

    def asked(self):
        prompts = self.field.table.game.prompts(self.state)
        return prompts[0].key if prompts else ""

    def of(self, name):
        return self.state.creatures[name]

    def is_wounds(self, name, count):
        assert str(self.field.wounds(name)) == ("None" if count == "gone" else count)

    def is_strength(self, name, number):
        assert strength(self.state, self.of(name)) == int(number)

    def is_health(self, name, number):
        assert health(self.state, self.of(name)) == int(number)

    def is_movement(self, name, number):
        assert movement_mm(self.state, self.of(name)) == pytest.approx(float(number))

    def is_has(self, name, ability, x=""):
        known = [each for each in abilities_of(self.state, self.of(name)) if each.name == ability]
        assert known
        assert not x or known[-1].x == int(x)

    def is_lacks(self, name, ability):
        assert all(each.name != ability for each in abilities_of(self.state, self.of(name)))

    def is_armour(self, name, count):
        assert self.of(name).armour == int(count)

    def is_armour_of(self, key, count):
        (name,) = (each for each in self.state.creatures if self.state.keys[each] == self.cards[key].key)
        self.is_armour(name, count)

    def is_tokens(self, name, count):
        assert self.of(name).concentration == int(count)

    def is_hidden(self, name, yes):
        assert self.of(name).stealth == (yes == "yes")

    def is_at(self, name, x, y):
        stand = self.of(name).stand
        assert (stand.x_mm, stand.y_mm) == (pytest.approx(float(x), abs=1), pytest.approx(float(y), abs=1))

    def is_controller(self, name, player):
        assert self.of(name).controller == player

    def is_prosperity(self, player, change):
        now, before = (each.players[player].prosperity for each in (self.state, self.before))
        assert now - before == int(change)

    def _more(self, player, pile):
        return len(getattr(self.state.players[player], pile)) - len(getattr(self.before.players[player], pile))

    def is_hand(self, player, change):
        assert self._more(player, "hand") == int(change)

    def is_deck(self, player, change):
        assert self._more(player, "deck") == int(change)

    def is_graveyard(self, player, change):
        assert self._more(player, "graveyard") == int(change)

    def is_city(self, player, count):
        assert len(self.state.players[player].city) == int(count)

    def is_tapped(self, player, count):
        assert sum(each.tapped for each in self.state.players[player].city) == int(count)

    def is_templates(self, count):
        assert len(self.state.templates) == int(count)

    def is_in(self, player, pile, key):
        cards = getattr(self.state.players[player], pile)
        assert self.cards[key].key in [self.state.keys[getattr(each, "id", each)] for each in cards]

    def is_top(self, player, key):
        assert self.state.keys[self.state.players[player].deck[0]] == self.cards[key].key

    def is_bottom(self, player, key):
        assert self.state.keys[self.state.players[player].deck[-1]] == self.cards[key].key

    def is_standing(self, key, yes="yes"):
        there = any(self.state.keys[each] == self.cards[key].key for each in self.state.creatures)
        assert there == (yes == "yes")

    def is_told(self, key, *who):
        found = [each for each in self.field.table.events if getattr(each, "key", "") == key]
        assert found
        assert not who or found[-1].who == who

    def is_asked(self, key, player=""):
        assert self.asked() == key
        assert not player or self.prompt().to == (player,)

    def is_won(self, player):
        assert self.state.outcome is not None
        assert self.state.outcome.winners == (player,)

    def is_acting(self, name=""):
        assert self.state.acting == name

    def is_refused(self, key, *line):
        with pytest.raises(RuleViolation) as refusal:
            self.step(" ".join(line))
        assert refusal.value.key == key
