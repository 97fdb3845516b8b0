"""What the screen says, as data: a card, the health strip, notices. Knows the languages, knows nothing of Kivy."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.geometry import Answer, Base, Deviation, Sight, Verdict
from companion.presentation.doubts import doubt, doubt_parts
from companion.referee import (
    ClipStage,
    Count,
    Focus,
    GameScreen,
    Health,
    Level,
    Pair,
    Piece,
    Subsystem,
    Tape,
    TrackState,
    Trouble,
    TroubleKind,
    View,
)
from companion.referee.api.health import ORGANS
from companion.referee.api.league import LeagueStatus
from companion.tablet.look.palette import Side, side_of
from companion.texts import Language, TextError, figure, listed, say

ABOUT_PIECES = frozenset({TroubleKind.IMPOSSIBLE_PLACE, TroubleKind.PARTLY_HIDDEN, TroubleKind.TAGS_ASTRAY})
"""The troubles that name a piece of the table file; others name tags or cameras."""
MANY_WAITING = 20
"""So many messages on their way to the league are more than a moment's."""
MAX_NAMED = 4
"""So many pieces that are missing are named, or one more; of others it is said how many they are."""
BY_HANDS = frozenset({TroubleKind.PARTLY_HIDDEN})
"""The troubles that come and go with every move."""
GONE = frozenset({TrackState.LIFTED, TrackState.LOST})
"""The states in which a base stands nowhere on the mat."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a card.

    Attributes:
        title: What it is about; with `heading` a line of its own.
        text: What is said of it.
        answer: The verdict whose mark and colour it bears, if any.
        heading: Whether it opens a group of rows.
        side: The player whose badge it bears, if any.
    """

    title: str
    text: str = ""
    answer: Answer | None = None
    heading: bool = False
    side: Side | None = None


DOUBTED_PRINT = frozenset({TroubleKind.PRINT_UNMEASURED, TroubleKind.PRINT_CONTRADICTED})


@dataclass(frozen=True, slots=True)
class Card:
    """What is said of the chosen bases, or what to do when none is.

    Attributes:
        title: The names.
        text: A sentence under them.
        figure: The one number that counts, if there is one.
        rows: Everything else.
        rulers: Whether the buttons for the reach belong to it.
        clear: Whether there is something to clear.
    """

    title: str
    text: str
    figure: str = ""
    rows: tuple[Row, ...] = ()
    rulers: bool = False
    clear: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """One part of the health strip.

    Attributes:
        name: What it is.
        text: How it fares, in a word or two.
        level: How well.
        loud: Whether somebody should do something about it: it is to be read from across the table.
    """

    name: str
    text: str
    level: Level
    loud: bool = False


def name_of(piece_id: str) -> str:
    """How a piece of the table file is called on the screen: `dark-wood-1` is Dark Wood 1."""
    words = piece_id.replace("-", " ").replace("_", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words)


def piece_name(language: Language, piece_id: str) -> str:
    """How a piece is called in a language: terrain of a known kind, such as `wood-2`, by a word of that language."""
    kind, _, number_of = piece_id.partition("-")
    if not number_of or number_of.isdigit():
        with suppress(TextError):
            return f"{say(language, f'mat.terrain.{kind}')} {number_of}".strip()
    return name_of(piece_id)


def creature_names(play: GameScreen) -> dict[str, str]:
    """Names of creatures by their bases; also of those that left, and of one that comes where its base is known."""
    coming = {zone.of: zone.name for zone in play.zones if zone.name}
    proposed = {each.base: coming[each.of] for each in play.proposals if each.of in coming}
    former = {each.base: each.name for each in play.standing.strangers if each.name}
    return former | proposed | {each.base: each.name for each in play.standing.all if each.base}


def names_of(view: View) -> Callable[[str], str]:
    """How the pieces of a view are called: creatures of the game by their names, others by their bases."""
    known = {} if view.play is None else creature_names(view.play)
    return lambda piece_id: known.get(piece_id) or piece_name(view.choices.language, piece_id)


def number(language: Language, value: float, digits: int = 1) -> str:
    """A number as that language writes it."""
    return figure(language, value, f"z.{digits}f")


def card(view: View) -> Card:
    """The card of a view."""
    language, chosen = view.choices.language, view.choices.chosen
    if view.health.age_s is None and not view.health.troubles:
        return Card(say(language, "tablet.waiting.title"), say(language, "tablet.waiting.text"))
    if view.health.blind:
        return Card(say(language, "tablet.blind.title"), say(language, "tablet.blind.text"), clear=bool(chosen))
    if view.pair:
        return _pair_card(language, view.pair, names_of(view))
    if view.focus:
        return _focus_card(language, view, view.focus)
    if chosen:
        return _gone_card(language, view)
    rows = [*_side_rows(language, view)]
    if view.missing:
        rows.append(Row(_missing_text(language, view)))
    return Card(say(language, "tablet.start.title"), say(language, "tablet.start.text"), rows=tuple(rows))


def _missing_text(language: Language, view: View) -> str:
    """Who is not on the mat; most of what lies in the box is counted, not named."""
    called, more = names_of(view), len(view.missing) - MAX_NAMED
    if more <= 1:
        return say(language, "tablet.start.missing", names=listed(map(called, view.missing)))
    names = listed(map(called, view.missing[:MAX_NAMED]))
    return say(language, "tablet.start.missing_more", names=names, count=more)


def _side_rows(language: Language, view: View) -> Iterable[Row]:
    owners = owners_of(view)
    for owner in owners:
        count = sum(1 for piece in view.pieces if piece.base.owner == owner and piece.state not in GONE)
        yield Row(
            say(language, "tablet.side.name", owner=owner),
            say(language, "tablet.start.standing", count=count),
            side=side_of(owner, owners),
        )


def owners_of(view: View) -> tuple[str, ...]:
    """The players who have bases on the table, in order of their names."""
    return tuple(sorted({piece.base.owner for piece in view.pieces if piece.base.owner}))


def _gone_card(language: Language, view: View) -> Card:
    gone = next(
        (base_id for base_id in view.choices.chosen if _state(view.piece(base_id)) in GONE),
        view.choices.chosen[-1],
    )
    key = "text_lifted" if _state(view.piece(gone)) is TrackState.LIFTED else "text_lost"
    return Card(names_of(view)(gone), say(language, f"tablet.gone.{key}"), clear=True)


def _state(piece: Piece | None) -> TrackState:
    return piece.state if piece else TrackState.LOST


def _focus_card(language: Language, view: View, focus: Focus) -> Card:
    called = names_of(view)
    rows = _touched_and_seen(language, focus, called) if view.measures.in_mm else []
    piece = view.piece(focus.base_id)
    if piece is not None and view.measures.in_mm:
        rows.append(_doubt_row(language, place_deviation(view, piece.base)))
    return Card(
        called(focus.base_id),
        _place_text(language, view, piece),
        rows=tuple(rows),
        rulers=bool(view.measures.ranges_mm or view.measures.actions),
        clear=True,
    )


def _touched_and_seen(language: Language, focus: Focus, called: Callable[[str], str]) -> list[Row]:
    rows = [Row(say(language, "tablet.focus.contact"), heading=True)]
    rows += [_contact_row(language, called(contact.base_id), contact.verdict) for contact in focus.contacts]
    if not focus.contacts:
        rows.append(Row(say(language, "tablet.focus.alone")))
    rows.append(Row(say(language, "tablet.focus.sight"), heading=True))
    rows += [
        Row(called(to.base_id), sight_text(language, to.sight, called), to.sight.verdict.answer) for to in focus.sights
    ]
    if not focus.sights:
        rows.append(Row(say(language, "tablet.focus.nobody")))
    return rows


def place_deviation(view: View, base: Base) -> Deviation:
    """How uncertain one place is, with all that a verdict includes."""
    return view.mat.deviation_at(base.centre, base.sigma_mm, view.placement_sigma_mm, base.scale_sigma)


def _doubt_row(language: Language, deviation: Deviation) -> Row:
    return Row(say(language, "why.doubt.title"), doubt_parts(language, deviation))


def _place_text(language: Language, view: View, piece: Piece | None) -> str:
    if piece is None:
        return ""
    known_to = doubt(language, place_deviation(view, piece.base).sigma_mm)
    if piece.state is TrackState.HELD:
        return say(language, "tablet.focus.held", seconds=round(piece.age_s), doubt=known_to)
    return say(language, "tablet.focus.place", doubt=known_to)


def _contact_row(language: Language, name: str, verdict: Verdict) -> Row:
    text = say(language, "tablet.focus.maybe") if verdict.answer is Answer.CLOSE else ""
    return Row(name, text, verdict.answer)


def sight_text(language: Language, sight: Sight, called: Callable[[str], str] = name_of) -> str:
    """Whether a sight is clear, by how much, or what is in its way."""
    answer, margin_mm = sight.verdict.answer, sight.margin_mm
    if answer is Answer.CLOSE:
        return say(language, "tablet.sight.close")
    if answer is Answer.YES:
        if margin_mm is None:
            return say(language, "tablet.sight.open")
        return say(language, "tablet.sight.clear", margin=number(language, margin_mm))
    if sight.blockers:
        return say(language, "tablet.sight.blocked", names=listed(map(called, sight.blockers)))
    return say(language, "tablet.sight.blocked_unnamed")


def _pair_card(language: Language, pair: Pair, called: Callable[[str], str]) -> Card:
    rows = [
        Row(
            say(language, "tablet.pair.range", name=name, limit=number(language, verdict.limit_mm, 0)),
            _range_text(language, verdict),
            verdict.answer,
        )
        for name, verdict in pair.ranges
    ]
    if pair.contact is not None:
        answer = pair.contact.answer
        contact = {Answer.YES: "touching", Answer.NO: "apart", Answer.CLOSE: "close"}[answer]
        rows.append(Row(say(language, "tablet.pair.contact"), say(language, f"tablet.pair.{contact}"), answer))
    if pair.sight is not None:
        sight = sight_text(language, pair.sight, called)
        rows.append(Row(say(language, "tablet.pair.sight"), sight, pair.sight.verdict.answer))
    rows.append(_doubt_row(language, pair.gap.deviation.made(pair.extra_sigma_mm)))
    return Card(
        say(language, "tablet.pair.title", first=called(pair.from_id), second=called(pair.to_id)),
        say(language, "tablet.pair.gap"),
        gap_text(language, pair),
        tuple(rows),
        clear=True,
    )


def gap_text(language: Language, pair: Pair) -> str:
    """The gap with what it is uncertain by."""
    sigma_mm = pair.gap.deviation.made(pair.extra_sigma_mm).sigma_mm
    return say(
        language,
        "tablet.measured",
        number=number(language, pair.gap.gap_mm),
        doubt=doubt(language, sigma_mm),
    )


def tape_text(language: Language, tape: Tape) -> str:
    """The length of a tape measure with what it is uncertain by, and the shortest ruler that reaches so far."""
    sigma_mm = tape.gap.deviation.made(tape.extra_sigma_mm).sigma_mm
    length = number(language, tape.gap.gap_mm)
    if sigma_mm > 0:
        length = say(language, "tablet.measured", number=length, doubt=doubt(language, sigma_mm))
    else:
        length = say(language, "tablet.length", number=length)
    reaching = next((name for name, verdict in tape.ranges if verdict.answer is not Answer.NO), None)
    if reaching is None:
        return length
    close = dict(tape.ranges)[reaching].answer is Answer.CLOSE
    return f"{length}  ≤ {reaching}{' ?' if close else ''}"


def _range_text(language: Language, verdict: Verdict) -> str:
    if verdict.answer is Answer.CLOSE or verdict.value_mm is None:
        return say(language, "tablet.pair.close")
    by_mm = number(language, abs(verdict.limit_mm - verdict.value_mm))
    return say(language, f"tablet.pair.{'spare' if verdict.answer is Answer.YES else 'beyond'}", number=by_mm)


def signs(view: View) -> tuple[Sign, ...]:
    """The health strip: what the seeing depends on, each in a word or two."""
    language, health = view.choices.language, view.health
    if view.by_hand:
        standing = say(language, "tablet.start.standing", count=health.count.seen)
        return (Sign(say(language, "tablet.health.by_hand"), standing, Level.GOOD),)
    words = {
        Subsystem.CAMERA: _camera_words(language, health),
        Subsystem.LIGHT: say(language, _by_level(health, Subsystem.LIGHT, "good", "look", "look")),
        Subsystem.MAT: say(language, _by_level(health, Subsystem.MAT, "found", "doubtful", "not_found")),
        Subsystem.LENS: say(language, _by_level(health, Subsystem.LENS, "calibrated", "estimated", "estimated")),
        Subsystem.PIECES: _pieces_words(language, health.count),
    }
    if _is_loud(health, Subsystem.PIECES):
        words[Subsystem.PIECES] = say(language, "tablet.health.unclear")
    dark = health.levels[Subsystem.CAMERA] is Level.BLIND
    return tuple(
        Sign(
            say(language, f"tablet.health.{organ.value}"),
            "–" if dark and organ is not Subsystem.CAMERA else words[organ],
            Level.BLIND if dark else health.levels[organ],
            organ is Subsystem.CAMERA and not _is_starting(health) if dark else _is_loud(health, organ),
        )
        for organ in Subsystem
    )


def _is_starting(health: Health) -> bool:
    """Whether no picture has come yet, and nothing is wrong with that."""
    return health.age_s is None and not health.troubles


def _is_loud(health: Health, organ: Subsystem) -> bool:
    """Whether an organ fares badly; that hands hide and lift pieces is no harm."""
    harmed = {ORGANS[each.kind] for each in health.troubles if each.kind in ORGANS and each.kind not in BY_HANDS}
    return health.levels[organ] is not Level.GOOD and (organ is not Subsystem.PIECES or organ in harmed)


def _by_level(health: Health, organ: Subsystem, *words: str) -> str:
    return f"tablet.health.{words[health.levels[organ]]}"


def _camera_words(language: Language, health: Health) -> str:
    if any(trouble.kind is TroubleKind.ENDED for trouble in health.troubles):
        return say(language, "tablet.health.ended")
    if health.levels[Subsystem.CAMERA] is not Level.BLIND:
        return say(language, "tablet.health.rate", number=round(health.frame_rate_hz))
    if health.age_s is None:
        return say(language, "tablet.health.no_picture" if health.troubles else "tablet.health.starting")
    return say(language, "tablet.health.lost_for", seconds=round(health.age_s))


def _pieces_words(language: Language, count: Count) -> str:
    parts = (("seen", count.seen), ("held", count.held), ("lifted", count.lifted), ("lost", count.lost))
    return " · ".join(say(language, f"tablet.health.{word}", number=n) for word, n in parts if n or word == "seen")


def alarm(view: View) -> tuple[str, str] | None:
    """Title and sentence of what keeps the referee from answering; None while it answers."""
    health, language = view.health, view.choices.language
    if not health.blind or _is_starting(health):
        return None
    organ = Subsystem.CAMERA if health.levels[Subsystem.CAMERA] is Level.BLIND else Subsystem.MAT
    return say(language, f"tablet.alarm.{organ.value}"), trouble_sentence(
        language, health.troubles[0]
    ) if health.troubles else ""


def kept(view: View) -> str | None:
    """What became of the intent to keep what happened; None while there is nothing to say."""
    language, keeping = view.choices.language, view.keeping
    if keeping is None or keeping.stage is ClipStage.READY:
        return None
    return say(language, f"tablet.keep.{keeping.stage.value}", file=keeping.file or "", why=keeping.why)


def notices(view: View) -> tuple[str, ...]:
    """Sentences about what makes answers worse without preventing them."""
    if view.health.blind:
        return ()
    language = view.choices.language
    troubles = _unique(trouble_sentence(language, trouble) for trouble in view.health.troubles)
    return (*troubles, *_behind(language, view.league))


def _behind(language: Language, league: LeagueStatus | None) -> Iterator[str]:
    """That the league is behind the table; what waits for a moment on a sound line is not worth a sentence."""
    if league is None:
        return
    if league.trouble:
        yield say(language, "tablet.league.trouble", why=league.trouble)
    elif not league.connected:
        yield say(language, "tablet.league.away", count=league.waiting)
    elif league.waiting > MANY_WAITING:
        yield say(language, "tablet.league.behind", count=league.waiting)


def print_is_doubted(view: View) -> bool:
    """Whether somebody should measure the print, or measure it again."""
    return any(each.kind in DOUBTED_PRINT for each in view.health.troubles)


def trouble_sentence(language: Language, trouble: Trouble) -> str:
    """What is wrong with the seeing, and what to do."""
    if trouble.kind is TroubleKind.MAT_DRIFTED and trouble.about:
        return say(language, "trouble.mat_tag_drifted", about=trouble.about)
    if trouble.kind is TroubleKind.TAGS_ASTRAY and not trouble.about:
        return say(language, "trouble.many_tags_astray")
    if trouble.kind is TroubleKind.NO_PICTURE and not trouble.about:
        return say(language, "trouble.blank_picture")
    about = piece_name(language, trouble.about) if trouble.kind in ABOUT_PIECES else trouble.about
    return say(language, f"trouble.{trouble.kind.value}", about=about)


def _unique(sentences: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(sentences)
