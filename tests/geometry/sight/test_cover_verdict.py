"""Cover as a verdict: yes and no as `cover_on_line` has it, close where the places leave a doubt."""

import dataclasses

import pytest

from companion.geometry import Answer, Base, MatPoint, Scene, Terrain, cover_on_line, judge_cover


def template(x0, x1, y0=200.0, y1=400.0, *, sigma_mm=0.0, name="wood"):
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(name, tuple(MatPoint(x, y) for x, y in corners), cover=True, sigma_mm=sigma_mm)


def scene(*terrain):
    bases = (Base("a", MatPoint(100.0, 300.0), 16.0), Base("b", MatPoint(300.0, 300.0), 16.0))
    return Scene(bases=bases, terrain=terrain)


@pytest.mark.parametrize(
    ("terrain", "answer"),
    [
        ((), Answer.NO),
        ((dataclasses.replace(template(195.0, 205.0), cover=False),), Answer.NO),
        ((template(195.0, 205.0),), Answer.YES),  # across every line
        ((template(195.0, 205.0, y0=310.0),), Answer.NO),  # there is a line past it
        ((template(316.0, 340.0),), Answer.YES),  # touches
        ((template(317.9, 340.0),), Answer.YES),  # within the tolerance of 2
        ((template(318.1, 340.0),), Answer.NO),
    ],
)
def test_exact_places_have_plain_answers_that_agree_with_the_list(terrain, answer):
    judged = judge_cover(scene(*terrain), "a", "b", tolerance_mm=2.0)
    assert judged.answer is answer
    assert bool(cover_on_line(scene(*terrain), "a", "b", tolerance_mm=2.0)) is (answer is Answer.YES)


@pytest.mark.parametrize(
    ("piece", "answer"),
    [
        (template(318.5, 340.0, sigma_mm=0.5), Answer.CLOSE),  # 0.5 mm beyond the tolerance
        (template(320.0, 340.0, sigma_mm=0.5), Answer.NO),
        (template(195.0, 205.0, y0=284.2, sigma_mm=0.5), Answer.CLOSE),  # a line of 0.2 mm is left past it
        (template(195.0, 205.0, sigma_mm=0.5), Answer.YES),
    ],
)
def test_doubtful_places_are_close(piece, answer):
    assert judge_cover(scene(piece), "a", "b", tolerance_mm=2.0).answer is answer


def test_a_line_that_is_certain_decides_over_a_contact_in_doubt():
    doubtful, across = template(318.5, 340.0, sigma_mm=0.5), template(195.0, 205.0, name="hedge")
    judged = judge_cover(scene(doubtful, across), "a", "b", tolerance_mm=2.0)
    assert (judged.answer, judged.because) == (Answer.YES, "sight.blocked")


def test_a_template_without_cover_beside_the_line_leaves_no_doubt_of_cover():
    screen = dataclasses.replace(template(195.0, 205.0, y0=284.2, sigma_mm=0.5), cover=False, blocks_sight=True)
    away = template(100.0, 200.0, y0=500.0, y1=550.0, name="away")
    assert judge_cover(scene(screen, away), "a", "b").answer is Answer.NO


def test_where_contact_and_line_say_the_same_the_contact_is_the_reason():
    beyond = template(318.5, 340.0, name="beyond")
    assert judge_cover(scene(beyond), "a", "b").because == "cover.beyond"
    doubtful, narrow = (
        template(318.5, 340.0, sigma_mm=0.5),
        template(195.0, 205.0, y0=284.2, sigma_mm=0.5, name="hedge"),
    )
    judged = judge_cover(scene(doubtful, narrow), "a", "b", tolerance_mm=2.0)
    assert (judged.answer, judged.because) == (Answer.CLOSE, "cover.close")


def test_who_stands_in_cover_behind_a_wall_that_blocks_more_has_the_cover_still():
    hedge = template(195.0, 205.0, y0=280.0, y1=320.0, name="hedge")
    wall = dataclasses.replace(template(140.0, 180.0, y0=100.0, y1=500.0, name="wall"), cover=False, blocks_sight=True)
    assert cover_on_line(scene(wall, hedge), "a", "b") == ("hedge",)
    judged = judge_cover(scene(wall, hedge), "a", "b")
    assert (judged.answer, judged.because) == (Answer.YES, "sight.blocked")
