"""The editions of the rules as data: constants, success faces and switches (S-CONST, S-DIFF, S-OPEN).

Where the texts differ or are silent the game begins with the catalogue's default; each switch may be set otherwise for
one game, and the record says so.
"""

from enum import StrEnum
from typing import Literal, get_args

import msgspec

from companion.games.signum.model.constants import Edition

BULLSEYE, AXE, SHIELD = "bullseye", "axe", "shield"
FACES = (BULLSEYE, AXE, SHIELD)
PRIORITY_RANK = {BULLSEYE: 1, AXE: 2, SHIELD: 3, "shield/axe": 3} | {str(n): n for n in range(1, 7)}
"""How high a face counts in the roll for the first turn."""
FACE_OF_NUMBER = {1: BULLSEYE, 2: BULLSEYE, 3: AXE, 4: AXE, 5: SHIELD, 6: SHIELD}
"""S-CONST-01."""
FACE_NAMES = {face: face for face in FACES} | {"shield/axe": SHIELD} | {str(n): f for n, f in FACE_OF_NUMBER.items()}
"""What a die may be said to show, and which face that is (S-CONST-02, S-CONST-03)."""


class Variant(StrEnum):
    """Ways to play (S-VAR)."""

    DUEL = "duel"
    BATTLE_OF_THREE = "battle_of_three"
    FREE_FOR_ALL = "free_for_all"
    SHOULDER_TO_SHOULDER = "shoulder_to_shoulder"


class SuccessFaces(msgspec.Struct, frozen=True, kw_only=True):
    """Which faces succeed for each roll (S-CONST-24)."""

    melee: tuple[str, ...] = (AXE, SHIELD)
    melee_wounded: tuple[str, ...] = (SHIELD,)
    melee_defence: tuple[str, ...] = (SHIELD,)
    shot: tuple[str, ...] = (BULLSEYE,)
    magical_shot: tuple[str, ...] = (BULLSEYE,)
    throwing: tuple[str, ...] = (BULLSEYE, AXE)
    ranged_defence: tuple[str, ...] = (SHIELD,)
    detection: tuple[str, ...] = (SHIELD,)
    magical_detection: tuple[str, ...] = (BULLSEYE,)
    heal_in_contact: tuple[str, ...] = (AXE, SHIELD)
    heal_at_distance: tuple[str, ...] = (SHIELD,)
    control: tuple[str, ...] = (BULLSEYE,)
    regeneration: tuple[str, ...] = (BULLSEYE,)
    secret_entrance: tuple[str, ...] = (AXE, SHIELD)


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """Constants that differ between editions, or that a table may agree otherwise (S-CONST)."""

    deck_least: int = 20
    deck_most: int = 40
    starter_deck: int | None = None
    copies_of_support: int | None = None
    prosperity_at_start: int = 3
    hand_at_start: int = 4
    mulligan_most: int = 4
    income: int = 1
    skip_income: int = 2
    hand_limit: int = 10
    city_limit: int = 12
    character_limit: int = 7
    prosperity_to_win: int = 51
    construction_deck_most: int | None = 12


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """Wordings that differ between editions or that the texts leave open; each names its rule or open point.

    Attributes:
        trade_at_start: Cards may be discarded for Prosperity at the start (S-SETUP-13).
        tactic_turns: In whose turn a tactic may trigger (S-CARD-47).
        class_bonus_on: Where class bonuses are printed (S-CARD-24).
        forced_summon_contact: Without effect: no edition forbids contact to a forced summoning (S-SUMMON-04); older
            games are on record with it.
        difficult_holds: Difficult terrain may not be left the same turn (S-TERRAIN-25).
        cover_dice: Defence dice against a Magical Shot in cover (S-OPEN-16).
        cover_when: When cover applies (S-TERRAIN-27).
        cover_reroll: Against what failed defence dice are rerolled (S-TERRAIN-28).
        ruins: Ruins can be searched (S-TERRAIN-31).
        stealth_blocks_sight: Hidden characters block lines of sight (S-LOS-07).
        stealth_backstabs: Hidden characters may Backstab, losing the token (S-BACK-20).
        backstab_is_attack: A Backstab is rolled as a melee attack, with what changes such rolls (S-BACK-13).
        stealth_lost_by_run: A run costs the token (S-STEALTH-08).
        shoot_beside_stealth: Contact with a hidden enemy does not forbid shooting (S-RANGED-06).
        spells_reach_stealth: Spells may be aimed at hidden characters (S-STEALTH-04).
        detection_is_melee: Trying to detect uses up the melee declaration (S-STEALTH-19).
        hidden_may_detect: A hidden character may detect without losing its token (S-STEALTH-25).
        shadow_needs_activation: Go to the Shadow takes the whole turn (S-STEALTH-31).
        agile: What Agile prevents (S-DIFF-29).
        ranged_limit: Whether every ranged attack ends at XL (S-RANGED-03).
        expert_dice: Dice of Expert of Attack and Defense: the printed number, or 1 (S-AB-22).
        regeneration: Dice or points (S-AB-52).
        hammerblow: Which dice it doubles (S-OPEN-33).
        difficult_target_once: Difficult target works once a turn (S-DIFF-49).
        sniper_rerolls: Sniper may reroll (S-AB-57).
        buckshot_needs_success: Buckshot pushes only after a bullseye (S-AB-08).
        buckshot_extra: What stopping short costs (S-AB-08).
        charge_once: Charge works once a turn and until its end (S-AB-11).
        contract_at: When Contract is paid (S-AB-13).
        masters_reroll_exactly: Masters reroll exactly X dice, not up to X (S-DIFF-76).
        master_of_magic: Which dice it rerolls (S-AB-43).
        battle_mage: Which abilities it frees (S-AB-05).
        persecution: How often (S-AB-47).
        steam_engine_once: Once a turn (S-AB-60).
        flight_ends_on: What a flyer may not end on (S-OPEN-17).
        first_word: Whether First and Last Words are said by any card that is played and goes to the Graveyard, or only
            by characters that enter and leave the Battlefield (S-ABIL-14, S-ABIL-15).
        graveyards_open: Whose Graveyards may be looked through (S-ZONE-12).
        tie_break: How Prosperity and the City's cost are compared (S-END-13).
        minus_from_attacks: Whether "-X from attacks" counts once an attack (S-OPEN-29).
        architect: How Construction Decks are drawn (S-VAR-05, S-VAR-07).
        cards_inside: Spells and relics may be played within an activation, before its melee (S-OPEN-77).
        sight_from: Where a line of sight starts: at any point of the shooter's base, or at its centre (S-LOS-05).
        strike_faces: Which faces succeed for a Magical Strike: those of melee, or of a Magical Shot (S-OPEN-03).
        strike_back: Whether the target of a Magical Strike assigns dice and strikes back (S-MELEE-35).
        missed_draw_pays: Which opponents gain Prosperity from a missed draw: each, or the next in turn order
            (S-VAR-39).
        all_defence_after: After whose attacks a target must put all dice into defence: any earlier one, or only one of
            another attacker (S-MELEE-30).
        sight_lines: Whether a line may graze what blocks and pass through any gap, or needs a passage (S-LOS-09).
            Games from before this could be chosen were played with grazing lines.
    """

    trade_at_start: bool = True
    tactic_turns: Literal["opponent", "both"] = "opponent"
    class_bonus_on: Literal["building", "card"] = "building"
    forced_summon_contact: bool = False
    difficult_holds: bool = False
    cover_dice: Literal["per_hit", "single"] = "per_hit"
    cover_when: Literal["contact_or_line", "hidden_or_line"] = "contact_or_line"
    cover_reroll: Literal["shot_and_throwing", "shot"] = "shot_and_throwing"
    ruins: bool = True
    stealth_blocks_sight: bool = False
    stealth_backstabs: bool = True
    backstab_is_attack: bool = False
    stealth_lost_by_run: bool = False
    shoot_beside_stealth: bool = True
    spells_reach_stealth: bool = True
    detection_is_melee: bool = False
    hidden_may_detect: bool = False
    shadow_needs_activation: bool = True
    agile: Literal["all", "leaving"] = "all"
    ranged_limit: Literal["xl", "printed"] = "xl"
    expert_dice: Literal["printed", "one"] = "printed"
    regeneration: Literal["dice", "points"] = "dice"
    hammerblow: Literal["attacking", "every_attack_die"] = "every_attack_die"
    difficult_target_once: bool = False
    sniper_rerolls: bool = True
    buckshot_needs_success: bool = True
    buckshot_extra: Literal["damage", "wound"] = "damage"
    charge_once: bool = True
    contract_at: Literal["activation", "phase"] = "activation"
    masters_reroll_exactly: bool = False
    master_of_magic: Literal["magical_shot", "spell"] = "magical_shot"
    battle_mage: Literal["magical_shot", "magical"] = "magical_shot"
    persecution: Literal["x", "once"] = "x"
    steam_engine_once: bool = True
    flight_ends_on: Literal["on", "in_contact"] = "on"
    first_word: Literal["played", "enters"] = "played"
    graveyards_open: Literal["own", "all"] = "all"
    tie_break: Literal["sum", "one_after_the_other"] = "sum"
    minus_from_attacks: Literal["per_attack", "per_hit"] = "per_attack"
    architect: Literal["one_pending", "two_at_start"] = "one_pending"
    cards_inside: bool = False
    sight_from: Literal["base", "centre"] = "base"
    sight_lines: Literal["grazing", "passage"] = "grazing"
    strike_faces: Literal["of_melee", "of_magical_shot"] = "of_melee"
    strike_back: bool = True
    missed_draw_pays: Literal["each_opponent", "next_opponent"] = "each_opponent"
    all_defence_after: Literal["any_attack", "other_attackers"] = "any_attack"


Thing = Literal["prosperity", "taps", "graveyards"]
THINGS: tuple[Thing, ...] = get_args(Thing)
"""What players may keep on cardboard instead of the program: stocks, which buildings are tapped, Graveyards."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game.

    Attributes:
        edition: Whose column is used.
        variant: Who plays with whom.
        architect: Whether Experienced Architect is played (S-VAR-01).
        contact_mm: A gap up to this is contact (S-MOVE-03).
        time_limit: Whether a time limit was agreed (S-END-10).
        numbers: Constants.
        faces: Success faces.
        switches: Wordings.
        on_cardboard: What the players keep themselves; the program neither shows nor checks it.
    """

    edition: Edition = Edition.EN
    variant: Variant = Variant.DUEL
    architect: bool = False
    contact_mm: float = 2.0
    time_limit: bool = False
    numbers: Numbers = Numbers()
    faces: SuccessFaces = SuccessFaces()
    switches: Switches = Switches()
    on_cardboard: tuple[Thing, ...] = ()

    def keeps(self, thing: Thing) -> bool:
        """Whether the program keeps something, not the players on cardboard."""
        return thing not in self.on_cardboard


_EN = Switches(sight_lines="passage")
_RU = msgspec.structs.replace(
    _EN,
    trade_at_start=False,
    tactic_turns="both",
    class_bonus_on="card",
    forced_summon_contact=True,
)
_RU_WEB = msgspec.structs.replace(
    _RU,
    difficult_holds=True,
    cover_when="hidden_or_line",
    cover_reroll="shot",
    stealth_blocks_sight=True,
    stealth_backstabs=False,
    backstab_is_attack=True,
    stealth_lost_by_run=True,
    shoot_beside_stealth=False,
    detection_is_melee=True,
    hidden_may_detect=True,
    shadow_needs_activation=False,
    agile="leaving",
    ranged_limit="printed",
    expert_dice="one",
    regeneration="points",
    difficult_target_once=True,
    sniper_rerolls=False,
    buckshot_needs_success=False,
    buckshot_extra="wound",
    charge_once=False,
    contract_at="phase",
    masters_reroll_exactly=True,
    master_of_magic="spell",
    battle_mage="magical",
    persecution="once",
    steam_engine_once=False,
    first_word="enters",
    tie_break="one_after_the_other",
    architect="two_at_start",
)

_OF_EDITION: dict[Edition, tuple[Numbers, Switches]] = {
    Edition.EN: (Numbers(), _EN),
    Edition.RU: (Numbers(deck_least=30, starter_deck=20, copies_of_support=2, prosperity_at_start=2), _RU),
    Edition.RU_WEB: (
        Numbers(
            deck_least=30,
            starter_deck=20,
            copies_of_support=2,
            prosperity_at_start=2,
            construction_deck_most=None,
        ),
        _RU_WEB,
    ),
}


def rules_for(edition: Edition, **chosen: object) -> Rules:
    """The rules of an edition with its defaults; where it is silent, those it takes over.

    Args:
        edition: Which.
        chosen: Other fields of `Rules`, such as `variant` or `switches`.
    """
    numbers, switches = _OF_EDITION[edition]
    return msgspec.structs.replace(Rules(edition=edition, numbers=numbers, switches=switches), **chosen)
