"""What screens show: VP, Influence and Income, creatures, Relics, the City, History, and one's own hand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.defaults.sheets import PlainSheets
from companion.games.display.actions import PendingPrompt
from companion.games.display.cards import CardHolding, CardLine, CardText, Rule
from companion.games.display.sheets import Gauge, Line, PieceSheet, Pile, PlayerSheet, Sheet
from companion.games.kit.card_actions import actions_with
from companion.games.prompt import CommandSpec
from companion.games.warseer.card_texts import (
    ability_name,
    ability_rules,
    attack_words,
    crit_rules,
    effect_line,
    kind_of,
    lines_of,
    rules_of,
    stats_of,
)
from companion.games.warseer.looks import look_of
from companion.games.warseer.model.cards import MERCENARIES, CardBase
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import INCOME, INFLUENCE, Creature, InPlay, State, key_of
from companion.games.warseer.offers import groups_of, is_free, playable_in
from companion.games.warseer.own_texts import say
from companion.games.warseer.rules.creature import values
from companion.games.warseer.rules.victory import points_of, standing_of
from companion.texts import Language, translated


class WarseerSheets(PlainSheets):
    """The plain sheets with what this game has on the table."""

    def of(self, state: Any, viewer: str, language: Language) -> Sheet:  # noqa: ANN401 (as the base has it)
        """The game as a viewer may see it."""
        sheet = super().of(state, viewer, language)
        mine = state.order and viewer in state.order
        specs = [spec for each in sheet.owed for spec in each.prompt.specs]
        free = [spec for each in sheet.owed if is_free(each) for spec in each.prompt.specs]
        return replace(
            sheet,
            owed=tuple(_beside(_without_answers(each)) for each in sheet.owed),
            groups=(*sheet.groups, *groups_of(state, free, language)),
            players=tuple(_player(state, each, language) for each in sheet.players),
            phase=_phase(state, language),
            acting=str(getattr(state.top, "piece", "")),
            holdings=_holdings(state, viewer, language, specs) if mine and viewer != SPECTATOR else (),
            playable=playable_in(free),
            readings=self._game.tally.readings(state, language),
            known=(*_open(state), *((*state.hands[viewer], *state.feats_held[viewer]) if mine else ())),
            piles=_common(state, language),
        )

    def card(self, state: Any, thing: str, language: Language) -> CardText | None:  # noqa: ANN401 (likewise)
        """What a card says, by its id on the table or its key."""
        card = card_of(state, thing)
        if card is None:
            return None
        told = card_text(card, language)
        return replace(told, kind=" · ".join((told.kind, *_faction(state, card, language))))


def _faction(state: State, card: CardBase, language: Language) -> Iterator[str]:
    """The faction that stands on a card, by name (W-CARD-12, W-SUPP-03)."""
    of = getattr(card, "faction", "")
    if of == MERCENARIES:
        yield say(language, "workshop.mercenaries")
    elif (faction := state.setup.cards.get(of)) is not None:
        yield translated(faction.names, language)


def _without_answers(asked: PendingPrompt) -> PendingPrompt:
    """What is asked in the own turn stands above all that may be done."""
    return replace(asked, prompt=msgspec.structs.replace(asked.prompt, specs=())) if is_free(asked) else asked


def _beside(asked: PendingPrompt) -> PendingPrompt:
    """What is asked, beside the hand where a card of it is an answer."""
    return replace(asked, beside="hand") if any(spec.kind == "react" for spec in asked.prompt.specs) else asked


def card_of(state: State, thing: str) -> CardBase | None:
    """The card of a creature, a Battle card or a Feat on the table, or by its key; None for none of these."""
    cards = state.setup.cards
    if thing in state.creatures:
        return cards[state.creatures[thing].card]
    return cards.get(thing) or cards.get(key_of(thing)) or cards.get(thing.partition("#")[0])


def card_text(card: CardBase, language: Language) -> CardText:
    """What a card says."""
    cost = getattr(card, "cost", None)
    return CardText(
        card.key,
        translated(card.names, language),
        kind_of(card, language),
        stats_of(card, language),
        "" if cost is None else say(language, "cards.cost", cost=cost, count=cost),
        lines_of(card, language),
        rules_of(card, language),
        look_of(card),
    )


def _open(state: State) -> Iterator[str]:
    """Ids of the cards that everybody may read (W-VIS-04, W-VIS-05, W-VIS-07, W-VIS-08, W-VIS-10, W-VIS-11)."""
    yield from state.creatures
    yield from (each.card for each in state.in_play)
    for piles in (state.histories, state.fame):
        yield from (card for pile in piles.values() for card in pile)
    yield from (key for seat in state.setup.seats for key in seat.improvements)
    yield from state.feats_gone
    yield from state.feats[:1] if state.setup.readings.feat_deck_face_up else ()
    yield from _grounds(state)


def _grounds(state: State) -> tuple[str, ...]:
    """Keys of the terrains that lie on the Battlefield."""
    return tuple(dict.fromkeys(each.terrain for each in state.terrain or state.setup.field.terrain))


def _common(state: State, language: Language) -> tuple[Pile, ...]:
    """Terrain cards, which lie by the Battlefield (W-TER-05), the Feat deck, and its discarded Feats (W-FEAT-11)."""
    terrain = tuple(
        Line(translated(state.setup.terrain(key).names, language), icon="terrain", card=key) for key in _grounds(state)
    )
    shown = Pile("terrain", say(language, "cards.terrain"), terrain, icon="terrain")
    if state.setup.is_skirmish:
        return (shown,)
    title = say(language, "cards.feat_deck")
    deck = [Line(f"{title}: {len(state.feats)}", icon="deck")]
    if state.setup.readings.feat_deck_face_up and state.feats:
        deck.append(_line(state, state.feats[0], language))
    gone = _pile(state, "feats_gone", state.feats_gone[::-1], language, "grave")
    return (shown, Pile("feat_deck", say(language, "log.named.feats"), tuple(deck)), gone)


def _phase(state: State, language: Language) -> str:
    if not state.round:
        return say(language, "cards.phase.setup")
    if state.setup.is_skirmish:
        return say(language, "cards.phase.round_of", round=state.round, rounds=state.setup.rounds)
    return say(language, "cards.phase.round", round=state.round)


def _player(state: State, sheet: PlayerSheet, language: Language) -> PlayerSheet:
    player = sheet.id
    if player not in state.order:
        return sheet
    score = _score(state, player, language)
    counts = (
        _gauge("influence", "", state.influence[player], language, INFLUENCE),
        _gauge("income_now", "", state.income(player), language, INCOME),
        _gauge("hand", "hand", len(state.hands[player]), language),
        _gauge("feats", "eye", len(state.feats_held[player]), language),
        _gauge("deck", "deck", len(state.decks[player]), language),
        _gauge("kills", "", len(state.kills[player]), language),
    )
    camp = (each.id for each in state.creatures.values() if each.owner == player and each.where is Where.CAMP)
    piles = (
        _in_play(state, player, "relic", "worn", language),
        _in_play(state, player, "building", "city", language),
        _pile(state, "camp", tuple(camp), language, "hand"),
        *([_pile(state, "improvements", camped, language, "shield")] if (camped := _camped(state, player)) else []),
        _pile(state, "fame", state.fame[player], language, "prosperity"),
        _pile(state, "history", state.histories[player][::-1], language, "grave"),
    )
    pieces = tuple(_piece(state, each, language) for each in state.mine(player))
    return replace(
        sheet, out=player in state.fallen, scores=(score,), counts=counts,
        pieces_title=say(language, "cards.creatures"), pieces=pieces, piles=piles,
    )  # fmt: skip


def _score(state: State, player: str, language: Language) -> Gauge:
    """What decides: VP, of a team together (W-ALLY-17), or in a Skirmish the Characters destroyed (W-SKIR-30)."""
    side = state.side(player)
    if state.setup.is_skirmish:
        return Gauge("kills", say(language, "report.kills"), "grave", standing_of(state, side)[0])
    return Gauge(
        "points", say(language, "report.points"), "prosperity", points_of(state, side), state.setup.goal or None
    )


def _camped(state: State, player: str) -> tuple[str, ...]:
    """Improvement cards that lie in the War Camp (W-IMP-03)."""
    return (*state.improvements(player, "relic"), *state.improvements(player, "tactic"))


def _gauge(key: str, icon: str, value: int, language: Language, most: int | None = None) -> Gauge:
    """A figure with a picture beside it, or with its name."""
    label = say(language, f"cards.{key}")
    text = "" if icon else f"{label} {value}" + (f" / {most}" if most is not None else "")
    return Gauge(key, label, icon, value, most, text, brief=key in ("influence", "income_now"))


def _piece(state: State, creature: Creature, language: Language) -> PieceSheet:
    piece = creature.id
    marks = [say(language, f"cards.token.{each.value}") for each in creature.tokens]
    marks += [say(language, "cards.done")] if creature.done else []
    marks += [translated(state.card(each.card).names, language) for each in state.in_play if _enchants(each, piece)]
    marks += [translated(state.setup.improvement(creature.relic).names, language)] if creature.relic else []
    marks += [effect_line(each.effect, language) for each in state.lasting if piece in each.pieces]
    stats = (
        attack_words(state.printed(piece).attack, language),
        say(language, "cards.reach", value=values.reach(state, piece)),
        say(language, "cards.movement", value=values.movement(state, piece)),
    )
    most = values.health(state, piece)
    left = max(most - creature.wounds, 0)
    gauges = [Gauge("health", say(language, "cards.health_now"), "heart", left, most)]
    if creature.armour:
        armour = say(language, "cards.keyword.armour")
        gauges.append(Gauge("armour", armour, "shield", creature.armour))
    abilities, crits = values.abilities_of(state, piece), state.printed(piece).attack.crits
    return PieceSheet(
        piece,
        translated(state.printed(piece).names, language),
        piece.replace(":", ""),
        acting=getattr(state.top, "piece", "") == piece,
        stats=stats,
        gauges=tuple(gauges),
        marks=tuple(marks),
        abilities=tuple(name for each in abilities if (name := ability_name(each, language))),
        rules=tuple(Rule(*each) for each in (*crit_rules(crits, language), *ability_rules(abilities, language))),
    )


def _enchants(each: InPlay, piece: str) -> bool:
    return each.sort == "spell" and each.on == piece


def _in_play(state: State, player: str, sort: str, key: str, language: Language) -> Pile:
    lines = []
    for each in state.in_play_of(player, sort):
        name = translated(state.card(each.card).names, language)
        signs = [f"◈{each.armour}"] if each.armour else []
        signs += [f"×{each.uses}"] if each.uses else []
        mark = say(language, "cards.turned") if each.turned else ""
        lines.append(Line(" ".join((name, *signs)), mark=mark, spent=each.turned, card=each.card))
    return Pile(key, say(language, f"cards.{key}"), tuple(lines), icon="building" if sort == "building" else "shield")


def _pile(state: State, key: str, cards: Iterable[str], language: Language, icon: str) -> Pile:
    lines = tuple(_line(state, each, language) for each in cards)
    return Pile(key, say(language, f"cards.{key}"), lines, look="fold", icon=icon)


def _line(state: State, thing: str, language: Language) -> Line:
    card = card_of(state, thing)
    return Line("" if card is None else translated(card.names, language), card=thing)


def _holdings(state: State, viewer: str, language: Language, specs: Sequence[CommandSpec]) -> tuple[CardHolding, ...]:
    """The cards of a player; each has what can be done with it, to be played first, to be discarded besides."""
    plays = [spec for spec in specs if spec.kind in ("play", "react", "score")]
    discards = [spec for spec in specs if spec.kind in ("discard", "spend")]

    def lines(cards: Iterable[str], field: str) -> tuple[CardLine, ...]:
        return tuple(
            replace(
                _card_line(state, card, language),
                actions=actions_with(plays, card, field),
                besides=actions_with(discards, card, field),
            )
            for card in cards
        )

    return (
        CardHolding("hand", say(language, "cards.hand"), lines(state.hands[viewer], "card"), look="hand"),
        CardHolding("feats", say(language, "cards.feats"), lines(state.feats_held[viewer], "feat"), look="open"),
    )


def _card_line(state: State, card: str, language: Language) -> CardLine:
    printed = card_of(state, card)
    if printed is None:
        return CardLine(card, card)
    told = card_text(printed, language)
    rules, cost = tuple(Rule(*each) for each in told.rules), told.cost.rstrip(".")
    return CardLine(card, told.name, told.kind, told.stats, cost, told.lines, look=told.look, rules=rules)
