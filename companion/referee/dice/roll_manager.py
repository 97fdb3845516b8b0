"""Joins the game's rolls with the dice: declares a roll before the throw, and submits its faces once it is complete.

The game says what is owed; the dice's journal says what was thrown for it. Whoever answers first counts: when a phone
or the tablet tells the faces meanwhile, or time goes back, the roll is taken back from the dice, and what falls late is
practice. A roll reaches the record at most once, for its intent carries the name of the roll.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from companion.games.command import TABLE, Command
from companion.referee.api.table_intents import AnswerVoid, AssignThrow, DecideFace, DecideThrows, RerollDie
from companion.referee.dice.journal import DiceJournal
from companion.referee.dice.kinds import kind_of_dice
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import Answer, CommandDone, CommandFailed, CommandRequest
from companion.referee.match.pending_rolls import PendingRoll, owed_rolls
from hardware.rolls import AcceptedFace, CameraRole, RollProgress, RollRequest, RollResult, result_data, roll_progress

NOT_ASKED = "it is not asked for any more"
REFUSED = "the rules refused it"
OTHER_DICE = "there are other dice now"
MANUAL, CAMERA = "manual", "camera"
STAND_INS = frozenset({MANUAL, "virtual"})
"""Sources whose dice stand for any kind of a pool."""

TableWord = RerollDie | AnswerVoid | DecideFace | DecideThrows | AssignThrow


class RollManager:
    """Joins one match with the dice's journal; used in one event loop."""

    def __init__(
        self,
        gateway: CommandGateway,
        journal: DiceJournal,
        token: Callable[[], str],
        *,
        symbols: Callable[[], Sequence[str]],
        symbolic: Callable[[str], bool],
    ) -> None:
        """Prepares.

        Args:
            gateway: Where the game is played.
            journal: What dice told.
            token: Makes a new name every time, never one that it made before, also not in an earlier run.
            symbols: What the numbers 1 to 6 stand for in the game, as it is set now.
            symbolic: Whether a source knows symbols only, so that its numbers say no more than those.
        """
        self._gateway, self._journal, self._token = gateway, journal, token
        self._symbols, self._symbolic = symbols, symbolic
        self._owed: dict[str, PendingRoll] = {}
        self._settling = False
        self._failed: CommandFailed | None = None

    @property
    def failed(self) -> CommandFailed | None:
        """Why the last complete roll could not be written; None while all is well."""
        return self._failed

    def open_rolls(self) -> tuple[tuple[str, PendingRoll, RollProgress], ...]:
        """The rolls that dice may be thrown for now: id, what is owed, how it stands."""
        return tuple(
            (id_, self._owed[name_of_roll(id_)], roll_progress(self._journal.state, id_))
            for id_ in self._journal.state.open
            if name_of_roll(id_) in self._owed
        )

    def request(self, roll: str) -> str:
        """The request for a roll as screens name it: the same name while it is asked for anew for other dice."""
        return next((id_ for id_ in self._journal.state.open if name_of_roll(id_) == roll), roll)

    def settle(self) -> None:
        """Brings the dice's journal and the game together; to be called whenever either has changed."""
        if self._settling:
            return
        self._settling = True
        try:
            while self._went_on():
                pass
        finally:
            self._settling = False

    def say(self, body: TableWord, by: str) -> None:
        """What the table says of throws.

        Raises:
            CollectingError: If it does not fit what lies there.
        """
        match body:
            case RerollDie(entry, reason):
                what = "claim" if self._has_void_throws(entry) else "call_again"
                self._journal.do(what, number=entry, by=by, reason=reason)
            case AnswerVoid(entry, void):
                self._journal.do("agree" if void else "let_stand", number=entry, by=by)
            case DecideFace(entry, value):
                self._journal.do("decide", number=entry, face=value, by=by)
            case DecideThrows(roll, entries):
                self._journal.do("keep", request=self.request(roll), numbers=list(entries), by=by)
            case AssignThrow(entry, roll):
                self._journal.do("assign", number=entry, request=self.request(roll), by=by)
        self.settle()

    def _has_void_throws(self, number: int) -> bool:
        """Whether the player of a throw has had a void one, so that the table is asked about another."""
        journal = self._journal.state
        entry = journal.entries.get(number)
        return entry is not None and journal.voids.get(journal.thrower(entry) or "", 0) > 0

    def _went_on(self) -> bool:
        """Does what is due; tells whether the game has gone on by it, so that something else may be due.

        Rolls of a game that does not say what the numbers of its dice stand for are left to the screens, where players
        name the faces.
        """
        owed = owed_rolls(self._gateway.match)
        if owed is None:
            return False
        owed = tuple(each for each in owed if each.numbers or self._faces_of(each.kind))
        self._owed = {each.key: each for each in owed}
        self._take_back()
        self._sort_out()
        for each in owed:
            self._ask(each)
        return any(self._grant(group) for group in _groups(owed))

    def _take_back(self) -> None:
        """Closes what the record has already, and takes back what is not asked for any more."""
        for id_ in list(self._journal.state.open):
            owed = self._owed.get(name_of_roll(id_))
            told_otherwise = owed is not None and owed.together and self._gateway.word(owed.seat) is not None
            told_otherwise = told_otherwise and not roll_progress(self._journal.state, id_).complete
            if isinstance(self._gateway.match.answer(_submit(id_)), CommandDone):
                self._over(id_)
            elif owed is None or told_otherwise:
                self._journal.do("withdraw", request=id_, by=TABLE, reason=NOT_ASKED)
                self._journal.put_away()
            elif self._is_untouched(id_) and self._way(owed) != self._way_of(id_):
                # It is asked for anew with the dice that have come or gone.
                self._journal.do("withdraw", request=id_, by=TABLE, reason=OTHER_DICE)

    def _is_untouched(self, id_: str) -> bool:
        return not any(self._journal.state.of(id_))

    def _way_of(self, id_: str) -> tuple[CameraRole, bool]:
        request = self._journal.state.open[id_].request
        return request.watch, request.repeats

    def _sort_out(self) -> None:
        """Of rolls that players owe together, a throw that may be for several is for the only one that lacks it."""
        for entry in list(self._journal.state.entries.values()):
            owed = [self._owed.get(name_of_roll(id_)) for id_ in entry.candidates]
            if entry.settled and len(owed) > 1 and all(each is not None and each.together for each in owed):
                short = [id_ for id_ in entry.candidates if self._is_short(id_)]
                if len(short) == 1:
                    self._journal.do("assign", number=entry.number, request=short[0], by=TABLE)

    def _is_short(self, id_: str) -> bool:
        standing = roll_progress(self._journal.state, id_)
        return len(standing.counted) < standing.asked.request.count

    def _over(self, id_: str) -> None:
        if roll_progress(self._journal.state, id_).complete:
            self._journal.close(id_)
        else:
            self._journal.do("withdraw", request=id_, by=TABLE, reason=NOT_ASKED)
            self._journal.put_away()

    def _ask(self, owed: PendingRoll) -> None:
        opened = {name_of_roll(id_): id_ for id_ in self._journal.state.open}
        if owed.key in opened or not self._may_join(owed, tuple(opened.values())):
            return
        alike = [id_ for id_ in opened.values() if _occasion(id_) == _occasion(owed.key)]
        if not owed.together:  # another player's roll is answered by another command
            alike = [id_ for id_ in alike if _seat(id_) == owed.seat]
        token = alike[0].rpartition("/")[2] if alike else self._token()
        watch, repeats = self._way(owed)
        self._journal.declare(
            RollRequest(
                id=f"{owed.key}:{len(self._journal.state.ids)}/{token}",
                count=owed.count,
                about=" ".join(str(owed.prompt.about.get(name, "")) for name in ("purpose", "creature")).strip(),
                by=frozenset() if owed.seat == TABLE else frozenset({owed.seat}),
                kind=kind_of_dice(owed.kind),
                watch=watch,
                repeats=repeats,
                stand_ins=STAND_INS if owed.kind else frozenset(),
                asks_voids=True,
            )
        )

    def _way(self, owed: PendingRoll) -> tuple[CameraRole, bool]:
        """How the camera takes part, and whether one die may be thrown several times, with the dice that are at hand.

        Beside dice that tell themselves the camera is a second sight; alone, or beside fingers, it is none. With fewer
        dice than the roll takes, the same ones are thrown again.
        """
        usable = self._usable(owed.seat, owed.kind)
        felt = [die for die in usable if not die.startswith(f"{CAMERA}:")]
        watch = CameraRole.COUNTED if felt and len(felt) < len(usable) else CameraRole.NAMED
        return watch, 0 < len(felt) < owed.count

    def _may_join(self, owed: PendingRoll, opened: Sequence[str]) -> bool:
        """Whether a roll may be open beside those of other players: nobody knows whose throw a free die is."""
        if owed.together and self._gateway.word(owed.seat) is not None:
            return False
        journal = self._journal.state
        owners = [journal.owners.get(journal.pairs.get(die, die)) for die in self._usable("")]
        if None not in owners and (owners or not owed.together):  # what is typed says whose it is
            return True
        others = (id_ for id_ in opened if _occasion(id_) == _occasion(owed.key) and _seat(id_) != owed.seat)
        return all(roll_progress(journal, id_).complete for id_ in others)

    def _usable(self, seat: str, kind: str = "") -> tuple[str, ...]:
        """Dice of the right kind at hand that are this player's or anybody's; those that people type in apart."""
        journal = self._journal.state
        return tuple(
            name
            for name, die in journal.dice.items()
            if not die.lost
            and (die.kind == kind_of_dice(kind) or (kind and name.partition(":")[0] in STAND_INS))
            and not name.startswith(f"{MANUAL}:")
            and (not seat or journal.owners.get(journal.pairs.get(name, name)) in (None, seat))
        )

    def _grant(self, owed: tuple[PendingRoll, ...]) -> bool:
        """Intents for what one command answers, once all of it is there; tells whether it was granted."""
        opened = {name_of_roll(id_): id_ for id_ in self._journal.state.open}
        thrown = {each: opened[each.key] for each in owed if each.key in opened}
        complete = {each: id_ for each, id_ in thrown.items() if roll_progress(self._journal.state, id_).complete}
        words = {each: self._gateway.word(each.seat) for each in owed if each.together and each not in complete}
        told = {each: word for each, word in words.items() if word is not None}
        if not complete or len(complete) + len(told) < len(owed):
            return False
        results = {each: self._journal.result(id_) for each, id_ in complete.items()}
        answers: list[Answer] = []
        request = CommandRequest(
            _submit(next(iter(complete.values()))),
            self._together(owed, results, told) if owed[0].together else self._single(owed, results),
            answers.append,
            self._evidence(results),
        )
        self._gateway.match.submit(request)
        self._failed = next((answer for answer in answers if isinstance(answer, CommandFailed)), None)
        for id_ in complete.values():
            if CommandDone() in answers:
                self._over(id_)
            elif answers and self._failed is None:
                self._journal.do("withdraw", request=id_, by=TABLE, reason=REFUSED)
        if CommandDone() in answers and owed[0].together:
            self._gateway.forget_words()
        return CommandDone() in answers

    def _single(self, owed: tuple[PendingRoll, ...], results: Mapping[PendingRoll, RollResult]) -> Command:
        """One player's roll: of one kind of die, or of a pool, whose faces stand in the order of its dice."""
        spec = owed[0].spec
        name, field = next(iter(spec.fields.items()))
        thrown = {each.kind: iter(list(enumerate(results[each].faces, 1))) for each in owed}
        pool = [die.kind for die in getattr(field, "dice", ())] or [owed[0].kind] * len(results[owed[0]].faces)
        faces = [(kind, *next(thrown[kind])) for kind in pool]
        body = {
            "kind": spec.kind,
            "by": spec.by,
            **spec.fixed,
            name: [self._faces_of(kind)[face.face - 1] for kind, _, face in faces],
            "witnesses": [_witness(face, number, _before(kind)) for kind, number, face in faces],
        }
        return self._command(body)

    def _faces_of(self, kind: str) -> Sequence[str]:
        """What the numbers of a kind of die stand for."""
        return self._gateway.match.record.game.shelf.dice()[kind].faces if kind else self._symbols()

    def _together(
        self, owed: tuple[PendingRoll, ...], results: Mapping[PendingRoll, RollResult], told: Mapping[PendingRoll, str]
    ) -> Command:
        words = {each.seat: str(results[each].values[0]) if each in results else told[each] for each in owed}
        proofs = [proof for result in results.values() for face in result.faces for proof in face.proofs]
        if any(self._symbolic(proof.source) for proof in proofs):
            symbols = dict(zip("123456", self._symbols(), strict=True))
            words = {seat: symbols.get(word, word) for seat, word in words.items()}
        spec = owed[0].spec
        return self._command({"kind": spec.kind, "by": spec.by, next(iter(spec.fields)): words})

    def _evidence(self, results: Mapping[PendingRoll, RollResult]) -> dict[str, bytes]:
        """What backs a command: what was asked and told, and the raw packet or picture of every sight."""
        found: dict[str, bytes] = {}
        for owed, result in results.items():
            before = f"{'-'.join(sorted(result.asked.request.by))}." if len(results) > 1 else ""
            before = _before(owed.kind) or before
            found[f"{before}roll"] = json.dumps(self._told(owed, result), ensure_ascii=False, sort_keys=True).encode()
            for number, face in enumerate(result.faces, 1):
                for sight, proof in enumerate(face.proofs, 1):
                    found[before + evidence_name(number, sight)] = proof.evidence.data
            for number, entry in enumerate(result.aside, 1):
                if entry.report is not None:
                    found[f"{before}aside{number}"] = entry.report.evidence.data
        return found

    def _told(self, owed: PendingRoll, result: RollResult) -> dict[str, object]:
        """What was asked and told, with what numbers stood for, and the sources whose numbers say no more than that."""
        sources = {proof.source for face in result.faces for proof in face.proofs}
        symbols_only = sorted(source for source in sources if self._symbolic(source))
        symbols = list(self._faces_of(owed.kind))
        return result_data(result, inline=False) | {"symbols": symbols, "symbols_only": symbols_only}

    def _command(self, body: Mapping[str, object]) -> Command:
        return msgspec.convert(body, type=self._gateway.match.record.game.command_type)  # type: ignore[no-any-return]  # the union is typed as an object


def name_of_roll(id_: str) -> str:
    """What is owed, of an id such as `57:A:3:12/f3`: occasion, seat and count, before the number of the request."""
    return id_.rpartition("/")[0].rpartition(":")[0]


def _occasion(id_: str) -> str:
    return id_.split(":", maxsplit=1)[0]


def _seat(id_: str) -> str:
    return id_.split(":")[1]


def _submit(id_: str) -> str:
    """Name of the intent for a roll; rolls that one command answers have the same."""
    return f"dice/{_occasion(id_)}/{id_.rpartition('/')[2]}"


def _groups(owed: Sequence[PendingRoll]) -> Iterator[tuple[PendingRoll, ...]]:
    """The rolls that one command answers: one alone, those of a pool, or those of all who owe one together."""
    alone = [each for each in owed if not each.together]
    for _, group in groupby(alone, key=lambda each: id(each.spec) if each.kind else id(each)):
        yield tuple(group)
    yield tuple(each for each in owed if each.together)


def _before(kind: str) -> str:
    """What stands before the names of evidence for one kind of a pool."""
    return f"{kind}." if kind else ""


def _witness(face: AcceptedFace, number: int, before: str) -> dict[str, object]:
    first = face.proofs[0]
    return {
        "source": first.source,
        "die": first.die,
        "sure": first.confidence,
        "evidence": before + evidence_name(number, 1),
    }


def evidence_name(number: int, sight: int) -> str:
    """Name of what backs a die of a roll, both counted from 1: the die's own proof, and what else saw it."""
    return f"die{number}" if sight == 1 else f"die{number}.{sight}"
