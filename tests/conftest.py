"""What all tests share: their order, the folder of solved examples, and Hypothesis profiles."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import example_names, file_times, garbage, made_once

# Tests share the processors among themselves: more threads in each only wait for one another. Set before numpy and
# the software that draws windows begin, and handed on to programs that tests start.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
os.environ["LP_NUM_THREADS"] = "0"
# Programs that tests start find our modules and all others compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Lets a whole run keep what each file took."""
    parser.addoption("--keep-times", action="store_true", help="keep in file_times.json what each file of tests takes")


def pytest_configure(config: pytest.Config) -> None:
    """Has garbage looked for seldom, the time of each file measured, and the solved examples find what they import."""
    garbage.collected_seldom()
    example_names.known()
    config.pluginmanager.register(file_times.FileTimes())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the files that take longest, so that no worker is left alone with one."""
    file_times.longest_first(items, file_times.kept())


def pytest_collection_finish() -> None:
    """Leaves what was collected out of every later search for rubbish: thousands of tests, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _programs_do_not_warn_of_encodings() -> None:
    """What Python is told to complain of in tests, programs that tests start need not say of their libraries."""
    os.environ.pop("PYTHONWARNDEFAULTENCODING", None)


@pytest.fixture(scope="session", autouse=True)
def _nobody_s_own_data(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Programs that tests start write their logs into a folder of the tests'."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session", autouse=True)
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All workers of a run keep in one folder what they make for one another."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "made"
    folder.mkdir(exist_ok=True)
    os.environ[made_once.FOLDER] = str(folder)


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of solved examples, `tests/golden`."""
    return Path(__file__).parent / "golden"
