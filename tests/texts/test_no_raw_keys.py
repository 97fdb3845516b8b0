"""No sentence that people read holds a word of the program: no key, no id, no word in the wrong language.

Games by chance, with plain nonsense asked for in between, go through everything that is put into words.
"""

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from enum import Enum

import pytest
from msgspec.structs import replace

from companion.cards import all_cards, all_names
from companion.games.command import SPECTATOR, TABLE
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Variant, rules_for
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.results import SignumResults
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.games.signum.words.phrases import phrases
from companion.games.verdicts.measured import RuleViolation
from companion.phones.pages.page_data import shown_to
from companion.phones.pages.reader import Reader as Reading
from companion.presentation.tasks import offers, tasks
from companion.presentation.teller import Teller
from companion.presentation.why import why
from companion.record.record import Record
from companion.record.shuffle import commitment
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.referee.screen.player_screen import nothing_lies
from companion.session.tablet_controller import TabletController
from companion.texts import COMPLETE, Language
from tests.games.signum.random_commands import altered, by_hand, nonsense
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import SIDES, any_setup
from tests.referee.match.test_command_gateway import Ruler
from tests.referee.match.test_match import GAMES, NOW, SEED, clock, played

pytestmark = pytest.mark.slow


__all__ = ["clock"]  # a fixture

STEPS = 90
RULE = re.compile(r"\b[SB]-[A-Z]+-\d+\b")
"""The number of a rule is meant to be read."""
RAW = re.compile(r"\w*[a-z]_[a-z]\w*|\b[A-D]:\w+|[{}]|\b[a-z]{2,}\.[a-z]\w+")
"""Keys, ids, and places that nothing was filled in."""
MARK = re.compile(r"\([A-D]b?\d+\)")
"""What stands on a piece in a picture."""
LATIN = re.compile(r"[A-Za-z]{2,}")
MEANT = frozenset({"XL", "JSON"})
"""Latin words that Russian and Ukrainian players read: a ruler, and a format that only programs send."""
NAMES = {"A": "Аня", "B": "Богдан", "C": "Віра", "D": "Гліб"}


def shipped(chance):
    """A game between the shipped decks, of any edition and variant."""
    packs = LIBRARY.packs.values()
    edition, variant = chance.choice(list(Edition)), chance.choice(list(Variant))
    rules, cards, decks = rules_for(edition, variant=variant), all_cards(packs), list(LIBRARY.decks.values())
    seats = [
        seat_from_deck(
            decks[number % len(decks)], cards, rules, id="ABCD"[number], side=side, name=NAMES["ABCD"[number]],
            team=("", "1", "1", "2", "2")[number + 1] if variant is Variant.SHOULDER_TO_SHOULDER else "",
            digital=chance.random() < 0.8,
        )
        for number, side in enumerate(SIDES[variant])
    ]  # fmt: skip
    return setup_for(rules, tuple(seats), cards, names=all_names(packs))


def called_plainly(setup):
    """The same game between cards whose own names look like no key."""
    cards = {
        key: replace(card, names={language: name.replace("_", " ") for language, name in card.names.items()})
        for key, card in setup.cards.items()
    }
    return replace(setup, cards=cards)


class Reader(Game):
    """Plays by chance, and reads all that is said on the way."""

    def begin(self):
        self.said, self.results = dict[tuple[Language, str], str](), SignumResults()
        return self

    def hears(self, language, source, *texts):
        for text in texts:
            if text:
                self.said.setdefault((language, text), source)

    def give(self, command):
        before = self.state
        for measured in self.rules.measured(before, command):
            for language in COMPLETE:
                told = why(measured, Teller(self.rules, before, language))
                self.hears(language, f"why {measured.question}", told.question, told.words)
        events = super().give(command)
        for number, event in enumerate(events):
            self.results.add(before, event, goes_on=number == 0)
            self.reads_event(before, event)
            before = self.rules.evolve(before, event)
        return events

    def reads_event(self, before, event):
        for viewer in (*before.players, SPECTATOR):
            shown = self.rules.public_event(before, event, viewer)
            for phrase in () if shown is None else phrases(before, shown):
                for language in COMPLETE:
                    for shorter in ("", "phones.said"):
                        told = Teller(self.rules, before, language).sentence(phrase, shorter)
                        self.hears(language, f"log {phrase}", told)

    def reads_offers(self):
        state = self.state
        for viewer in (*state.players, SPECTATOR):
            view = self.rules.view(state, viewer)
            for language in COMPLETE:
                teller = Teller(self.rules, state, language, viewer)
                found = list(offers(view.commands, teller))
                found += self.rules.by_hand.offers(state, view, language) if viewer != SPECTATOR else ()
                for task in tasks(view.prompts, teller):
                    self.hears(language, f"task {task.key}", task.title)
                    found += task.offers
                for offer in found:
                    self.hears(language, f"offer {offer.kind} {offer.fixed}", *words_of(offer))
        shapes = dict.fromkeys(state.players, "disc")
        for result in self.results.shown:
            for language in COMPLETE:
                told = self.rules.speech.result(state, result, shapes, language)
                self.hears(language, "result", told.title, *(each.role for each in told.throws))
                self.hears(language, "result", *(word for each in told.struck for word, _ in each.figures))

    def meddles(self):
        """Sends an intent that may make no sense, and reads why it is refused."""
        state = self.state
        commands = [nonsense(state, self.chance) for _ in range(6)]
        commands += [altered(each, state, self.chance) for each in self.commands[-2:]]
        commands += [by_hand(state, self.chance, 0.0)]
        for command in (each for each in commands if each.by != TABLE):  # nobody intents for the table itself
            try:
                self.rules.decide(state, command)
            except RuleViolation as violation:
                for language in COMPLETE:
                    viewer = self.chance.choice((*state.players, SPECTATOR))
                    told = Teller(self.rules, state, language, viewer).refusal(violation)
                    self.hears(language, f"rule {violation.key} {violation.values}", told)


def words_of(offer) -> Iterator[str]:
    yield offer.label
    for taken in offer.inputs:
        yield taken.label
        yield from (choice.label for choice in taken.choices if len(choice.label) > 2)


def heard(setup, seed, sigma_mm=0.0):
    game = Reader(setup, random.Random(seed), sigma_mm=sigma_mm).begin()  # noqa: S311 (no secret)
    for _ in range(STEPS):
        game.reads_offers()
        game.meddles()
        if not game.step():
            break
    game.reads_offers()
    return game


def raw_in(game):
    """Everything that is no sentence for people, with where it was said."""
    found = []
    for (language, text), source in game.said.items():
        if RAW.search(RULE.sub("", text)):
            found.append(f"{language}: {text!r} ({source})")
    return found


def foreign_in(game):
    """Words in the wrong letters."""
    found = []
    for (language, text), source in game.said.items():
        words = set(LATIN.findall(MARK.sub("", RULE.sub("", text)))) - MEANT
        if language is not Language.ENGLISH and words:
            found.append(f"{language}: {text!r} ({source})")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_nothing_raw_and_nothing_foreign_in_games_with_the_shipped_cards(seed):
    chance = random.Random(seed)  # noqa: S311 (no secret)
    game = heard(shipped(chance), seed, chance.choice((0.0, 0.4)))
    assert len(game.said) > 300
    assert raw_in(game) == []
    assert foreign_in(game) == []


@pytest.mark.parametrize("seed", range(4))
def test_nothing_raw_in_games_with_cards_that_do_whatever_a_card_can_do(seed):
    chance = random.Random(100 + seed)  # noqa: S311 (no secret)
    game = heard(called_plainly(any_setup(chance)), seed, chance.choice((0.0, 0.4)))
    assert raw_in(game) == []


UNREAD = (
    *(
        "id",
        "kind",
        "key",
        "step",
        "shape",
        "thing",
        "value",
        "field",
        "fixed",
        "face",
        "icon",
        "cost_icon",
        "mat",
        "seat",
    ),
    *("marks", "card", "find", "seed_hash", "picture", "piece", "closes", "look", "known", "beside"),
    *("viewer", "active", "acting", "waiting_for", "shapes"),
)
"""Parts of a page that no person reads: names of things for the page itself, and the picture."""


def words_in(value, name=""):
    """All words for people in what a page shows."""
    if name in UNREAD or isinstance(value, Enum):
        return
    if isinstance(value, str):
        if value and not value.startswith("<svg"):
            yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from words_in(each, str(key))
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from words_in(each, name)
    elif hasattr(value, "__dataclass_fields__"):
        for field in value.__dataclass_fields__:
            yield from words_in(getattr(value, field), field)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_raw_and_nothing_foreign_on_the_pages_of_phones_and_tablet(tmp_path, clock, seed):
    chance = random.Random(seed)  # noqa: S311 (no secret)
    setup = replace(shipped(chance), seed_hash=commitment(SEED))
    with closing(Record.create(tmp_path / "game.signum", GAMES["signum"], setup, lambda: NOW, seed=SEED)) as record:
        match = Match(record, clock, pause_s=0.0)
        game, gateway, found = played(match, clock, seed), CommandGateway(match, Ruler(), clock), set()
        tablet = TabletController(gateway, lambda: None, tmp_path / "game.signum")
        for step in range(100):
            if not game.step():
                break
            if step % 10:
                continue
            for language in COMPLETE:
                play = tablet.play(language)
                shown = [play.seats, play.log, play.cards, play.results, play.ending, play.asked]
                shown += [
                    shown_to(match, Reading(each, language), nothing_lies) for each in (*match.players, SPECTATOR)
                ]
                found |= {(language, text) for text in words_in(shown)}
        told = Reader(setup, chance).begin()
        for language, text in found:
            told.hears(language, "page", text)
        assert len(found) > 500
        assert raw_in(told) == []
        assert foreign_in(told) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_no_text_has_a_key_in_it(language):
    for key, text in TEXTS.all(language).items():
        for each in text.values() if isinstance(text, Mapping) else (text,):
            bare = re.sub(r"\{[^}]*\}|https?://\S+", "", each)
            assert not re.search(r"[a-z]_[a-z]", bare), (key, each)
