"""What cards of the game say can be written, and what is written happens: one scripted game for each text."""

import pytest

from companion.games.signum.shelf.wording.cards import CardWords
from companion.texts import Language
from tests.cards.language_games import TEXTS, CardText, TextGame, load

WANTED = 205


def test_there_are_texts_enough_and_no_name_stands_twice():
    assert len(TEXTS) >= WANTED
    assert len({each.key for each in TEXTS}) == len(TEXTS)


@pytest.mark.parametrize("text", TEXTS, ids=lambda each: each.key)
def test_a_text_works_as_written(text, tmp_path):
    game = TextGame(text, load(text, tmp_path))
    assert text.then, "a game that shows nothing"
    for line in text.steps:
        game.step(line)
    for line in text.then:
        game.check(line)


@pytest.mark.parametrize("text", TEXTS, ids=lambda each: each.key)
def test_a_text_reads_in_three_languages(text, tmp_path):
    cards = load(text, tmp_path)
    names = {"gull": {"en": "gull", "ru": "чайка", "uk": "чайка"}}
    lines = {}
    for language in Language:
        words = CardWords(language, {each.key: each for each in cards.values()}, names)
        lines[language] = [line for card in cards.values() for line in words.lines(card)]
    for said in lines.values():
        assert said
        for line in said:
            assert not any(part in line for part in ("{", "_", "None", "  ")), line
    assert len({tuple(each) for each in lines.values()}) == len(lines)


def test_options_are_read_in_words_and_found_cards_by_their_finder_alone(tmp_path):
    def offered(key, steps):
        text = next(each for each in TEXTS if each.key == key)
        made = TextGame(text, load(text, tmp_path))
        for line in text.steps[:steps]:
            made.step(line)
        game, prompt = made.field.table.game, made.prompt()
        spec, purpose = prompt.specs[0], str(prompt.about["purpose"])
        words = spec.fields["chosen"].options
        read = [game.speech.choice(made.state, word, spec, purpose, Language.ENGLISH).label for word in words]
        return read, game.view(made.state, "B").prompts

    acts, moves = offered("orders", 1)[0]
    assert acts.endswith("may act once more this turn")
    assert moves.endswith("moved within M")
    found, others = offered("spyglass", 4)
    assert sorted(found) == ["Spyglass", "big", "one"]
    assert others == ()


LEARNED = {
    "look": ({"type": "look", "at": "hand"}, {"A"}),
    "show": ({"type": "look", "at": "hand", "reveal": True}, {"A"}),
    "own hand shown": ({"type": "look", "at": "hand", "who": "own", "reveal": True}, {"B"}),
    "top": ({"type": "look", "at": "deck", "count": 1}, {"A"}),
    "search": ({"type": "search", "top": 2}, {"A"}),
    "search shown": ({"type": "search", "top": 2, "reveal": True}, {"A", "B"}),
    "nothing": ({"type": "prosper", "amount": 1}, set()),
}


@pytest.mark.parametrize("name", LEARNED)
def test_whoever_was_shown_a_card_has_learned_it_and_nobody_else(name, tmp_path):
    effect, who = LEARNED[name]
    text = CardText("one", "", ("One", "Раз", "Раз"), {"kind": "spell", "effects": [effect]})
    made = TextGame(text, load(text, tmp_path))
    for line in ("empty A", "empty B", "put B weak hand", "put A big hand", "deck A weak", "deck B weak"):
        made.step(line)
    table = made.field.table
    before = len(table.events)
    made.step("play one")
    if effect["type"] == "search":
        made.step("choose weak")
    found = set()
    state = made.state
    for event in table.events[before:]:
        if getattr(event, "key", "").startswith("card_"):
            found |= {player for player, _ in table.game.learned(state, event)}
    assert found == who
