"""What is said of the set-up, part by part: how it is, and what to do. Knows nothing of Kivy."""

from companion.referee import Health, Level, Subsystem
from companion.referee.api.health import ORGANS
from companion.referee.camera.devices import EXAMPLE, shown_camera, understood
from companion.referee.capture.preview import PreviewFrame
from companion.referee.dice.discovery import radio_cause
from companion.referee.dice.sources import FoundDie
from companion.referee.lobby.open_table import TablePart, part_of
from companion.tablet.data.wording import number, trouble_sentence
from companion.texts import Language, say

Told = tuple[Level | None, str, str, str]
"""How it is, None while that is not known; what is said of it; what to do; what the key says that does it."""

ORGANS_OF_CAMERA = (Subsystem.CAMERA, Subsystem.LIGHT, Subsystem.MAT, Subsystem.LENS)
USB = "usb:"
HTTPS = "https:"
SLOW_HZ = 8.0
"""Below this the table is seen too seldom for a hand that moves a miniature."""
GOOD_LENS_MM = 0.3
"""The lens should cost no more than the rest of the measurement."""


def usb_number(camera: str) -> int | None:
    """The number of a camera on a cable as people count, from 1; None for any other camera."""
    number = camera.removeprefix(USB)
    return int(number) + 1 if number != camera and number.isdecimal() else None


def wrong_address(language: Language, typed: str) -> str:
    """What is wrong with a camera's address, and what to write instead; empty where nothing is."""
    if understood(typed) is not None:
        return ""
    kind = "https" if typed.strip().lower().startswith(HTTPS) else "wrong"
    return say(language, f"setup.camera.address_{kind}", example=EXAMPLE)


def fault_words(language: Language, error: Exception, camera: str) -> tuple[str, str, str]:
    """What cannot be used, what to do about it, and the cause; no password is in it.

    Args:
        language: The reader's.
        error: What went wrong when a table was opened.
        camera: The camera that looks at it, as the player names it.
    """
    part = part_of(error)
    is_camera = part is TablePart.CAMERA
    do = (wrong_address(language, camera) if is_camera else "") or say(language, f"shell.fault.{part.value}_do")
    return say(language, f"shell.fault.{part.value}"), do, shown_camera(camera) if is_camera else str(error)


def line_of(language: Language, organ: Subsystem, glimpse: PreviewFrame) -> Told:
    """What is said of one part of the seeing."""
    health = glimpse.health
    if health.age_s is None and not health.troubles:
        return None, say(language, "checking.looking"), "", ""
    note = _what_to_do(language, organ, health)
    if health.levels[Subsystem.CAMERA] is Level.BLIND and organ is not Subsystem.CAMERA:
        return Level.BLIND, say(language, f"checking.{organ.value}_blind"), say(language, "checking.camera_first"), ""
    if organ is Subsystem.CAMERA:
        return _camera(language, health, note)
    if organ is Subsystem.LENS:
        return _lens(language, glimpse, note)
    return _on_the_table(language, organ, glimpse, note)


def _on_the_table(language: Language, organ: Subsystem, glimpse: PreviewFrame, note: str) -> Told:
    """What is said of the mat, its light, and what stands there."""
    level, count = glimpse.health.levels[organ], glimpse.health.count
    if organ is Subsystem.MAT:
        seen, there = glimpse.mat_tags
        blind = level is Level.BLIND
        text = say(language, f"checking.mat_{'blind' if blind else 'tags'}", seen=seen, there=there)
    elif organ is Subsystem.LIGHT:
        text = say(language, f"checking.light_{'good' if level is Level.GOOD else 'poor'}")
    else:
        text = say(language, "checking.pieces", seen=count.seen + count.held)
    return level, text, note, ""


def _camera(language: Language, health: Health, note: str) -> Told:
    level = health.levels[Subsystem.CAMERA]
    if level is Level.BLIND:
        return level, say(language, "checking.camera_blind"), note, ""
    if not health.frame_rate_hz:  # not counted yet
        return level, say(language, "checking.camera_seen"), note, ""
    text = say(language, "checking.camera_rate", rate=round(health.frame_rate_hz))
    if health.frame_rate_hz < SLOW_HZ:
        return Level.WORSE, text, note or say(language, "checking.camera_slow"), ""
    return level, text, note, ""


def _lens(language: Language, glimpse: PreviewFrame, note: str) -> Told:
    act = say(language, "checking.calibrate")
    if not glimpse.calibrated:
        return Level.WORSE, say(language, "checking.lens_estimated"), say(language, "checking.lens_do"), act
    error_mm = glimpse.lens_error_mm
    if error_mm is None:
        return glimpse.health.levels[Subsystem.LENS], say(language, "checking.lens_calibrated"), note, act
    text = say(language, "checking.lens_error", error=number(language, error_mm, 2))
    if error_mm > GOOD_LENS_MM:
        return Level.WORSE, text, note or say(language, "checking.lens_again"), act
    return glimpse.health.levels[Subsystem.LENS], text, note, act


def dice_line(language: Language, found: tuple[FoundDie, ...], troubles: tuple[str, ...], *, patient: bool) -> Told:
    """What is said of the dice.

    Args:
        language: The reader's.
        found: The dice heard of.
        troubles: What keeps others from being heard, in English.
        patient: Whether some more may be heard of soon.
    """
    if found:
        names = ", ".join(die.name or die.die for die in found)
        return Level.GOOD, say(language, "checking.dice", count=len(found)), names, ""
    if troubles:
        cause = radio_cause(troubles[0])
        note = troubles[0] if cause is None else say(language, f"checking.radio_{cause.replace('-', '_')}")
        return Level.WORSE, say(language, "checking.dice_none"), f"{note} {say(language, 'checking.dice_else')}", ""
    if patient:
        return None, say(language, "checking.dice_looking"), "", ""
    return Level.WORSE, say(language, "checking.dice_none"), say(language, "checking.dice_do"), ""


def phones_line(language: Language, addresses: tuple[str, ...], port: int) -> Told:
    """What is said of the network that phones come by; whether they get through shows only once a game is open."""
    if not addresses:
        return Level.WORSE, say(language, "checking.phones_none"), say(language, "checking.phones_do"), ""
    address = f"http://{addresses[0]}:{port}"
    return None, say(language, "checking.phones", address=address), say(language, "checking.phones_same"), ""


def _what_to_do(language: Language, organ: Subsystem, health: Health) -> str:
    """The sentence of the organ's worst trouble; empty without one."""
    mine = (trouble for trouble in health.troubles if ORGANS.get(trouble.kind, Subsystem.CAMERA) is organ)
    return next((trouble_sentence(language, trouble) for trouble in mine), "")
