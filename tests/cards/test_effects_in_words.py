"""Every card can be read: each construct of the vocabulary has words, in three languages, and they say what it does."""

from typing import get_args

import msgspec
import pytest

from companion.cards import all_cards, all_names
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.creature.term_values import FIXED
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import (
    Ability,
    CancelEffect,
    ChoiceEffect,
    Effect,
    GainEffect,
    IfEffect,
    PayEffect,
    ReadyEffect,
    RepeatEffect,
    Rider,
    RollEffect,
    Trigger,
)
from companion.games.signum.model.effects.on_creatures import (
    ArmourEffect,
    ChangeEffect,
    HarmEffect,
    HealEffect,
    PushEffect,
    RerollEffect,
    TokenEffect,
)
from companion.games.signum.model.effects.on_players import (
    DestroyEffect,
    DiscardEffect,
    LookEffect,
    ProsperEffect,
    ReturnEffect,
)
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.terms import Selector, Until
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.parameters import NUMBER, SHIELDED
from companion.games.signum.shelf.wording.cards import CardWords
from companion.games.signum.shelf.wording.whom import EffectSetting
from companion.texts import COMPLETE, Language
from tests.cards.made_up import instance, seeded
from tests.plain_spaces import spaced
from tests.referee.match.test_match import skirmish

pytestmark = pytest.mark.slow

PACKS = LIBRARY.packs.values()
CARDS = all_cards(PACKS)
NAMES = all_names(PACKS)
RUSSIAN, UKRAINIAN, ENGLISH = Language.RUSSIAN, Language.UKRAINIAN, Language.ENGLISH


def words(language=ENGLISH, bonus_on=""):
    return CardWords(language, CARDS, NAMES, bonus_on)


def said(effect, language=ENGLISH, **setting):
    return spaced(words(language).effects((effect,), EffectSetting(**setting)))


def is_plain(line):
    """Whether a line has nothing in it that only programs read."""
    return (
        line
        and "{" not in line
        and "_" not in line
        and "None" not in line
        and "  " not in line
        and not line.startswith(("–", ":", ";", ","))
        and not line.endswith(("–", ":", ";", ","))
    )


SETTINGS = (
    EffectSetting(),
    EffectSetting("hero", holds=True),
    EffectSetting(hook="melee.declare"),
    EffectSetting(hook="card.play"),
)


@pytest.mark.parametrize("effect", get_args(Effect), ids=lambda each: each.__name__)
def test_every_effect_has_words_with_any_of_its_fields(effect):
    for seed in range(60):
        chance = seeded(seed)
        written, setting = instance(effect, chance), chance.choice(SETTINGS)
        for language in Language:
            line = words(language).effects((written,), setting)
            assert is_plain(line), f"{written}: {line}"


def test_every_field_of_every_effect_is_read():
    """Two effects that differ in anything that the rules look at have different words."""
    compared = 0
    for effect in set(get_args(Effect)) - {ChoiceEffect, RollEffect, IfEffect, RepeatEffect, PayEffect}:
        for seed in range(60):
            one, other = instance(effect, seeded(seed)), instance(effect, seeded(seed + 500))
            for field in {*one.__struct_fields__} - {"ability"}:
                both = one, msgspec.structs.replace(one, **{field: getattr(other, field)})
                if _bare(both[0]) != _bare(both[1]):
                    compared += 1
                    assert said(both[0], hook="card.play") != said(both[1], hook="card.play"), both
    assert compared > 500


def _bare(effect):
    """What the rules look at."""
    left = msgspec.structs.asdict(effect) | LEFT_OUT.get(type(effect), lambda _: {})(effect)
    if not isinstance(effect, ReturnEffect) and isinstance(left.get("to"), Selector):
        left["to"] = _reached(effect)
    return left


def _of_change(effect):
    ruler = effect.ruler if effect.of == "movement" else None
    made = effect.becomes is not None
    return {"ruler": None if made else ruler, "by": 0 if made or ruler else effect.by}


def _of_steal(effect):
    amount = effect.amount
    return {"who": "enemy", "amount": abs(amount) if isinstance(amount, int) else amount} if effect.steal else {}


LEFT_OUT = {
    ChangeEffect: _of_change,
    ProsperEffect: _of_steal,
    RerollEffect: lambda effect: {"dice": 1} if effect.forced else {},
    DiscardEffect: lambda effect: {"at_random": False} if effect.source == "deck" else {},
    LookEffect: lambda effect: {"count": 1} if effect.at != "deck" else {},
    TokenEffect: lambda effect: {"by": effect.by > 0} if effect.of == "stealth" and isinstance(effect.by, int) else {},
    ReadyEffect: lambda effect: {"count": 1} if effect.what == "creature" and effect.to.who in FIXED else {},
    ReturnEffect: lambda effect: {"count": 1, "kinds": ()} if effect.source == "target" else {},
}
"""What the rules do not look at where something else is so."""


def _reached(effect):
    selector = effect.to
    if isinstance(effect, ReadyEffect):
        selector = msgspec.structs.replace(selector, count=effect.count, up_to=False)
    if (isinstance(effect, ReadyEffect) and effect.what == "building") or selector.who in FIXED:
        return selector.who if not isinstance(effect, ReadyEffect) or effect.what == "creature" else ""
    return msgspec.structs.replace(selector, up_to=selector.up_to and selector.count > 0)


@pytest.mark.parametrize("kind", Kind)
def test_every_card_that_can_be_written_can_be_read(kind):
    for seed in range(40):
        card = instance(Card, seeded(seed), kind=kind)
        for language in Language:
            reader = words(language)
            assert is_plain(reader.kind(card))
            assert is_plain(reader.cost(card.cost))
            for line in reader.lines(card):
                assert is_plain(line), line


def test_every_moment_and_everybody_concerned_has_words():
    for seed in range(300):
        chance = seeded(seed)
        trigger, selector = instance(Trigger, chance), instance(Selector, chance)
        for language in Language:
            assert is_plain(words(language).when(trigger))
            concerned = words(language).whom(
                selector, EffectSetting(hook=trigger.on, of_creature=chance.random() < 0.5)
            )
            assert is_plain(concerned)


@pytest.mark.parametrize("language", Language)
def test_every_moment_has_its_own_words(language):
    found = [words(language).when(Trigger(on=hook, whose=whose)) for hook in HOOKS for whose in ("own", "enemy", "any")]
    assert len(set(found)) == len(found)
    # Only moments without a creature leave it open who set something off.
    open_ones = {
        hook
        for hook in HOOKS
        if f"effects.doer.{hook}" not in TEXTS.all(language) and "card" not in hook and "turn" not in hook
    }
    assert open_ones == set()


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("about", SHIELDED)
def test_everything_that_shields_protect_from_has_words(about, language):
    line = words(language).ability(Ability("shield_from", about=about), EffectSetting())
    assert is_plain(line)
    assert len(line) > len(CATALOGUE["shield_from"].names[language.value])


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", CARDS)
def test_every_shipped_card_reads_in_few_words(key, language):
    card, reader = CARDS[key], words(language)
    lines = reader.lines(card)
    reminded = "\n".join((*card.text.values(), *_reminders(card)))

    assert is_plain(reader.kind(card))
    for line in lines:
        assert is_plain(line)
        assert len(line) <= 160 or any(part in line for part in reminded.split("\n") if part), line
    if card.effects or card.riders or card.text or card.abilities:
        assert lines


def _reminders(card):
    for rider in card.riders:
        for effect in rider.effects:
            yield from getattr(effect, "text", {}).values()


def test_cards_say_what_they_do():
    def lines(key, language=ENGLISH):
        return tuple(map(spaced, words(language).lines(CARDS[f"skirmish/{key}"])))

    assert lines("poultice") == ("Own creature with wounds – 2 wounds healed",)
    assert lines("hot_coals", RUSSIAN) == ("Вражеский персонаж – урон 2",)
    assert lines("fog_rolls_in", UKRAINIAN) == ("Усі свої істоти – Важка ціль до початку наступного власного ходу",)
    assert lines("demolition") == ("Choose: destroy opponent's relic or destroy any terrain",)
    assert lines("city_hall", RUSSIAN) == ("Повернуть: Процветание +1",)
    assert lines("riveted_coat") == ("Durability 3", "Shield from enemy spells")
    assert lines("silent_yara") == ("Magical Strike 2, Dexterous", "Surcharge (any 1 building): Rush")
    assert lines("scald") == ("When an opponent has summoned a character: the summoned character – 1 damage",)
    assert lines("wrong_ferry", UKRAINIAN) == (
        "Перед прикликанням персонажа суперником: скасування; карта повертається на руку власника",
    )
    assert lines("pike_dunmore")[0] == (
        "Steam Engine (melee): [bullseye] this creature – 1 damage; [axe] strength +1 until the end of the turn; "
        "[shield] strength +2 until the end of the turn"
    )


def test_one_card_says_what_another_beside_it_would_not():
    own = Selector(who="own", what="character")
    bonus = ChangeEffect("strength", by=1, to=own)

    # An Aura and a class building reach everybody they name, a spell one of them.
    assert said(bonus) == "own character – strength +1 for the rest of the game"
    assert spaced(words().ability(Ability("aura", ruler="M", text=(bonus,)), EffectSetting())) == (
        "Aura M: all own characters – strength +1"
    )
    assert spaced(words().rider(Rider(effects=(bonus,)), EffectSetting())) == "all own characters – strength +1"
    # What a card chooses twice may be two creatures, what it aims at is one.
    both = (ArmourEffect(1, own), HarmEffect(1, to=own))
    assert spaced(words().effects(both, EffectSetting())) == "own character – 1 armour token; own character – 1 damage"
    aimed = tuple(msgspec.structs.replace(each, to=Selector(who="target")) for each in both)
    assert (
        spaced(words().effects(aimed, EffectSetting(hook="ranged.declare"))) == "the shooter – 1 armour token, 1 damage"
    )


NUANCES = {
    Selector("enemy", count=2, up_to=True, within="M", sight=True): "up to 2 enemy creatures within M in sight",
    Selector("any", "character", count=0, wounded=False): "all characters without wounds",
    Selector("own", "hero", ability="shot"): "own hero with Shot",
    Selector("own", race="fenfolk", faction="dogs_of_war"): "own creature, race “fenfolk”, faction “mercenaries”",
}


@pytest.mark.parametrize("selector", NUANCES)
def test_whom_an_effect_reaches_is_told_exactly(selector):
    assert words().whom(selector, EffectSetting()) == NUANCES[selector]


EFFECTS = [
    (HealEffect(to=Selector("own")), "своё существо – лечение всех ран"),
    (HarmEffect(1, wounds=True, to=Selector("enemy", count=3)), "вражеские существа (3) – 1 рана"),
    (PushEffect("S", Selector("enemy")), "вражеское существо – отталкивание на S"),
    (GainEffect(Ability("shot", x=2), Selector("own"), Until.END_OF_COMBAT), "своё существо – Выстрел 2 до конца боя"),
    (ChangeEffect("movement", by=-20, to=Selector("enemy")), "вражеское существо – движение в мм −20 до конца игры"),
    (DestroyEffect("building", count=2), "уничтожить здания соперника (2)"),
    (ProsperEffect(-2, who="enemy", steal=True), "кража Процветания у соперника: 2"),
    (ReadyEffect("creature", count=2, to=Selector("own")), "свои существа (2) – ещё одна активация в этот ход"),
    (ReturnEffect(2, kinds=(Kind.SPELL, Kind.RELIC)), "с Кладбища на руку 2 карты (заклинание, реликвия)"),
    (CancelEffect(), "отмена"),
]


@pytest.mark.parametrize(("effect", "line"), EFFECTS, ids=[line for _, line in EFFECTS])
def test_effects_read_well_without_cases(effect, line):
    assert said(effect, RUSSIAN) == line


def test_class_bonuses_stand_where_the_edition_prints_them():
    guild, member = CARDS["skirmish/boilerwrights_guild"], CARDS["skirmish/marta_anvil"]

    assert len(words(bonus_on="building").lines(guild)) == 1
    assert len(words(bonus_on="building").lines(member)) == 1
    assert words(bonus_on="card").lines(guild) == ()
    assert len(words(bonus_on="card").lines(member)) == 2


def test_a_card_is_told_by_what_it_is():
    assert words().kind(CARDS["skirmish/marta_anvil"]) == "Character · hillfolk · Boilerwrights' Guild"
    assert words().kind(CARDS["skirmish/toll_house"]) == "Building · once a game"
    assert words(UKRAINIAN).kind(CARDS["skirmish/storm_lantern"]) == "Реліквія · скарб"
    hero = Card(key="x/y", kind=Kind.HERO, names={"en": "Y"}, slots={RelicType.ARMOUR: 2, RelicType.HELMET: 1})
    assert words(RUSSIAN).lines(hero) == ("Носит: доспех\u00a0×2, шлем",)


def test_numbers_stand_in_the_name_where_the_name_has_a_place_for_them():
    assert words(RUSSIAN).ability(Ability("less_from_attacks", x=2), EffectSetting()) == "-2 от атак"
    assert all(str(7) in words().ability(Ability(name, x=7), EffectSetting()) for name in NUMBER)


def test_a_game_names_races_and_prints_bonuses_as_its_edition_does():
    setup = skirmish()
    reader = CardWords.of_game(setup, UKRAINIAN)

    assert reader.kind(setup.cards["skirmish/skirl"]) == "Персонаж · звір · середня підставка"
    assert len(reader.lines(setup.cards["skirmish/marta_anvil"])) == 1
    unnamed = CardWords.of_game(msgspec.structs.replace(setup, names={}), UKRAINIAN)
    assert unnamed.kind(setup.cards["skirmish/skirl"]) == "Персонаж · середня підставка"


def test_faces_stand_in_the_order_of_the_die():
    faces = {"shield": (ArmourEffect(1),), "axe": (), "bullseye": (HealEffect(),)}
    assert said(RollEffect(2, faces)) == (
        "roll 2 dice: [bullseye] any creature – all wounds healed; [shield] any creature – 1 armour token"
    )
