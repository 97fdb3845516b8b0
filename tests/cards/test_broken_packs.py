"""Every mistake in a pack is told with its file, card and line, in a sentence that says what would be right."""

import pytest

from companion.cards import FileError, PackError
from companion.cards.shape import MAX_MISTAKES
from companion.games.signum.shelf.library import LIBRARY
from companion.texts import Language

HEAD = """schema = 1
id = "broken"
names = { en = "Broken", ru = "Сломано", uk = "Зламано" }
[factions]
town = { en = "Town", ru = "Город", uk = "Місто" }
[races]
human = { en = "human", ru = "человек", uk = "людина" }
"""
NAMES = 'names = { en = "One", ru = "Один", uk = "Один" }'
FIRST = HEAD.count("\n") + 1
"""Line on which a card begins."""


def card(*lines, key="one", kind="character", names=NAMES):
    """A card whose own lines begin three lines below `[[card]]`."""
    return "\n".join(("[[card]]", f'key = "{key}"', f'kind = "{kind}"', names, *lines)) + "\n"


def spell(*lines):
    """A spell whose own lines begin five lines below `[[card]]`."""
    return card('faction = "town"', "cost = {}", *lines, kind="spell")


def hired(*lines):
    """A character that is right, and what is added to it."""
    return card('faction = "town"', "cost = {}", *lines)


def faults_of(tmp_path, text):
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as refusal:
        LIBRARY.load_pack(file)
    assert {each.file for each in refusal.value.faults} == {str(file)}
    return refusal.value.faults


TABLE = {
    # What stands nowhere in a schema.
    "unknown key": (hired("strenght = 2"), 6, "unknown key 'strenght'; did you mean 'strength'?"),
    "wrong type": (hired('strength = "2"'), 6, "'strength' must be a whole number, not '2'"),
    "true is no number": (hired("health = true"), 6, "'health' must be a whole number, not True"),
    "wrong word": (hired('movement = "XXL"'), 6, "'movement' cannot be 'XXL'; did you mean 'XL'?"),
    "list for a table": (hired("slots = []"), 6, "'slots' must be a table { … }, not a list"),
    "text for a list": (hired('abilities = "agile"'), 6, "'abilities' must be a list [ … ], not 'agile'"),
    "no such kind": (card(kind="dragon"), 2, "'kind' cannot be 'dragon'; there is building, character, hero"),
    "bad key": (card('faction = "town"', "cost = {}", key="One!"), 1, "a key is made of small letters, digits and _"),
    "same key twice": (hired() + hired(), 7, "there is a card 'one' already; every key stands once"),
    # Texts.
    "name missing in Ukrainian": (
        card('faction = "town"', "cost = {}", names='names = { en = "One", ru = "Один" }'),
        3,
        "'names' lacks the text in 'uk'; every text stands in en, ru, uk",
    ),
    "empty name": (
        card('faction = "town"', "cost = {}", names='names = { en = " ", ru = "Один", uk = "Один" }'),
        3,
        "'names' lacks the text in 'en'",
    ),
    "unknown language": (
        hired('flavour = { en = "a", ru = "б", uk = "в", ua = "г" }'),
        6,
        f"unknown language 'ua'; there is {', '.join(Language)}",
    ),
    # What belongs to the kind (S-CARD-03, S-CARD-04).
    "spell with strength": (
        spell('text = { en = "a", ru = "б", uk = "в" }', "strength = 1"),
        7,
        "a card of kind 'spell' has no 'strength'",
    ),
    "hero without slots": (card('faction = "town"', kind="hero"), 0, "'slots' is missing: the relics it carries"),
    "hero with no slot": (
        card('faction = "town"', "slots = { armour = 0 }", kind="hero"),
        5,
        "a hero has 1 or more slots of a type, not 0",
    ),
    "relic without type": (card('faction = "town"', "cost = {}", kind="relic"), 0, "'relic_type' is missing"),
    "terrain without template": (card("cost = {}", kind="terrain"), 0, "'template' is missing: the outline in mm"),
    "template that crosses itself": (
        card("cost = {}", "template = [[0, 0], [50, 50], [50, 0], [0, 50]]", kind="terrain"),
        5,
        "the outline crosses itself; give its corners in order around it",
    ),
    "template of two corners": (
        card("cost = {}", "template = [[0, 0], [50, 50]]", kind="terrain"),
        5,
        "an outline has 3 corners or more, not 2",
    ),
    "corner of three numbers": (
        card("cost = {}", "template = [[0, 0], [50, 50],", "[1, 2, 3]]", kind="terrain"),
        6,
        "each of 'template' must have 2 numbers, not 3",
    ),
    "building without type": (card("cost = {}", kind="building"), 0, "'building_type' is missing: which of the nine"),
    "building paid with buildings": (
        card("cost = { any = 1 }", 'building_type = "tavern"', kind="building"),
        4,
        "a building is paid in Prosperity alone (S-CARD-66)",
    ),
    "unique basic building": (
        card("cost = {}", 'building_type = "tavern"', "unique = true", kind="building"),
        6,
        "a basic building may be built again and is not unique (S-CARD-57)",
    ),
    "guild that is not unique": (
        card("cost = {}", 'faction = "town"', 'building_type = "guild"', kind="building"),
        6,
        "a building of type 'guild' is unique: write unique = true (S-CARD-57)",
    ),
    "basic terrain that is unique": (
        card("cost = {}", "template = []", "unique = true", kind="terrain"),
        6,
        "terrain open to all may be played any number of times and is not unique (S-TERRAIN-11)",
    ),
    "tactic without trigger": (card('faction = "town"', "cost = {}", kind="tactic"), 0, "a tactic needs a rider"),
    "spell without effect": (card('faction = "town"', "cost = {}", kind="spell"), 0, "a spell needs `effects`"),
    "cost missing": (card('faction = "town"'), 0, "'cost' is missing: what it costs"),
    # Whose it is.
    "no faction": (card("cost = {}"), 0, "'faction' is missing: whose it is"),
    "unknown faction": (card('faction = "twon"', "cost = {}"), 4, "faction 'twon' is declared nowhere; did you mean"),
    "basic character": (card('faction = "basic"', "cost = {}"), 4, "only buildings and terrain are 'basic'"),
    "hired spell": (
        card('faction = "dogs_of_war"', "cost = {}", 'text = { en = "a", ru = "б", uk = "в" }', kind="spell"),
        4,
        "only characters are mercenaries (S-CARD-67)",
    ),
    "unknown race": (hired('race = "elf"'), 6, "race 'elf' is declared nowhere; there is human"),
    "unknown class": (hired('card_class = "order_of_soup"'), 6, "no Guild or Order is called 'order_of_soup'"),
    "unknown hero": (hired('bound_to = "nobody"'), 6, "no hero is called 'nobody'"),
    # Costs.
    "no such building": (
        card('faction = "town"', 'cost = { buildings = ["tavern", "tavren"] }'),
        5,
        "no building is called 'tavren'; did you mean 'tavern'?",
    ),
    "cost below nothing": (card('faction = "town"', "cost = { any = -1 }"), 5, "'any' must be 0 or more, not -1"),
    "unknown cost that names something": (
        card('faction = "town"', "cost = { any = 1, known = false }"),
        5,
        "a cost that is not known names nothing",
    ),
    "health of nothing": (hired("health = 0"), 6, "'health' must be 1 or more, not 0"),
    # Abilities.
    "unknown ability": (
        hired('abilities = [{ name = "bersek", x = 1 }]'),
        6,
        "unknown ability 'bersek'; did you mean 'berserk'? An ability of the card's own needs `names`.",
    ),
    "ability without number": (hired("[[card.abilities]]", 'name = "shot"'), 6, "'shot' needs its number: x = 2, say"),
    "ability with a needless number": (
        hired("[[card.abilities]]", 'name = "agile"', "x = 1"),
        8,
        "'agile' takes no number",
    ),
    "number below 1": (hired('abilities = [{ name = "shot", x = 0 }]'), 6, "the number of 'shot' must be 1 or more"),
    "aura without ruler": (
        hired('abilities = [{ name = "aura", text = [{ type = "change", of = "strength", by = 1 }] }]'),
        6,
        "'aura' needs its ruler",
    ),
    "ability without text": (hired('abilities = [{ name = "charge" }]'), 6, "'charge' needs its text"),
    "ability with a needless text": (
        hired('abilities = [{ name = "agile", text = [{ type = "draw", count = 1 }] }]'),
        6,
        "'agile' takes no text",
    ),
    "plus without number": (hired('abilities = [{ name = "agile", plus = true }]'), 6, "there is no number"),
    "engine without action": (
        hired('abilities = [{ name = "steam_engine", results = { axe = [] } }]'),
        6,
        "'steam_engine' needs in `about` the action that heats it; there is concentration",
    ),
    "engine with an unknown face": (
        hired('abilities = [{ name = "steam_engine", about = "melee", results = { sword = [] } }]'),
        6,
        "unknown face 'sword'; there is axe, bullseye, shield",
    ),
    "shield from nothing": (hired('abilities = [{ name = "shield_from" }]'), 6, "needs in `about` what it protects"),
    "surcharge without cost": (
        hired('abilities = [{ name = "surcharge", text = [{ type = "draw", count = 1 }] }]'),
        6,
        "'surcharge' needs what is paid besides: cost = { … }",
    ),
    "durability on a character": (
        hired('abilities = [{ name = "durability", x = 1 }]'),
        6,
        "'durability' stands on cards of kind 'relic' only",
    ),
    # Effects.
    "unknown effect": (
        spell('effects = [{ type = "smite" }]'),
        6,
        "unknown effect 'smite'; there is again, armour, ",
    ),
    "effect without type": (
        spell("effects = [{ amount = 2 }]"),
        6,
        "'type' is missing: the word that says which effect this is",
    ),
    "effect lacking a value": (
        spell("[[card.effects]]", 'type = "harm"'),
        6,
        "'amount' is missing",
    ),
    "harm of nothing": (
        spell('effects = [{ type = "harm", amount = 0 }]'),
        6,
        "'amount' must be 1 or more, not 0",
    ),
    "change of nothing": (
        spell('effects = [{ type = "change", of = "health", to = {} }]'),
        6,
        "a change needs `by`: how much health it adds or takes",
    ),
    "ruler of strength": (
        spell('effects = [{ type = "change", of = "strength", ruler = "S", to = {} }]'),
        6,
        "a ruler adds to movement, not to strength",
    ),
    "cancel without a trigger": (
        spell('effects = [{ type = "cancel" }]'),
        6,
        "elsewhere there is nothing to cancel",
    ),
    "target without a trigger": (
        spell('effects = [{ type = "heal", to = { who = "target" } }]'),
        6,
        "'target' is what set an effect off; here nothing has",
    ),
    "mistake within a choice": (
        spell(
            "[[card.effects]]",
            'type = "choice"',
            "options = [",
            '[{ type = "draw", count = 1 }],',
            '[{ type = "lose", ability = "agil" }]]',
        ),
        10,
        "unknown ability 'agil'; did you mean 'agile'?",
    ),
    "choice of one": (
        spell('effects = [{ type = "choice", options = [[]] }]'),
        6,
        "a choice has two options or more",
    ),
    "face that no die has": (
        spell('effects = [{ type = "roll", faces = { six = [] } }]'),
        6,
        "unknown face 'six'; there is axe, bullseye, shield",
    ),
    "given ability without number": (
        spell('effects = [{ type = "gain", ability = { name = "shot" }, to = {} }]'),
        6,
        "'shot' needs its number",
    ),
    "cancel where nothing can be cancelled": (
        hired('riders = [{ trigger = { on = "turn.begin" }, effects = [{ type = "cancel" }] }]'),
        6,
        "after 'turn.begin' there is nothing to cancel",
    ),
    "prevention too late": (
        hired('riders = [{ trigger = { on = "damage.dealt" }, effects = [{ type = "prevent" }] }]'),
        6,
        "elsewhere no harm is on its way",
    ),
    "a spell that means itself": (
        spell('effects = [{ type = "heal", amount = 1, to = { who = "self" } }]'),
        6,
        "'self' is the creature that has the effect, and here none has it",
    ),
    "chosen before anybody was": (
        spell('effects = [{ type = "heal", amount = 1, to = { who = "chosen" } }]'),
        6,
        "here there is none before",
    ),
    "strength between nothing": (
        spell('effects = [{ type = "heal", amount = 1, to = { strength = { least = 3, most = 1 } } }]'),
        6,
        "no creature has a number between these",
    ),
    "amount of nobody": (
        spell('effects = [{ type = "draw", count = { count = "wounds" } }]'),
        6,
        "'wounds' needs `of`: whose",
    ),
    "ability that nobody can use": (
        hired(
            "[[card.abilities]]",
            'name = "song"',
            'names = { en = "a", ru = "б", uk = "в" }',
            'text = [{ type = "draw", count = 1 }]',
        ),
        9,
        "nobody can use this",
    ),
    "bonus that lasts and holds": (
        hired('riders = [{ effects = [{ type = "change", of = "health", by = 1, until = "end_of_turn" }] }]'),
        6,
        "this holds as long as its card or ability does",
    ),
    "howl beyond its ruler": (
        hired('abilities = [{ name = "howl", ruler = "M", text = [{ type = "heal", to = { who = "own" } }] }]'),
        6,
        'a Howl reaches as far as its ruler: write within = "M" (S-AB-32)',
    ),
    "unknown moment": (
        hired("[[card.riders]]", 'trigger = { on = "melee.begin" }', 'effects = [{ type = "draw", count = 1 }]'),
        7,
        "nothing is announced as 'melee.begin'",
    ),
    "rider that does nothing": (
        hired("[[card.riders]]", 'condition = { building = "tavern" }'),
        6,
        "a rider needs its",
    ),
    "condition on a building nowhere": (
        hired(
            "[[card.riders]]",
            'condition = { building = "spa" }',
            'effects = [{ type = "change", of = "strength", by = 1 }]',
        ),
        7,
        "no building is called 'spa'",
    ),
    # What never happens (S-CARD-34, S-DMG-15, S-AB-04).
    "a relic that strikes at once": (
        card(
            'faction = "town"',
            "cost = {}",
            'relic_type = "helmet"',
            'effects = [{ type = "harm", amount = 1 }]',
            kind="relic",
        ),
        7,
        "'harm' never happens here",
    ),
    "a rider that waits for nothing": (
        hired('riders = [{ effects = [{ type = "draw", count = 1 }] }]'),
        6,
        "'draw' never happens here: what holds is `change`, `gain`, `lose`, `forbid`, `reroll`, `price`; all else",
    ),
    "an aura that heals": (
        hired('abilities = [{ name = "aura", ruler = "S", text = [{ type = "heal", amount = 1 }] }]'),
        6,
        "'heal' never happens here",
    ),
    "armour by an aura": (
        hired(
            'abilities = [{ name = "aura", ruler = "S", text = '
            '[{ type = "gain", ability = { name = "armour", x = 1 } }] }]'
        ),
        6,
        "armour is kept as tokens (S-DMG-15)",
    ),
    "a spell measured from nobody": (
        spell('effects = [{ type = "harm", amount = 1, to = { within = "S" } }]'),
        6,
        "'within' is measured from the creature that has the effect, and here none has it",
    ),
    "a building that sees": (
        card(
            "cost = {}",
            'building_type = "tavern"',
            'effects = [{ type = "heal", to = { sight = true } }]',
            kind="building",
        ),
        6,
        "'sight' is measured from the creature that has the effect, and here none has it",
    ),
    "reminder in two languages": (
        hired("[[card.riders]]", 'effects = [{ type = "remind", text = { en = "a", ru = "б" } }]'),
        7,
        "'text' lacks the text in 'uk'",
    ),
}


@pytest.mark.parametrize("what", TABLE)
def test_a_mistake_is_told_with_card_and_line(tmp_path, what):
    text, line, sentence = TABLE[what]
    told = [each for each in faults_of(tmp_path, HEAD + text) if sentence in each.sentence]
    assert [each.line for each in told] == [FIRST + line]
    assert told[0].card in ("one", "One!")


@pytest.mark.parametrize("what", TABLE)
def test_nothing_else_is_told_of_a_card_with_one_mistake(tmp_path, what):
    text, *_ = TABLE[what]
    assert len(faults_of(tmp_path, HEAD + text)) == 1


def test_all_mistakes_of_all_cards_are_told_in_order(tmp_path):
    text = HEAD + card('faction = "elves"', "strength = -1", "cost = {}") + hired("wings = 2", 'movement = "Q"')
    told = faults_of(tmp_path, text)
    assert [each.line - FIRST for each in told] == [4, 5, 13, 14]


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("schema = 1\nid = \n", 2, "is not TOML: Invalid value"),
        ('schema = 2\nid = "a"\nnames = { en = "a", ru = "а", uk = "а" }', 1, "reads packs of schema 1, not 2"),
        ('schema = 1\nid = "A b"\nnames = { en = "a", ru = "а", uk = "а" }', 2, "an id is made of small letters"),
        ('schema = 1\nid = "a"\n', 0, "'names' is missing"),
        ('schema = 1\nid = "a"\nnames = { en = "a", ru = "а", uk = "а" }\ncards = 3', 4, "did you mean 'card'?"),
        (HEAD.replace("town =", "basic ="), 5, "'basic' cannot be declared"),
        (HEAD.replace(', uk = "Місто"', ""), 5, "'town' lacks the text in 'uk'"),
        ("x = '\n", 1, "is not TOML"),
        ('"""', 1, "is not TOML"),
    ],
)
def test_mistakes_outside_cards_are_told(tmp_path, text, line, sentence):
    told = [each for each in faults_of(tmp_path, text) if sentence in each.sentence]
    assert [each.line for each in told] == [line]


def test_what_is_no_text_is_refused(tmp_path):
    file = tmp_path / "latin.toml"
    file.write_bytes(b"schema = 1\nid = '\xe9'\n")
    with pytest.raises(PackError) as refusal:
        LIBRARY.load_pack(file)
    assert str(refusal.value) == f"{file}:2: is not UTF-8 text; save it as UTF-8"
    with pytest.raises(FileError, match="cannot be read: No such file"):
        LIBRARY.load_pack(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("number", ["1000", "-1000", "9999999999", "9" * 18])
def test_no_number_on_a_card_is_larger_than_any_that_was_printed(tmp_path, number):
    told = faults_of(tmp_path, HEAD + hired(f"strength = {number}"))
    assert any(f"'strength' must be a number up to 999, not {number}" in each.sentence for each in told)


def test_of_countless_mistakes_some_are_told(tmp_path):
    many = "".join(f"wrong_{number} = 1\n" for number in range(9000))
    assert len(faults_of(tmp_path, HEAD + card(many))) == MAX_MISTAKES


def test_a_long_wrong_value_is_shown_in_part(tmp_path):
    told = faults_of(tmp_path, HEAD + hired(f'strength = "{"a" * 9000}"'))
    assert any("'strength' must be a whole number, not 'aaa" in each.sentence for each in told)
    assert all(len(each.sentence) < 200 for each in told)
