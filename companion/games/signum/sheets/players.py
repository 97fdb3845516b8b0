"""What lies open of each player: figures, creatures, and the zones beside the mat."""

from companion.games.display.sheets import Gauge, Line, PieceSheet, Pile, PlayerSheet
from companion.games.signum.sheets.reader import Reader
from companion.games.signum.shelf.wording.abilities import ability_printed, rules_of
from companion.games.signum.views import CreatureView, PlayerView
from companion.games.signum.words.names import short_mark
from companion.texts import NO_BREAK, figure


def player_sheet(reader: Reader, player: PlayerView) -> PlayerSheet:
    """A player as the reader may see them."""
    view = reader.view
    creatures = [each for each in view.creatures if each.controller == player.id]
    return PlayerSheet(
        player.id,
        player.name,
        own=player.id == view.viewer,
        active=player.id == view.active,
        out=player.out,
        scores=(_prosperity(reader, player),),
        counts=_counts(reader, player),
        notices=(reader.say("phones.offers_draw"),) if player.id in view.draws_agreed else (),
        pieces_title=reader.say("phones.creatures"),
        pieces=tuple(_creature(reader, each) for each in creatures),
        piles=_piles(reader, player),
        apart=_apart(reader, player),
        clock_s=player.clock_s,
    )


def _prosperity(reader: Reader, player: PlayerView) -> Gauge:
    apart = reader.say("phones.on_cardboard") if "prosperity" in reader.view.on_cardboard else ""
    goal = reader.state.rules.numbers.prosperity_to_win
    label = reader.say("log.value.prosperity")
    return Gauge("prosperity", label, "prosperity", None if apart else player.prosperity, goal, apart)


def _counts(reader: Reader, player: PlayerView) -> tuple[Gauge, ...]:
    def count(key: str, icon: str, number: int, text: str = "", *, brief: bool = True) -> Gauge:
        said = text or reader.say(f"phones.count.{key}", count=number)
        return Gauge(key, "", icon, number, text=said, brief=brief)

    apart = reader.say("phones.graveyard_on_cardboard") if "graveyards" in reader.view.on_cardboard else ""
    found = [
        count("hand", "hand", player.hand_count),
        count("deck", "deck", player.deck_count, brief=bool(player.deck_count)),
    ]
    if player.construction_count:
        found.append(count("construction", "building", player.construction_count))
    brief = bool(player.graveyard_count) and not apart
    found.append(count("graveyard", "grave", player.graveyard_count, apart, brief=brief))
    if player.kills:
        found.append(count("kills", "axe", player.kills))
    if player.missed_draws:
        found.append(count("missed", "no", player.missed_draws, brief=False))
    return tuple(found)


def _piles(reader: Reader, player: PlayerView) -> tuple[Pile, ...]:
    say, found = reader.say, []
    if player.tactics:
        paid = tuple(
            Line(_paid(reader, each.buildings, each.prosperity), "down", card=each.id) for each in player.tactics
        )
        found.append(Pile("tactics", say("phones.count.tactics", count=len(paid)), paid))
    if player.city or player.terrain_city:
        built = [
            Line(
                reader.name(each.id),
                "tapped" if each.tapped else "building",
                say("log.value.tapped") if each.tapped else "",
                each.tapped,
                each.id,
            )
            for each in player.city
        ]
        laid = [Line(reader.name(each.id), "terrain", card=each.id) for each in player.terrain_city]
        note = say("phones.taps_on_cardboard") if "taps" in reader.view.on_cardboard else ""
        found.append(Pile("city", say("phones.city"), (*built, *laid), "tiles", note))
    if player.drawn_buildings and player.id != reader.view.viewer:
        drawn = tuple(Line(reader.name(each.id), "building", card=each.id) for each in player.drawn_buildings)
        found.append(Pile("drawn", say("phones.drawn_buildings"), drawn, "bare"))
    if player.relics:
        relics = tuple(
            Line(_relic(reader, each.id, each.armour, each.uses), "shield", card=each.id) for each in player.relics
        )
        found.append(Pile("relics", say("phones.relics"), relics, "bare"))
    if player.graveyard:
        graves = tuple(Line(reader.name(each.id), card=each.id) for each in reversed(player.graveyard))
        title, short = say("phones.graveyard"), say("game.graveyard")
        found.append(Pile("graveyard", title, graves, "fold", icon="grave", short=short))
    return tuple(found)


def _paid(reader: Reader, buildings: tuple[str, ...], prosperity: int) -> str:
    """What was paid for a face-down tactic, which everybody may know (S-ZONE-24)."""
    parts = [reader.name(each) for each in buildings]
    parts += [reader.say("effects.cost.prosperity", count=prosperity)] if prosperity else []
    return reader.say("phones.paid", cost=", ".join(parts) or reader.say("effects.cost.free"))


def _relic(reader: Reader, card: str, armour: int, uses: int | None) -> str:
    marks = [f"{reader.say('log.value.relic_armour')}: {armour}"] if armour else []
    marks += [f"{reader.say('log.value.relic_uses')}: {uses}"] if uses is not None else []
    return ", ".join((reader.name(card), *marks))


def _apart(reader: Reader, player: PlayerView) -> tuple[str, ...]:
    """What of this player's things is kept on cardboard."""
    things = [] if reader.state.seat(player.id).digital else [reader.say("game.apart.deck")]
    return (*things, *(reader.say(f"log.thing.{thing}") for thing in reader.view.on_cardboard))


def _creature(reader: Reader, each: CreatureView) -> PieceSheet:
    say, edition = reader.say, reader.state.rules.edition
    movement = None if each.movement_mm is None else _mm(reader, each.movement_mm)
    stats = (("strength", each.strength), ("movement", movement))
    if each.health is None:
        health = Gauge("wounds", value=each.wounds, text=say("phones.wounds", wounds=each.wounds))
    else:
        left = max(each.health - each.wounds, 0)
        health = Gauge("health", "", "heart", left, each.health, say("phones.left", left=left, health=each.health))
    marks = [f"{say('log.value.armour')}: {each.armour}"] if each.armour else []
    marks += [say("log.value.stealth")] if each.stealth else []
    marks += [f"{say('log.value.concentration')}: {each.concentration}"] if each.concentration else []
    marks += [say("phones.summoned")] if each.summoned else []
    marks += [say("phones.finished")] if each.finished else []
    marks += [say("phones.not_placed")] if each.x_mm is None else []
    return PieceSheet(
        each.id,
        reader.name(each.id),
        short_mark(each.id),
        needs_mark=not each.id.endswith(":hero"),
        acting=each.id == reader.view.acting,
        stats=tuple(f"{say(f'phones.stat.{name}')}{NO_BREAK}{'?' if v is None else v}" for name, v in stats),
        gauges=(health,),
        marks=tuple(marks),
        abilities=tuple(ability_printed(ability, edition, reader.language) for ability in each.abilities),
        rules=rules_of(each.abilities, edition, reader.language),
    )


def _mm(reader: Reader, length_mm: float) -> str:
    return reader.say("tablet.length", number=figure(reader.language, length_mm, "g"))
