"""What a table tells of a game: whole, in order, chained, and nothing that spectators may not know."""

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.league.wire.bodies import Shown
from companion.league.wire.feed import Feed
from companion.league.wire.keys import Key
from companion.league.wire.messages import FeedError, body_of, checked, decoded, encoded
from companion.league.wire.outbox import Outbox
from companion.texts import Language
from tests.league.told_table import KEY, NOON, ToldTable

COMMANDS = 60


@pytest.fixture(scope="module", params=["signum", "brawl", "warseer"])
def played(request, tmp_path_factory):
    table = ToldTable(request.param, tmp_path_factory.mktemp(request.param))
    table.play(COMMANDS)
    return table


def shown(messages):
    return [body_of(each) for each in messages if each.kind == "shown"]


def test_all_that_spectators_saw_was_told_and_nothing_else(played):
    record, told = played.record, []
    state = record.game.new(record.setup)
    for number in played.match.shown_numbers:
        public = record.game.public_event(state, record.event(number), SPECTATOR)
        told += [] if public is None else [msgspec.json.encode(public)]
        state = record.evolved(state, number)

    assert [bytes(event) for body in shown(played.outbox.messages) for event in body.events] == told
    assert told


def test_the_scenes_add_up_to_the_page_of_the_spectators(played):
    page = {}
    for body in shown(played.outbox.messages):
        page |= body.scene.get("en", {})
    page = {name: html for name, html in page.items() if html}

    assert page == {name: html for name, html in played.scene(Language.ENGLISH).items() if html}


def test_no_hidden_card_is_on_the_wire(played):
    assert played.hidden
    assert played.leaked == []


def test_messages_come_through_the_wire_and_are_checked(played):
    through = [decoded(encoded(each)) for each in played.outbox.messages]

    assert list(checked(through, KEY.public)) == played.outbox.messages
    assert list(checked([*through[:3], *through[:3], *through[3:]], KEY.public)) == played.outbox.messages


def test_each_message_commits_to_the_record_as_it_was(played):
    hashes = [entry.hash for entry in played.record.entries()]
    at = [
        next(n for n, each in enumerate(hashes) if played.outbox.commits_to(message, each))
        for message in played.outbox.messages
    ]

    assert at == sorted(at)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (lambda all_: [*all_[:2], *all_[3:]], "missing"),
        (lambda all_: [*all_[:2], msgspec.structs.replace(all_[2], at="later"), *all_[3:]], "its hash is wrong"),
        (lambda all_: [*all_[:2], msgspec.structs.replace(all_[2], at="later").sealed(Key.new())], "the table's key"),
        (lambda all_: [*all_[:2], msgspec.structs.replace(all_[2], before="00").sealed(KEY)], "does not follow"),
        (lambda all_: [*all_[:3], msgspec.structs.replace(all_[2], at="later").sealed(KEY)], "they differ"),
        (lambda all_: [*all_[:3], msgspec.structs.replace(all_[3], game="other").sealed(KEY)], "among those of"),
    ],
)
def test_what_was_changed_or_cut_is_named(played, fault, says):
    with pytest.raises(FeedError, match=says):
        list(checked(fault(played.outbox.messages), KEY.public))


def test_an_undo_is_told_by_what_still_counts(tmp_path):
    table = ToldTable("signum", tmp_path)
    table.play(12)
    before = table.outbox.told
    to = table.record.boundaries[-3]
    table.match.undo(to, "A")
    table.feed.tell()
    last = body_of(table.outbox.messages[-1])

    assert isinstance(last, Shown)
    assert last.kept + len(last.events) < before
    table.play(5)
    assert sum(len(body.events) for body in shown(table.outbox.messages)[:1]) >= 0
    kept = []
    for body in shown(table.outbox.messages):
        kept = [*kept[: body.kept], *body.events]
    record, told, state = table.record, [], table.game.new(table.record.setup)
    for number in table.match.shown_numbers:
        public = record.game.public_event(state, record.event(number), SPECTATOR)
        told += [] if public is None else [msgspec.json.encode(public)]
        state = record.evolved(state, number)
    assert [bytes(each) for each in kept] == told


def test_a_table_that_starts_again_goes_on_with_the_same_chain(tmp_path):
    table = ToldTable("signum", tmp_path)
    table.play(8)
    table.outbox.close()
    with (tmp_path / "game.feed").open("ab") as file:
        file.write(b'{"message": {"half a li')  # the power went
    again = Outbox(tmp_path / "game.feed", KEY, lambda: NOON)
    assert again.messages == table.outbox.messages
    assert again.game == table.outbox.game
    feed = Feed(table.match, again, table.scene, (Language.ENGLISH,))
    feed.tell()

    assert len(list(checked(again.messages, KEY.public))) == len(again.messages) > len(table.outbox.messages)
