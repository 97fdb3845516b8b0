"""Each Python that `requires-python` names installs without a compiler: `uv.lock` holds wheels of all it needs."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.12", "3.13")
OLDEST_GLIBC = 35
"""Of Ubuntu 22.04, the oldest system of that name that is still cared for; Debian 12 has a newer one."""

SYSTEMS = {
    "Linux": ("linux", "x86_64", [f"manylinux_2_{minor}_x86_64" for minor in range(OLDEST_GLIBC, 4, -1)]),
    "Windows": ("win32", "AMD64", ["win_amd64"]),
    "macOS, Apple's processors": ("darwin", "arm64", list(mac_platforms((14, 0), "arm64"))),
    "macOS, Intel": ("darwin", "x86_64", list(mac_platforms((14, 0), "x86_64"))),
}
LACKING = {"macOS, Intel": ["cryptography"]}
"""Its makers build no wheels for Intel's Macs any more; there, uv needs Rust to build it."""
BUILT = {"nkeys"}
"""Come as source in Python alone, which needs no compiler."""
NAMES = {"linux": ("Linux", "posix"), "win32": ("Windows", "nt"), "darwin": ("Darwin", "posix")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))


def environment(python: str, system: str) -> dict[str, str]:
    """What markers ask of a machine."""
    platform, machine, _ = SYSTEMS[system]
    name, os_name = NAMES[platform]
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "sys_platform": platform,
        "platform_system": name,
        "platform_machine": machine,
        "os_name": os_name,
        "extra": "",
    }


def holds(dependency: dict, machine: dict[str, str]) -> bool:
    """Whether a marker, if there is one, holds on a machine."""
    return "marker" not in dependency or Marker(dependency["marker"]).evaluate(machine)


def package_of(dependency: dict, machine: dict[str, str]) -> dict:
    """The locked package that a dependency means on a machine."""
    (found,) = (
        package
        for package in LOCK["package"]
        if package["name"] == dependency["name"]
        and dependency.get("version", package.get("version")) == package.get("version")
        and any(
            Marker(marker).evaluate(machine) for marker in package.get("resolution-markers", ("python_version > '3'",))
        )
    )
    return found


def needed(machine: dict[str, str]) -> Iterator[dict]:
    """All packages that the program needs on a machine, without those of its tests."""
    waiting, known = [{"name": "companion"}], set()
    while waiting:
        dependency = waiting.pop()
        package = package_of(dependency, machine)
        wanted = [*package.get("dependencies", [])]
        for extra in dependency.get("extra", []):
            wanted += package.get("optional-dependencies", {}).get(extra, [])
        waiting += [each for each in wanted if holds(each, machine)] if package["name"] not in known else []
        known.add(package["name"])
        yield package


def tags_of(python: str, system: str) -> set[Tag]:
    """The wheels that a machine takes."""
    version, platforms = tuple(int(part) for part in python.split(".")), SYSTEMS[system][2]
    own = cpython_tags(version, platforms=platforms)
    return {*own, *compatible_tags(version, interpreter=f"cp{version[0]}{version[1]}", platforms=platforms)}


def wheels(package: dict) -> Iterator[Tag]:
    """The tags of a package's locked wheels."""
    for wheel in package.get("wheels", []):
        yield from parse_wheel_filename(unquote(wheel["url"].rpartition("/")[2]))[3]


def test_just_the_pythons_that_have_wheels_are_named():
    named = SpecifierSet(PROJECT["requires-python"])
    assert [minor for minor in range(30) if f"3.{minor}" in named] == [11, 12, 13]
    assert SpecifierSet(LOCK["requires-python"]) == named


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_each_machine_has_a_wheel_of_all_that_the_program_needs(python: str, system: str):
    machine, fits = environment(python, system), tags_of(python, system)
    packages = {package["name"]: package for package in needed(machine) if "registry" in package["source"]}
    direct = {name.split(">")[0].split("[")[0].lower() for name in PROJECT["dependencies"]}
    assert direct <= set(packages)
    lacking = [name for name, package in packages.items() if fits.isdisjoint(wheels(package)) and name not in BUILT]
    assert lacking == LACKING.get(system, [])


def test_the_next_python_lacks_some():
    """As soon as this fails, `requires-python` may name one more."""
    machine, fits = environment("3.14", "Linux"), tags_of("3.14", "Linux")
    kivy = package_of({"name": "kivy"}, machine)
    assert fits.isdisjoint(wheels(kivy))
