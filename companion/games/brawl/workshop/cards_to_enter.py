"""Cards of the printed game that players supply: what is known of each, and what a pack does not have yet (B-CH-32)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.cards.pack import CARDS, DRAFTS
from companion.games.brawl.model.cards import StatedCard
from companion.games.brawl.model.constants import ACTION_CARDS, CHALLENGES
from companion.games.brawl.model.kinds import Deed
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.workshop import fresh
from companion.games.kit.card_parts import cards_of
from companion.games.workshop import Bench, CardOption, Raw
from companion.texts import Language, translated

_SAME = ("move", "bonuses", "before", "effects", "after")
"""Fields that a stated action card shares with a whole one."""


def cards_to_enter(pack: Raw, language: Language) -> Iterator[CardOption]:
    """What a pack does not have yet, also not half entered, in the order in which it is best entered.

    Args:
        pack: As its file writes it.
        language: The reader's.
    """
    whole = cards_of(Bench({}, pack))[:-1]
    drafts = cards_of(Bench({}, {CARDS: pack.get(DRAFTS, ())}))[:-1]
    mine, keys = (*whole, *drafts), {str(each.get("key")) for each in whole}
    begun = {str(each.get("key")) for each in drafts}
    if not any(each.get("kind") == "arena" for each in mine):
        names = {each.value: say(each, "workshop.box_arena") for each in Language}
        yield CardOption(
            {**fresh.card("arena"), "names": names},
            say(language, "workshop.box_arena"),
            say(language, "setup.needs.b_data_01"),
        )
    left = CHALLENGES - sum(each.get("kind") == "challenge" for each in mine)
    if left > 0:
        yield CardOption({"kind": "challenge"}, say(language, "workshop.box_challenge"), _left(language, left))
    for champion in _stated("champion"):
        name = translated(champion.names, language)
        if _plain(champion) not in keys | begun:
            yield CardOption(champion_as_known(champion), name, _unknown(champion, language))
        elif _plain(champion) in keys:
            yield from _actions(champion, name, mine, language)


def _actions(champion: StatedCard, name: str, mine: tuple[Raw, ...], language: Language) -> Iterator[CardOption]:
    """The action cards of a champion that the pack does not have: those that are stated, then all others at once."""
    own = [each for each in mine if each.get("kind") == "action" and each.get("champion") == _plain(champion)]
    have = {str(each.get("key")) for each in own}
    left = ACTION_CARDS - len(own)
    named = [each for each in _stated("action") if each.champion == champion.key and _plain(each) not in have]
    for each in named[: max(left, 0)]:
        title = f"{name}: {translated(each.names, language)}"
        yield CardOption(action_as_known(each), title, _unknown(each, language))
    if (rest := left - len(named)) > 0:
        card = {"kind": "action", "champion": _plain(champion)}
        yield CardOption(card, say(language, "workshop.box_action", champion=name), _left(language, rest))


def champion_as_known(card: StatedCard) -> dict[str, Any]:
    """What is stated of a champion, as a pack writes it; both sides of its card are still to be entered."""
    known = {"key": _plain(card), "kind": "champion", "names": card.names, "titles": card.titles, "code": card.code}
    return {name: value for name, value in known.items() if value} | {"front": {}, "back": {}}


def action_as_known(card: StatedCard) -> dict[str, Any]:
    """What is stated of an action card, as a pack writes it."""
    made: dict[str, Any] = {"key": _plain(card), "kind": "action", "names": card.names}
    made |= {"champion": card.champion.partition("/")[2], "number": card.number, "deed": str(card.deed)}
    for name in _SAME:
        if (value := getattr(card, name)) not in (None, ()):
            made[name] = _lists(msgspec.to_builtins(value))
    target: dict[str, Any] = {} if card.aim is None else {"aim": str(card.aim)}
    if card.reach is not None:
        target |= {"least": card.reach[0], "most": card.reach[1]}
    if target:
        made["target"] = target
    return made


def _stated(of: str) -> list[StatedCard]:
    return [each for each in LIBRARY.cards.values() if isinstance(each, StatedCard) and each.of == of]


def _plain(card: StatedCard) -> str:
    return card.key.partition("/")[2]


def _unknown(card: StatedCard, language: Language) -> str:
    """What of a card no source states, as a note."""
    if card.of == "champion":
        return say(language, "workshop.box_sides")
    if card.deed is Deed.REACTION:
        return say(language, "workshop.box_reaction")
    return say(language, "workshop.box_known")


def _left(language: Language, count: int) -> str:
    return say(language, "workshop.box_left", count=count)


def _lists(value: Any) -> Any:  # noqa: ANN401 (plain data)
    """Plain data with lists in place of tuples, as a file has them."""
    if isinstance(value, Mapping):
        return {name: _lists(each) for name, each in value.items()}
    return [_lists(each) for each in value] if isinstance(value, list | tuple) else value
