"""Cards of the printed game that players supply: what is known of each, and what a pack does not have yet (W-DATA)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.games.kit.card_parts import cards_of
from companion.games.warseer.model.cards import StatedCard, TerrainCard
from companion.games.warseer.own_texts import say
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.workshop import fresh
from companion.games.workshop import Bench, CardOption, Raw
from companion.texts import Language, translated

FEATS = 30
"""Of the deck of a Duel (W-FEAT-05)."""
LISTED = 20
"""General cards of a faction (W-SETUP-03)."""
KIND_OF = {"support": "spell"}
"""As which sort a card begins of which only the name is stated."""


def cards_to_enter(pack: Raw, language: Language) -> Iterator[CardOption]:
    """What a pack does not have yet, in the order in which it is best entered.

    Args:
        pack: As its file writes it.
        language: The reader's.
    """
    mine = cards_of(Bench({}, pack))[:-1]
    keys, kinds = {str(each.get("key")) for each in mine}, [str(each.get("kind")) for each in mine]
    if "dice" not in kinds:
        yield _new("dice", language, say(language, "setup.needs.w_data_01"))
    if "income_track" not in kinds:
        yield _new("income_track", language, say(language, "setup.needs.w_data_03"))
    for terrain in _terrains():
        if _plain(terrain.key) not in keys:
            yield CardOption(
                terrain_as_known(terrain), translated(terrain.names, language), say(language, "workshop.box_roll")
            )
    for stated in _stated():
        if _plain(stated.key) not in keys:
            note = say(language, f"workshop.box_{stated.of}")
            yield CardOption(card_as_known(stated), translated(stated.names, language), note)
    if (left := FEATS - kinds.count("feat")) > 0:
        yield CardOption({"kind": "feat"}, say(language, "cards.kind.feat"), _left(language, left))


def card_as_known(card: StatedCard) -> dict[str, Any]:
    """What is stated of a card, as a pack writes it; the rest is still to be entered."""
    kind = KIND_OF.get(card.of, card.of)
    made: dict[str, Any] = {"key": _plain(card.key), "kind": kind, "names": dict(card.names)}
    if kind in ("hero", "character", "minion"):
        attack = {"kind": None if card.attack is None else card.attack.value, "crits": _lists(card.crits)}
        made["attack"] = {name: value for name, value in attack.items() if value}
    if card.abilities:
        made["abilities"] = _lists(card.abilities)
    if kind == "faction":
        made["battle"] = []
    return made


def terrain_as_known(card: TerrainCard) -> dict[str, Any]:
    """What is stated of a terrain; which dice are rolled there is still to be entered."""
    known = {name: value for name, value in msgspec.to_builtins(card).items() if name not in ("key", "kind", "needs")}
    return {"key": _plain(card.key), "kind": "terrain", **_lists(known)}


def _new(kind: str, language: Language, note: str) -> CardOption:
    names = {each.value: say(each, f"workshop.box_names.{kind}") for each in Language}
    return CardOption({**fresh.card(kind), "names": names}, say(language, f"cards.kind.{kind}"), note)


def _terrains() -> Iterator[TerrainCard]:
    return (each for each in LIBRARY.cards.values() if isinstance(each, TerrainCard) and each.needs)


def _stated() -> Iterator[StatedCard]:
    return (each for each in LIBRARY.cards.values() if isinstance(each, StatedCard))


def _plain(key: str) -> str:
    return key.partition("/")[2]


def _left(language: Language, count: int) -> str:
    return say(language, "workshop.box_left", count=count)


def _lists(value: Any) -> Any:  # noqa: ANN401 (plain data)
    """Plain data with lists in place of tuples, as a file has them."""
    data = msgspec.to_builtins(value)
    if isinstance(data, Mapping):
        return {name: _lists(each) for name, each in data.items()}
    return [_lists(each) for each in data] if isinstance(data, list | tuple) else data
