"""The lengths the rules fix. Ids in brackets are those of the rules catalogue."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Edition(StrEnum):
    """The editions of the rules that differ in their constants."""

    EN = "en"
    RU = "ru"
    RU_WEB = "ru-web"


RANGES_MM: Mapping[str, float] = MappingProxyType({"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0})
"""The four rulers, from rim to rim (S-CONST-04)."""

BASE_DIAMETERS_MM: Mapping[Edition, tuple[float, float, float]] = MappingProxyType(
    {Edition.EN: (32.0, 48.0, 60.0), Edition.RU: (32.0, 50.0, 60.0), Edition.RU_WEB: (30.0, 50.0, 60.0)}
)
"""Small, medium and large bases (S-CONST-08)."""

CONTACT_TOLERANCE_MM = 2.0
"""A gap up to this counts as contact (S-MOVE-03 leaves it to the eyes; hands rarely place bases closer)."""

SEGMENT = "side "
"""How a claimed part of a side is named in a question."""
