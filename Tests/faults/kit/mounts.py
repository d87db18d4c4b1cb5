"""File systems of a chosen size, for root."""

import fcntl
import os
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .context import Skipped

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN
WITHOUT_FLUSHING_THE_LOG = 2


def _call(*command: str | Path) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _mounted(*command: str | Path) -> None:
    if os.geteuid() != 0:
        raise Skipped("needs root, to mount")
    done = _call(*command)
    if done.returncode != 0:
        raise Skipped(f"cannot mount here: {done.stderr.strip()}")


def _unmount(folder: Path) -> None:
    for _ in range(250):
        if _call("umount", folder).returncode == 0:
            return
        time.sleep(0.02)
    raise OSError(f"cannot unmount {folder}")


@contextmanager
def memory_disk(folder: Path, megabytes: int) -> Iterator[None]:
    folder.mkdir()
    _mounted("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder)
    try:
        yield
    finally:
        _unmount(folder)


def resize(folder: Path, megabytes: int) -> None:
    _call("mount", "-o", f"remount,size={megabytes}m", folder)


class LoopDisk:
    """An ext4 file system in a file, for simulated power failures."""

    def __init__(self, folder: Path, megabytes: int = 256):
        self.image = folder / "disk.img"
        self.folder = folder / "disk"
        self.folder.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        made = _call("mkfs.ext4", "-q", "-F", self.image)
        if made.returncode != 0:
            raise Skipped("needs mkfs.ext4")

    def mount(self) -> None:
        _mounted("mount", "-o", "loop", self.image, self.folder)

    def unmount(self) -> None:
        _unmount(self.folder)

    def cut_power(self) -> None:
        """Simulates a power failure: nothing more reaches the disk, and unsynced data is lost."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("I", WITHOUT_FLUSHING_THE_LOG))
        finally:
            os.close(descriptor)
