"""What screens show: points, cores, champions, the challenge track, discards, and one's own hand."""

from dataclasses import replace
from typing import Any

from companion.games.brawl.card_texts import (
    ability_lines,
    challenge_lines,
    champion_stats,
    lines_of,
    stats_of,
)
from companion.games.brawl.model.cards import ActionCard, ChallengeCard, ChampionCard
from companion.games.brawl.model.kinds import CORES, Deed
from companion.games.brawl.model.state import Champion, State, key_of
from companion.games.brawl.own_texts import say
from companion.games.brawl.redaction import may_see_hand
from companion.games.brawl.rules.actions import refusal_of_card
from companion.games.brawl.rules.selection import is_bloodied
from companion.games.brawl.rules.values import defence
from companion.games.command import SPECTATOR
from companion.games.defaults.sheets import PlainSheets
from companion.games.display.card_look import CardLook, PrintedValue
from companion.games.display.sheets import (
    CardHolding,
    CardLine,
    CardText,
    Gauge,
    Line,
    OpenPointReading,
    PieceSheet,
    Pile,
    PlayerSheet,
    Sheet,
)
from companion.texts import Language, translated

TONES = {"destruction": "crimson", "creation": "moss", "manipulation": "azure"}
"""Colour of a card's ground, by its core."""

ART = {Deed.ATTACK: "axe", Deed.SKILL: "eye", Deed.REACTION: "shield"}


class BrawlSheets(PlainSheets):
    """The plain sheets with what this game has on the table."""

    def of(self, state: Any, viewer: str, language: Language) -> Sheet:  # noqa: ANN401 (as the base has it)
        """The game as a viewer may see it."""
        sheet = super().of(state, viewer, language)
        players = tuple(_player(state, each, language) for each in sheet.players)
        return replace(
            sheet,
            players=players,
            phase=_phase(state, language),
            acting=str(getattr(state.top, "piece", "")),
            holdings=_holdings(state, viewer, language) if viewer != SPECTATOR else (),
            playable=sum(refusal_of_card(state, viewer, card) is None for card in state.hands.get(viewer, ()))
            if viewer == state.active
            else 0,
            readings=_readings(state, language),
            known=tuple(state.hands.get(viewer, ())),
        )

    def card(self, state: Any, thing: str, language: Language) -> CardText | None:  # noqa: ANN401 (likewise)
        """What a card says, by its id on the table or its key; of a champion both sides (B-INFO-04)."""
        key = state.champions[thing].card if thing in state.champions else thing
        card = state.setup.cards.get(key) or state.setup.cards.get(key_of(key))
        return None if card is None else card_text(card, language)


def card_text(card: object, language: Language) -> CardText | None:
    """What a card says."""
    match card:
        case ActionCard(key=key, names=names):
            kind = say(language, f"cards.deed.{card.deed.value}")
            cost = say(language, "cards.cost", core=say(language, f"log.core.{card.core.value}"))
            stats, lines = stats_of(card, language), lines_of(card, language)
            return CardText(key, translated(names, language), kind, stats, cost, lines, look=look_of(card))
        case ChampionCard(key=key, names=names, front=front, back=back):
            lines = (
                say(language, "cards.front", values=champion_stats(front, language)),
                *ability_lines(card, front, language),
                say(language, "cards.back", values=champion_stats(back, language)),
                *ability_lines(card, back, language),
            )
            stats, kind = champion_stats(front, language), say(language, "cards.champion")
            return CardText(key, translated(names, language), kind, stats, "", lines)
        case ChallengeCard(key=key, names=names):
            kind = say(language, "cards.challenge")
            return CardText(key, translated(names, language), kind, "", "", challenge_lines(card, language))
        case _:
            return None


def look_of(card: ActionCard) -> CardLook:
    """How an action card is drawn."""
    printed = (("bullseye", card.strength), ("down", card.move), ("shield", card.defence))
    values = tuple(PrintedValue(icon, str(value)) for icon, value in printed if value is not None)
    return CardLook(ART[card.deed], TONES[card.core.value], TONES[card.core.value], values)


def _phase(state: State, language: Language) -> str:
    if not state.round:
        return say(language, "cards.phase.setup")
    return say(language, "cards.phase.round", round=state.round)


def _player(state: State, sheet: PlayerSheet, language: Language) -> PlayerSheet:
    player = sheet.id
    points = state.points.get(state.side(player), 0)
    score = Gauge("points", say(language, "report.points"), "prosperity", points, state.setup.goal)
    counts = (
        Gauge("hand", say(language, "cards.hand"), "hand", len(state.hands.get(player, ()))),
        Gauge("deck", say(language, "cards.deck"), "deck", len(state.decks.get(player, ()))),
        *(_core(state, player, core.value, language) for core in CORES),
    )
    pieces = tuple(_piece(state, each, language) for each in state.mine(player))
    piles = [_discard(state, player, language)]
    if state.order[:1] == (player,):
        piles.insert(0, _track(state, language))
    return replace(
        sheet, scores=(score,), counts=counts, pieces_title=say(language, "cards.champions"), pieces=pieces,
        piles=tuple(piles),
    )  # fmt: skip


def _core(state: State, player: str, core: str, language: Language) -> Gauge:
    ready = core in state.cores.get(player, ())
    text = say(language, "cards.ready" if ready else "cards.spent")
    return Gauge(f"core_{core}", say(language, f"log.core.{core}"), "", int(ready), 1, text, brief=False)


def _piece(state: State, champion: Champion, language: Language) -> PieceSheet:
    card, values = state.setup.champion(champion.card), state.values(champion.id)
    marks = [
        say(language, f"cards.mark.{key}")
        for key, there in (
            ("powered", champion.powered),
            ("immobilised", champion.immobilised),
            ("bloodied", is_bloodied(champion)),
            ("at_gate", champion.cell is None),
        )
        if there
    ]
    guard = defence(state, champion.id) if champion.cell is not None else values.defence
    damage = Gauge("damage", say(language, "cards.damage"), "heart", champion.damage, values.health)
    return PieceSheet(
        champion.id,
        translated(card.names, language),
        champion.id.replace(":", ""),
        acting=getattr(state.top, "piece", "") == champion.id,
        stats=(say(language, "cards.defence", value=guard),),
        gauges=(damage,),
        marks=tuple(marks),
        abilities=ability_lines(card, values, language),
    )


def _track(state: State, language: Language) -> Pile:
    lines = []
    for challenge, points in zip(state.track, state.setup.slots, strict=False):
        name = translated(state.setup.challenge(challenge).names, language) if challenge else "–"
        says = "; ".join(challenge_lines(state.setup.challenge(challenge), language)) if challenge else ""
        worth = say(language, "cards.slot", points=points)
        lines.append(Line(f"{worth}: {name}{f' ({says})' if says else ''}", card=challenge))
    return Pile("track", say(language, "cards.track"), tuple(lines), look="bare")


def _discard(state: State, player: str, language: Language) -> Pile:
    cards = state.discards.get(player, ())[::-1]
    names = (translated(state.card(card).names, language) for card in cards)
    lines = tuple(Line(name, card=card) for card, name in zip(cards, names, strict=True))
    return Pile("discard", say(language, "cards.discard"), lines, look="fold", icon="grave")


def _holdings(state: State, viewer: str, language: Language) -> tuple[CardHolding, ...]:
    seen = [player for player in state.order if may_see_hand(state, viewer, player)]
    seen.sort(key=lambda player: player != viewer)
    names = {seat.id: seat.name for seat in state.setup.seats}
    return tuple(
        CardHolding(
            "hand" if player == viewer else f"hand_{player}",
            say(language, "cards.hand") if player == viewer else names[player],
            tuple(_card_line(state, card, language) for card in state.hands[player]),
            look="hand" if player == viewer else "cards",
        )
        for player in seen
    )


def _card_line(state: State, card: str, language: Language) -> CardLine:
    printed = state.card(card)
    owner = translated(state.setup.champion(printed.champion).names, language)
    return CardLine(
        card,
        translated(printed.names, language),
        kind=f"{owner} · {say(language, f'cards.deed.{printed.deed.value}')}",
        stats=stats_of(printed, language),
        cost=say(language, f"log.core.{printed.core.value}"),
        text=lines_of(printed, language),
        look=look_of(printed),
    )


def _readings(state: State, language: Language) -> tuple[OpenPointReading, ...]:
    usual, mine = type(state.setup.readings)(), state.setup.readings
    return tuple(
        OpenPointReading(
            say(language, f"setup.readings.{key}"),
            say(language, f"setup.readings.{'yes' if getattr(mine, key) else 'no'}"),
            getattr(mine, key) != getattr(usual, key),
        )
        for key in mine.__struct_fields__
    )
