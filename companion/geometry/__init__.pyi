from .contact import CONTACT_HYSTERESIS_MM, judge_contact
from .deviation import EXACT, Deviation
from .errors import GeometryError, SceneError
from .gap import Gap, measure_gap
from .patches import Patch
from .path.reach import Reach, find_reach
from .path.reachable import judge_move, judge_reachable
from .path.shortest_path import Mode, Path, shortest_path
from .path.sweep import Sweep, sweep, travelled_until_touch
from .path.trail import Arc, Line
from .placement.beside_spots import judge_room_beside
from .placement.clearance import (
    Clearance,
    Side,
    is_free,
    judge_clearances,
    judge_side_contact,
    overlapped_at,
)
from .placement.room import Room, room_along_side, room_around, room_of_cells, room_within_reach
from .placement.side_spots import SideSpots, free_spots_along_side, judge_room_along_side
from .placement.template_rules import TemplateClearance, TemplateRules, judge_brush, judge_template
from .placement.template_spots import Pose, TemplateSpot, free_spot_for_template, places_of_template
from .shapes import Base, Mat, MatPoint, Scene, SightRule, Terrain
from .sight.cover import cover_on_line, find_sight_past_cover, judge_cover
from .sight.line_of_sight import Segment, Sight, can_see, find_sight
from .sight.visible_part import visible_part
from .verdict import CLOSE_AT_SIGMAS, Answer, Verdict, at_least, at_most

__all__ = [
    "CLOSE_AT_SIGMAS",
    "CONTACT_HYSTERESIS_MM",
    "EXACT",
    "Answer",
    "Arc",
    "Base",
    "Clearance",
    "Deviation",
    "Gap",
    "GeometryError",
    "Line",
    "Mat",
    "MatPoint",
    "Mode",
    "Patch",
    "Path",
    "Pose",
    "Reach",
    "Room",
    "Scene",
    "SceneError",
    "Segment",
    "Side",
    "SideSpots",
    "Sight",
    "SightRule",
    "Sweep",
    "TemplateClearance",
    "TemplateRules",
    "TemplateSpot",
    "Terrain",
    "Verdict",
    "at_least",
    "at_most",
    "can_see",
    "cover_on_line",
    "find_reach",
    "find_sight",
    "find_sight_past_cover",
    "free_spot_for_template",
    "free_spots_along_side",
    "is_free",
    "judge_brush",
    "judge_clearances",
    "judge_contact",
    "judge_cover",
    "judge_move",
    "judge_reachable",
    "judge_room_along_side",
    "judge_room_beside",
    "judge_side_contact",
    "judge_template",
    "measure_gap",
    "overlapped_at",
    "places_of_template",
    "room_along_side",
    "room_around",
    "room_of_cells",
    "room_within_reach",
    "shortest_path",
    "sweep",
    "travelled_until_touch",
    "visible_part",
]
