"""The catalogue of named abilities, and which of them a creature has now, with what value (S-AB, S-ABIL, S-DRAGON-02).

A creature has what is printed on its card, what lasting effects gave it, what relics and class buildings give its
hero or class, and what Auras around it give. Of two abilities of one name the higher value counts; "+X" adds to one
that is there.
"""

from dataclasses import dataclass

from companion.games.signum.creature.influences import abilities_after, influences
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """One ability of the catalogue.

    Attributes:
        rule_id: Its line, `S-AB-nn`.
        names: By language.
        activate: Whether using it takes the whole turn (S-ABIL-03).
        impact: Whether a Stealth token protects from it (S-AB-33).
    """

    rule_id: str
    names: dict[str, str]
    activate: bool = False
    impact: bool = False


def _entry(number: int, en: str, ru: str, uk: str, *, activate: bool = False, impact: bool = False) -> Entry:
    return Entry(f"S-AB-{number:02d}", {"en": en, "ru": ru, "uk": uk}, activate, impact)


CATALOGUE: dict[str, Entry] = {
    "less_from_attacks": _entry(1, "-X from attacks", "-X от атак", "-X від атак"),
    "agile": _entry(2, "Agile", "Проворный", "Спритний"),
    "armour": _entry(3, "Armour", "Броня", "Броня"),
    "aura": _entry(4, "Aura", "Аура", "Аура"),
    "battle_mage": _entry(5, "Battle mage", "Боевой маг", "Бойовий маг"),
    "berserk": _entry(6, "Berserk", "Берсерк", "Берсерк"),
    "blocks_sight": _entry(7, "Blocks line of sight", "Закрывает Линию видимости", "Закриває лінію видимості"),
    "buckshot": _entry(8, "Buckshot", "Картечь", "Картеч"),
    "ruins_reroll": _entry(9, "Can re-roll a die while searching Ruins", "Переброс при поиске в руинах",
                           "Перекидання під час пошуку в руїнах"),
    "cautious": _entry(10, "Cautious", "Осторожный", "Обережний"),
    "charge": _entry(11, "Charge", "Разгон", "Розгін"),
    "concentration": _entry(12, "Concentration", "Концентрация", "Концентрація", activate=True),
    "contract": _entry(13, "Contract", "Звон монет", "Дзвін монет"),
    "control": _entry(14, "Control", "Контроль", "Контроль", activate=True, impact=True),
    "defender": _entry(15, "Defender", "Защитник", "Захисник"),
    "cover": _entry(16, "Defense against ranged attacks", "Защита от стрельбы", "Захист від стрільби"),
    "dexterous": _entry(17, "Dexterous", "Ловкий", "Вправний"),
    "difficult_target": _entry(18, "Difficult target", "Трудная цель", "Важка ціль"),
    "difficult": _entry(19, "Difficult", "Труднопроходимый", "Важкопрохідний"),
    "durability": _entry(20, "Durability", "Прочность", "Міцність"),
    "effect": _entry(21, "Effect", "Эффект", "Ефект"),
    "expert_of_attack": _entry(22, "Expert of Attack", "Эксперт атаки", "Експерт атаки"),
    "expert_of_defence": _entry(23, "Expert of Defense", "Эксперт защиты", "Експерт захисту"),
    "fast": _entry(24, "Fast", "Быстрый", "Швидкий"),
    "first_word": _entry(25, "First Word", "Первое слово", "Перше слово"),
    "flight": _entry(26, "Flight", "Полёт", "Політ"),
    "fortitude": _entry(27, "Fortitude", "Стойкий", "Стійкий"),
    "go_to_the_shadow": _entry(28, "Go to the Shadow", "Уйти в тень", "Піти в тінь", activate=True),
    "hammerblow": _entry(29, "Hammerblow", "Тяжёлая рука", "Важка рука"),
    "healer": _entry(30, "Healer", "Целитель", "Цілитель", activate=True, impact=True),
    "healing": _entry(31, "Healing", "Исцеление", "Зцілення", activate=True, impact=True),
    "howl": _entry(32, "Howl", "Вой", "Виття"),
    "impact": _entry(33, "Impact", "Воздействие", "Вплив"),
    "impassable": _entry(34, "Impassable", "Непроходимая", "Непрохідна"),
    "initiative": _entry(35, "Initiative", "Инициатива", "Ініціатива"),
    "jump": _entry(36, "Jump", "Прыжок", "Стрибок"),
    "last_word": _entry(37, "Last Word", "Последнее слово", "Останнє слово"),
    "magical_shot": _entry(38, "Magical Shot", "Магический выстрел", "Магічний постріл"),
    "magical_strike": _entry(39, "Magical Strike", "Магический удар", "Магічний удар"),
    "master_of_attack": _entry(40, "Master of Attack", "Мастер атаки", "Майстер атаки"),
    "master_of_defence": _entry(41, "Master of Defense", "Мастер защиты", "Майстер захисту"),
    "master_of_healing": _entry(42, "Master of Healing", "Мастер целительства", "Майстер цілительства"),
    "master_of_magic": _entry(43, "Master of Magic", "Мастер магии", "Майстер магії"),
    "master_of_shooting": _entry(44, "Master of Shooting", "Мастер стрельбы", "Майстер стрільби"),
    "multiple_uses": _entry(45, "Multiple Uses", "Многоразовость", "Багаторазовість"),
    "pathfinder": _entry(46, "Pathfinder", "Следопыт", "Слідопит"),
    "persecution": _entry(47, "Persecution", "Преследование", "Переслідування"),
    "predator": _entry(48, "Predator", "Хищник", "Хижак"),
    "predictable": _entry(49, "Predictable", "Предсказуемый", "Передбачуваний"),
    "quick_shooter": _entry(50, "Quick shooter", "Быстрый стрелок", "Швидкий стрілець"),
    "reckless": _entry(51, "Reckless", "Воинственный", "Войовничий"),
    "regeneration": _entry(52, "Regeneration", "Регенерация", "Регенерація"),
    "rush": _entry(53, "Rush", "Рывок", "Ривок"),
    "shield_from": _entry(54, "Shield from", "Щит от", "Щит від"),
    "shot": _entry(55, "Shot", "Выстрел", "Постріл"),
    "slow": _entry(56, "Slow", "Медлительный", "Повільний"),
    "sniper": _entry(57, "Sniper", "Снайпер", "Снайпер"),
    "stamina": _entry(58, "Stamina", "Выносливый", "Витривалий"),
    "stealth": _entry(59, "Stealth", "Скрытный", "Потайний"),
    "steam_engine": _entry(60, "Steam Engine", "Паровой котёл", "Паровий котел"),
    "surcharge": _entry(61, "Surcharge", "Доплата", "Доплата"),
    "throwing": _entry(62, "Throwing", "Метание", "Метання"),
    "veteran": _entry(63, "Veteran", "Опытный боец", "Досвідчений боєць"),
}  # fmt: skip
"""Every named ability by the key that cards use."""

WEB_NAMES: dict[str, dict[str, str]] = {
    "blocks_sight": {"en": "Blocks shooting", "ru": "Закрывает от стрельбы", "uk": "Закриває від стрільби"},
    "master_of_healing": {"en": "Master healer", "ru": "Мастер-целитель", "uk": "Майстер-цілитель"},
    "stealth": {"en": "Hidden", "ru": "Скрытый", "uk": "Прихований"},
}
"""Abilities that the edition on the web calls otherwise (S-DIFF-42, S-AB-42, S-AB-59)."""


def names_of(name: str, edition: Edition) -> dict[str, str]:
    """What an ability of the catalogue is called in an edition, by language.

    Raises:
        KeyError: If the catalogue has no such ability.
    """
    web = WEB_NAMES.get(name) if edition is Edition.RU_WEB else None
    return CATALOGUE[name].names if web is None else web


def abilities_of(state: State, creature: Creature) -> tuple[Ability, ...]:
    """All abilities a creature has now, in the order it got them (Dragon rule 4)."""
    return abilities_after(state, creature, influences(state, creature))


def ability(state: State, creature: Creature, name: str) -> Ability | None:
    """An ability of that name that a creature has now, the one of the highest value; None without one."""
    same = [each for each in abilities_of(state, creature) if each.name == name and not each.plus]
    return max(same, key=lambda each: each.x or 0) if same else None


def has(state: State, creature: Creature, name: str) -> bool:
    """Whether a creature has an ability now."""
    return ability(state, creature, name) is not None


def value(state: State, creature: Creature, name: str) -> int:
    """The number of an ability with all that adds to it, not below 0 (S-DRAGON-03); 0 without the ability."""
    known = ability(state, creature, name)
    if known is None:
        return 0
    added = sum(each.x or 0 for each in abilities_of(state, creature) if each.name == name and each.plus)
    return max(0, (known.x or 0) + added)
