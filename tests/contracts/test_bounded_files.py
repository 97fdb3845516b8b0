"""Files are read within bounds, whichever room reads them: what people write, and what cameras and recordings bring."""

import os
from pathlib import Path

import pytest

from companion.documents import DocumentError
from companion.documents import read_bytes as read_document
from vision.errors import UnreadableFileError
from vision.file_bytes import read_bytes as read_for_eyes

READERS = [
    pytest.param(read_document, DocumentError, id="documents"),
    pytest.param(read_for_eyes, UnreadableFileError, id="vision"),
]
pytestmark = pytest.mark.parametrize(("read", "error"), READERS)


def test_a_file_of_just_the_size_is_read_and_one_byte_more_is_not(read, error, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x" * 4096)
    assert read(file, 4096) == b"x" * 4096
    file.write_bytes(b"x" * 4097)
    with pytest.raises(error, match="larger than"):
        read(file, 4096)


def test_a_file_that_is_not_there_is_told(read, error, tmp_path):
    with pytest.raises(error, match=r"(?i)no such file"):
        read(tmp_path / "none", 10)


def test_a_folder_is_no_file(read, error, tmp_path):
    with pytest.raises(error, match="is a folder"):
        read(tmp_path, 10)


def test_a_name_that_no_file_can_have_is_told(read, error):
    with pytest.raises(error, match="zero byte"):
        read(Path("a\0b"), 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_nobody_waits_at_a_pipe(read, error, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(error, match="device or a pipe"):
        read(tmp_path / "pipe", 10)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_device_is_not_read(read, error):
    with pytest.raises(error, match="device or a pipe"):
        read(Path("/dev/zero"), 10)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="who may read everything is refused nothing")
def test_a_file_that_may_not_be_read_is_told(read, error, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    file.chmod(0)
    with pytest.raises(error, match="cannot be read"):
        read(file, 10)
