"""A newcomer chooses a camera, keeps it, and is told what is wrong with it, touching only what is on the screen."""

import asyncio

import numpy as np
import pytest

from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.tablet.mat_phone import MatPhone

pytestmark = pytest.mark.slow

SEEN = "8 of 8 tags read"
USE = "Use this camera"
WRONG = "htp://me:se%20cret@phone/video"


@pytest.fixture
def phone():
    with MatPhone() as phone:
        yield phone


def kept(folder):
    return load(folder / "settings.toml").settings.camera


async def types_address(one, address):
    await one.touches("Another address")
    await one.reads("Address of the camera")
    assert one.line().text == ""
    await one.types(address)
    await one.touches("Done")


def test_the_check_of_the_set_up_chooses_a_camera_and_keeps_it(newly, tmp_path, phone):
    async def act(one):
        await one.touches("Check my set-up")
        await one.reads("No camera has been chosen yet.")
        assert not any(each.startswith(("Light:", "Mat:", "Lens:", "Models:")) for each in one.words())
        await one.touches("Choose")
        await one.reads("No camera has been found. Plug one in")
        assert one.keys("Look again")
        assert not one.keys("Without a camera")
        assert not one.keys("Simulated table")
        assert not one.keys(USE)
        await types_address(one, phone.address())
        await one.reads("images a second", SEEN, "Light: good")
        assert kept(tmp_path) == ""
        await one.touches(USE)
        await one.reads("Check my set-up", SEEN)
        assert kept(tmp_path) == phone.address()

    newly(act, Settings(language=Language.ENGLISH))

    async def again(one):
        await one.touches("Check my set-up")
        await one.reads(SEEN)

    newly(again)


def test_a_camera_can_be_used_only_while_it_gives_a_picture(newly, tmp_path, phone):
    async def act(one):
        await one.touches("Check my set-up")
        await one.touches("Choose")
        await one.until(lambda: one.keys(USE), "a picture")
        phone.light = "cap"
        await one.reads("Take the cap off the lens")
        assert not one.keys(USE)
        phone.light = "good"
        await one.until(lambda: one.keys(USE), "a picture again")
        port = phone.port
        phone.stop()
        await one.reads("No answer from")
        assert not one.keys(USE)
        assert not any(SEEN in each for each in one.words())
        with MatPhone(port):
            await one.until(lambda: one.keys(USE), "a picture once more")
            one.shell.page._blind(OSError("gone"))  # as when it cannot be opened: no wire is pulled so finely
            assert not one.keys(USE)

    newly(act, Settings(language=Language.ENGLISH, camera=phone.address()))


@pytest.mark.parametrize(
    ("light", "advice"), [("dark", "Put more light on the table"), ("glare", "keep reflections off")]
)
def test_light_that_fails_says_what_to_do_where_the_camera_is_chosen_and_checked(newly, phone, light, advice):
    phone.light = light

    async def act(one):
        await one.touches("Check my set-up")
        await one.reads("Light: poor", advice)
        await one.touches("Choose")
        await one.reads("Light: poor", advice)
        phone.light = "good"
        await one.reads("Light: good", SEEN)

    newly(act, Settings(language=Language.ENGLISH, camera=phone.address()))


def test_a_wrong_address_that_was_remembered_is_answered_where_it_is_checked(newly):
    async def act(one):
        await one.touches("Check my set-up")
        await one.reads("The camera cannot be used.", "it looks like http://192.168.1.20:8080/video")
        assert not [each for each in one.words() if "cret" in each]
        await one.touches("Choose")
        await one.reads("it looks like http://192.168.1.20:8080/video")
        assert not one.keys(USE)
        assert not [each for each in one.words() if "cret" in each]

    newly(act, Settings(language=Language.ENGLISH, camera=WRONG))


def test_the_letters_of_a_password_are_not_seen_while_it_is_typed(newly):
    async def act(one):
        await one.touches("Check my set-up")
        await one.touches("Choose")
        await one.touches("Another address")
        pictures = []
        for password in ("iil", "Wm0"):
            await one.types(f"http://me:{password}")
            await asyncio.sleep(0.2)
            pictures.append(drawn(one))
            await one.types("@Phone.lan/Video?pwd=")
            pictures.append(drawn(one))
            for _ in one.line().text:
                await one.touches("⌫")
        await one.types("http://Phone.lan")
        seen = drawn(one)
        assert (pictures[0] == pictures[2]).all(), "another password looks the same"
        assert (pictures[1] == pictures[3]).all()
        assert (pictures[0] != seen).any()

    newly(act, Settings(language=Language.ENGLISH))


def drawn(one):
    """The picture of the line that is written into, without its cursor."""
    line = one.line()
    line.focus = False
    return np.frombuffer(line.export_as_image().texture.pixels, np.uint8)


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_every_sign_of_an_address_can_be_typed(newly, size):
    """Those that RFC 3986 allows, and those of paths."""
    signs = "AZaz09-._~:/?#[]@!$&'()*+,;=% \\|{}\""

    async def act(one):
        await one.touches("Check my set-up")
        await one.touches("Choose")
        await one.touches("Another address")
        await one.reads("Address of the camera")
        others = [each for each in signs if not one._writes(each) and each != " "]
        await one.touches("⇧")
        await one.until(lambda: one._writes("Q"), "large letters")
        assert [each for each in others if not one._writes(each) and not one._writes(each.swapcase())] == []
        assert one.keys("Space")

    newly(act, Settings(language=Language.ENGLISH), size=size)
