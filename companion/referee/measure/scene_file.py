"""Reads scenes given by coordinates, and the questions asked of them.

A scene is a JSON object with `mat`, `bases`, `terrain` and `queries`; a batch is an object with `scenes`. A worked case
(an object with `scene` beside its `name` and `expected` answers) stands for its scene. Every refusal names the place in
the file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.geometry import Base, Mat, MatPoint, Mode, Scene, SceneError, Terrain
from companion.referee.errors import SceneFileError
from vision.table_file import MAX_MM

MOST = {"scenes": 1000, "bases": 200, "terrain": 200, "queries": 1000}
"""Of each list: several times what any table holds, and what a machine judges while somebody waits."""

MAX_CORNERS = 4000
"""Of all outlines of a scene together."""

MAX_LETTERS = 200
"""Of a name."""


@dataclass(frozen=True, slots=True)
class GapQuery:
    """How far apart are two bases, rim to rim?"""

    id: str
    from_id: str
    to_id: str


@dataclass(frozen=True, slots=True)
class SightQuery:
    """Does a straight line from one base to another pass all blockers?"""

    id: str
    from_id: str
    to_id: str


@dataclass(frozen=True, slots=True)
class PathQuery:
    """How far must a base go to stand at a point?"""

    id: str
    from_id: str
    goal: MatPoint
    mode: Mode


Query = GapQuery | SightQuery | PathQuery


@dataclass(frozen=True, slots=True)
class AskedScene:
    """A scene with the questions asked of it."""

    scene: Scene
    queries: tuple[Query, ...]


def parse_scenes(document: object) -> tuple[tuple[AskedScene, ...], bool]:
    """The scenes of a file.

    Args:
        document: What `companion.documents.read_json` gave.

    Returns:
        The scenes in their order, and whether the file is a batch.

    Raises:
        SceneFileError: If the document is not a scene or a batch; the message names the place.
    """
    table = _table(document, "the file")
    if "scenes" in table:
        _only_keys(table, {"scenes"}, "the file")
        listed = _few(_list(table["scenes"], "scenes"), "scenes", "scenes")
        return tuple(_asked(_unwrapped(entry, f"scenes[{n}]"), f"scenes[{n}]") for n, entry in enumerate(listed)), True
    return (_asked(_unwrapped(table, "the file"), "the scene"),), False


def _unwrapped(entry: object, where: str) -> Mapping[str, object]:
    table = _table(entry, where)
    if "scene" in table:
        _only_keys(table, {"scene", "name", "expected"}, where)
        return _table(table["scene"], f"{where}.scene")
    return table


def _asked(table: Mapping[str, object], where: str) -> AskedScene:
    _only_keys(table, {"name", "mat", "bases", "terrain", "queries"}, where)
    try:
        scene = Scene(
            _mat(table.get("mat"), f"{where}: mat"),
            tuple(_base(entry, place) for entry, place in _tables(table, "bases", where)),
            _all_terrain(table, where),
        )
        queries = tuple(_query(entry, scene, place) for entry, place in _tables(table, "queries", where))
    except SceneError as error:
        raise SceneFileError(f"{where}: {error}") from error
    return AskedScene(scene, queries)


def _mat(value: object, where: str) -> Mat:
    if value is None:
        return Mat()
    table = _table(value, where)
    _only_keys(table, {"width_mm", "height_mm"}, where)
    return Mat(_number(table, "width_mm", where), _number(table, "height_mm", where))


def _base(table: Mapping[str, object], where: str) -> Base:
    _only_keys(table, {"id", "x", "y", "radius_mm", "owner", "stealth"}, where)
    owner = table.get("owner")
    return Base(
        id=_text(table, "id", where),
        centre=MatPoint(_number(table, "x", where), _number(table, "y", where)),
        radius_mm=_number(table, "radius_mm", where),
        owner=None if owner is None else _text(table, "owner", where),
        stealth=_flag(table, "stealth", where),
    )


def _all_terrain(table: Mapping[str, object], where: str) -> tuple[Terrain, ...]:
    pieces: list[Terrain] = []
    corners = 0
    for entry, place in _tables(table, "terrain", where):
        corners += len(_list(entry.get("polygon"), f"{place}.polygon"))
        if corners > MAX_CORNERS:
            raise SceneFileError(f"{place}: the outlines of a scene have {MAX_CORNERS} corners at most together")
        pieces.append(_terrain(entry, place))
    return tuple(pieces)


def _terrain(table: Mapping[str, object], where: str) -> Terrain:
    flags = ("impassable", "difficult", "blocks_sight", "cover")
    _only_keys(table, {"id", "polygon", *flags}, where)
    corners = _list(table.get("polygon"), f"{where}.polygon")
    polygon = tuple(_point(corner, f"{where}.polygon[{n}]") for n, corner in enumerate(corners))
    terrain = Terrain(_text(table, "id", where), polygon, *(_flag(table, flag, where) for flag in flags))
    if terrain.crosses_itself:
        raise SceneFileError(
            f"{where}: the outline of {terrain.id!r} crosses itself; give its corners in order round it"
        )
    return terrain


def _query(table: Mapping[str, object], scene: Scene, where: str) -> Query:
    kind = _text(table, "kind", where)
    from_id = scene.base(_text(table, "from", where)).id
    query_id = _text(table, "id", where)
    if kind == "path":
        _only_keys(table, {"id", "kind", "from", "to_point", "mode"}, where)
        goal = _point(table.get("to_point"), f"{where}.to_point")
        return PathQuery(query_id, from_id, goal, _mode(table.get("mode", "walk"), where))
    if kind not in {"gap", "sight"}:
        raise SceneFileError(f"{where}: kind is gap, sight or path, got {_short(kind)}")
    _only_keys(table, {"id", "kind", "from", "to"}, where)
    to_id = scene.base(_text(table, "to", where)).id
    return GapQuery(query_id, from_id, to_id) if kind == "gap" else SightQuery(query_id, from_id, to_id)


def _mode(value: object, where: str) -> Mode:
    try:
        return Mode(cast(str, value))
    except ValueError:
        raise SceneFileError(f"{where}: mode is one of {', '.join(Mode)}, got {_short(value)}") from None


def _point(value: object, where: str) -> MatPoint:
    pair = _list(value, where)
    if len(pair) != 2 or not all(_is_number(part) for part in pair):
        raise SceneFileError(f"{where} is a point [x, y] in millimetres, got {_short(value)}")
    if any(abs(cast(float, part)) > MAX_MM for part in pair):
        raise SceneFileError(f"{where} lies off every table: expected {MAX_MM:g} mm at most, got {_short(value)}")
    return MatPoint(float(cast(float, pair[0])), float(cast(float, pair[1])))


def _table(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise SceneFileError(f"{where} must be an object in braces, got {_short(value)}")
    return value


def _tables(table: Mapping[str, object], key: str, where: str) -> Iterator[tuple[Mapping[str, object], str]]:
    for number, entry in enumerate(_few(_list(table.get(key, []), f"{where}: {key}"), key, f"{where}: {key}")):
        place = f"{where}: {key}[{number}]"
        yield _table(entry, place), place


def _list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise SceneFileError(f"{where} must be a list in brackets, got {_short(value)}")
    return value


def _few(entries: Sequence[object], key: str, where: str) -> Sequence[object]:
    if len(entries) > MOST[key]:
        raise SceneFileError(f"{where} has {len(entries)} entries; {MOST[key]} are the most that can be judged at once")
    return entries


def _number(table: Mapping[str, object], key: str, where: str) -> float:
    value = table.get(key)
    if not _is_number(value):
        raise SceneFileError(f"{where}: {key} must be a number, got {_short(value)}")
    if abs(cast(float, value)) > MAX_MM:
        raise SceneFileError(f"{where}: {key} must be {MAX_MM:g} mm at most, got {_short(value)}")
    return float(cast(float, value))


def _text(table: Mapping[str, object], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise SceneFileError(f"{where}: {key} must be a name in quotes, got {_short(value)}")
    if len(value) > MAX_LETTERS:
        raise SceneFileError(f"{where}: {key} has {MAX_LETTERS} letters at most, got {_short(value)}")
    return value


def _flag(table: Mapping[str, object], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise SceneFileError(f"{where}: {key} must be true or false, got {_short(value)}")
    return value


def _only_keys(table: Mapping[str, object], known: set[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise SceneFileError(f"{where}: unknown key {_short(key)}; known are {', '.join(sorted(known))}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _short(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
