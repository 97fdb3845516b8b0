"""How fights ended, in a reader's words: both sides' dice, hits, saves, what stopped them, and the wounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.display.result import DieShown, ResultShown, StruckShown, ThrowShown
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.fight_results import ATTACK, DEFENCE, HARM, HarmResult, Result, Throw
from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording.abilities import ability_name
from companion.games.signum.words.names import name_of
from companion.games.values import Stand
from companion.geometry import MatPoint
from companion.texts import Language, TextError, listed


def result_shown(state: State, result: Result, shapes: Mapping[str, str], language: Language) -> ResultShown:
    """A result in words.

    Args:
        state: The game, for names.
        result: How a fight ended.
        shapes: Of the players, by their ids.
        language: The reader's.
    """
    return _Words(state, result, shapes, language).shown()


@dataclass(frozen=True, slots=True)
class _Words:
    state: State
    result: Result
    shapes: Mapping[str, str]
    language: Language

    def shown(self) -> ResultShown:
        result = self.result
        ability, edition = result.ability, self.state.rules.edition
        ability = ability_name(ability, edition, self.language) if ability in CATALOGUE else ability
        named = {"source": self._name(result.source), "target": self._name(result.target), "ability": ability}
        title = self._say(f"title.{result.kind}", **named)
        struck = self._struck() if result.over else ()
        return ResultShown(title, tuple(self._throws()), tuple(struck), _point(result.source_at), over=result.over)

    def _throws(self) -> Iterator[ThrowShown]:
        for throw in self.result.throws:
            dice = tuple(
                DieShown(face, self._face(face), face in throw.succeeds)
                for face in sorted(throw.faces, key=lambda face: face not in throw.succeeds)
            )
            counted = self._say(f"figure.{'hits' if throw.role == ATTACK else 'saves'}")
            yield ThrowShown(
                self._name(throw.creature),
                self._shape(throw.creature),
                self._role(throw),
                dice,
                f"{counted}: {throw.good}",
            )

    def _role(self, throw: Throw) -> str:
        """What was rolled for, and which faces count for that."""
        if not throw.succeeds:
            return self._say(f"role.{throw.role}")
        way = "wounded" if throw.wounded else "on"
        return self._say(f"role.{throw.role}_{way}", faces=listed(self._face(each) for each in throw.succeeds))

    def _struck(self) -> Iterator[StruckShown]:
        """Whoever was harmed, then whoever was attacked and is not."""
        result = self.result
        for harm in result.harms:
            yield self._harmed(harm)
        harmed = {harm.target for harm in result.harms}
        attacked = {self._other(throw.creature): throw for throw in result.throws if throw.role == ATTACK}
        for name, throw in attacked.items():
            if name not in harmed and result.kind != HARM:
                at = result.target_at if name == result.target else result.source_at
                rolled = self._rolled(name) if throw.good else ()
                figures = (*rolled, self._figure("wounds", 0))
                yield StruckShown(self._name(name), self._shape(name), figures, 0, at=_point(at))
        if not result.throws and not result.harms:
            name, wounds = result.target, self._figure("wounds", 0)
            yield StruckShown(
                self._name(name), self._shape(name), (wounds,), 0, self._say("end.idle"), _point(result.target_at)
            )

    def _harmed(self, harm: HarmResult) -> StruckShown:
        rolled = self._rolled(harm.target)
        hits = sum(throw.good for throw in self._against(harm.target))
        saves = sum(throw.good for throw in self._own(harm.target))
        figures = list(rolled)
        if not rolled:
            figures.append(self._figure("points", harm.amount))
        elif harm.amount != max(0, hits - saves):
            figures.append(self._figure("counts", harm.amount))
        stopped = (("relics", harm.relics), ("armour", harm.armour))
        figures += [self._figure(name, count) for name, count in stopped if count]
        figures.append(self._figure("wounds", harm.wounds))
        had_armour = harm.pierces and self._has_armour(harm.target)
        key = "falls" if harm.fell else "pierced" if had_armour else ""
        name = self._name(harm.target)
        ending = self._say(f"end.{key}", name=name) if key else ""
        return StruckShown(
            name, self._shape(harm.target), tuple(figures), harm.wounds, ending, _point(harm.at), harm.fell
        )

    def _rolled(self, target: str) -> tuple[tuple[str, int], ...]:
        """Hits against somebody and its own saves; nothing where no dice were rolled."""
        against, own = self._against(target), self._own(target)
        if not against:
            return ()
        hits = self._figure("hits", sum(throw.good for throw in against))
        return (hits, self._figure("saves", sum(throw.good for throw in own))) if own else (hits,)

    def _against(self, target: str) -> list[Throw]:
        return [each for each in self.result.throws if each.role == ATTACK and self._other(each.creature) == target]

    def _own(self, target: str) -> list[Throw]:
        return [each for each in self.result.throws if each.role == DEFENCE and each.creature == target]

    def _other(self, creature: str) -> str:
        """Whom a throw of somebody was against: in Backstabs all strike the same one."""
        result = self.result
        return result.source if creature == result.target else result.target

    def _has_armour(self, creature: str) -> bool:
        known = self.state.creatures.get(creature)
        return known is not None and known.armour > 0

    def _figure(self, name: str, count: int) -> tuple[str, int]:
        return self._say(f"figure.{name}"), count

    def _name(self, thing: str) -> str:
        return name_of(thing, self.state, self.language)

    def _shape(self, creature: str) -> str:
        known = self.state.creatures.get(creature)
        return self.shapes.get(known.controller if known is not None else creature.partition(":")[0], "")

    def _face(self, face: str) -> str:
        try:
            return say(self.language, f"log.face.{face}")
        except TextError:  # a number
            return face

    def _say(self, key: str, **values: object) -> str:
        return say(self.language, f"result.{key}", **values)


def _point(stand: Stand | None) -> MatPoint | None:
    return None if stand is None else MatPoint(stand.x_mm, stand.y_mm)
