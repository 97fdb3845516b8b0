"""Answers to the questions asked of scenes that are given by coordinates."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.documents import DocumentError, read_json
from companion.geometry import Answer, GeometryError, Scene, find_sight, judge_reachable, measure_gap, shortest_path
from companion.referee.errors import SceneFileError
from companion.referee.measure.scene_file import AskedScene, GapQuery, PathQuery, Query, SightQuery, parse_scenes

CLOSE_MM = 0.3  # what lies this near to tipping over is too close to call, though the coordinates are exact

MAX_BYTES = 16 << 20
"""Of a batch of scenes."""

Answered = Mapping[str, object]


def judge_file(path: Path) -> tuple[Mapping[str, object], Sequence[str]]:
    """Judges a scene or a batch of scenes.

    Args:
        path: The file.

    Returns:
        The answers as JSON tells them, and the same in lines for people.

    Raises:
        SceneFileError: If it cannot be read, or is no scene and no batch; the message names the file and the place.
    """
    try:
        scenes, batch = parse_scenes(read_json(path, MAX_BYTES))
        results = [judge_scene(asked) for asked in scenes]
    except DocumentError as error:
        raise SceneFileError(f"{path}:{error.line}: {error}" if error.line else f"{path}: {error}") from error
    except (GeometryError, SceneFileError) as error:
        raise SceneFileError(f"{path}: {error}") from error
    if not any(results):
        raise SceneFileError(f"{path}: nothing is asked; put what is to be judged into the list `queries` of a scene")
    if not batch:
        return {"answers": results[0]}, _lines(results[0])
    lines = [line for number, result in enumerate(results) for line in (f"scene {number}", *_lines(result))]
    return {"results": [{"answers": result} for result in results]}, lines


def judge_scene(asked: AskedScene) -> list[Answered]:
    """One answer for each query, in their order, as JSON tells it."""
    return [_answer(asked.scene, query) for query in asked.queries]


def _answer(scene: Scene, query: Query) -> Answered:
    match query:
        case GapQuery():
            gap = measure_gap(scene.base(query.from_id), scene.base(query.to_id))
            return {"id": query.id, "value_mm": gap.gap_mm}
        case SightQuery():
            margin_mm = find_sight(scene, query.from_id, query.to_id).margin_mm
            return {"id": query.id, "verdict": _sight_answer(margin_mm).value, "margin_mm": margin_mm}
        case PathQuery():
            path = shortest_path(scene, query.from_id, query.goal, query.mode)
            reachable = judge_reachable(scene, query.from_id, query.goal, query.mode, tolerance_mm=CLOSE_MM)
            return {"id": query.id, "verdict": reachable.answer.value, "value_mm": path.length_mm}


def _sight_answer(margin_mm: float | None) -> Answer:
    if margin_mm is None:
        return Answer.YES
    if abs(margin_mm) <= CLOSE_MM:
        return Answer.CLOSE
    return Answer.YES if margin_mm > 0 else Answer.NO


def _lines(result: Sequence[Answered]) -> list[str]:
    return ["  ".join(_words(key, value) for key, value in answer.items()) for answer in result]


def _words(key: str, value: object) -> str:
    match key, value:
        case "id", _:
            return f"{value}:"
        case "verdict", _:
            return str(value)
        case "value_mm", float():
            return f"{value:.2f} mm"
        case "value_mm", _:
            return "there is no way"
        case "margin_mm", float():
            return f"by {abs(value):.2f} mm"
        case _:
            return "nothing could be in the way"
