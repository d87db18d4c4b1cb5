"""Files that tasks read and write: in the machine's file system, or in any file system that fsspec supports."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from ..errors import FormrecError

Options = Mapping[str, Any]
"""The `storage_options` of fsspec."""


@dataclass(frozen=True)
class File:
    """A file of records."""

    number: int
    path: str
    size: int
    stamp: str
    """A value that changes with the file: its time, or the tag of its store."""


def is_local(path: str) -> bool:
    """Whether a path needs no fsspec."""
    return "://" not in path or path.startswith("file://")


def local(path: str) -> str:
    """The absolute path of a local path."""
    return os.path.abspath(path.removeprefix("file://").removeprefix("file:"))


def find(paths: Sequence[str], options: Options) -> list[File]:
    """The files of paths, which may be files, folders (including subfolders) or patterns. In order, without duplicates.

    Names that begin with `.` or `_` are ignored, as in Spark.

    Raises:
        FormrecError: if a path matches no file.
    """
    found: dict[str, tuple[int, str]] = {}
    for path in paths:
        own = dict(_find_local(local(path)) if is_local(path) else _find(path, options))
        if not own:
            raise FormrecError(f"{path}: no such file")
        found.update((name, own[name]) for name in sorted(own) if name not in found)
    return [File(number, name, *state) for number, (name, state) in enumerate(found.items())]


def _find_local(path: str) -> Iterator[tuple[str, tuple[int, str]]]:
    matches = [path] if os.path.exists(path) else glob.glob(path, recursive=True)
    for match in matches:
        if not os.path.isdir(match):
            yield match, _state(match)
            continue
        for folder, folders, names in os.walk(match):
            folders[:] = [one for one in folders if _is_shown(one)]
            for name in filter(_is_shown, names):
                yield os.path.join(folder, name), _state(os.path.join(folder, name))


def _is_shown(name: str) -> bool:
    return name[0] not in "._" or "=" in name


def _state(path: str) -> tuple[int, str]:
    state = os.stat(path)
    return state.st_size, str(state.st_mtime_ns)


def _find(path: str, options: Options) -> Iterator[tuple[str, tuple[int, str]]]:
    system, root = _system(path, options)
    if any(sign in root for sign in "*?["):
        found = system.glob(root, detail=True)
    else:
        found = system.find(root, detail=True)
    for name, info in found.items():
        below = name.removeprefix(root).split("/")
        if info["type"] == "file" and all(_is_shown(one) for one in below if one):
            url = name if "://" in name else f"{path.partition('://')[0]}://{name}"
            yield url, (info["size"], _stamp(info))


def _stamp(info: Mapping[str, Any]) -> str:
    for key in ("ETag", "etag", "checksum", "mtime", "LastModified", "last_modified", "created"):
        if info.get(key) is not None:
            return str(info[key])
    return ""


def _system(path: str, options: Options) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise FormrecError(
            f"{path}: files that are not local require the Python package fsspec on every machine"
        ) from None
    system, root = fsspec.core.url_to_fs(path, **options)
    return system, root


def require_unchanged(file: File, options: Options) -> None:
    """Raises FormrecError if a file was deleted or changed since it was found."""
    if is_local(file.path):
        try:
            state = _state(file.path)
        except OSError:
            raise FormrecError(
                f"{file.path}: is not on this machine; every machine must be able to read it"
            ) from None
    else:
        system, root = _system(file.path, options)
        # Otherwise fsspec would use the cached listing of this process.
        system.invalidate_cache()
        info = system.info(root)
        state = (info["size"], _stamp(info))
    if state != (file.size, file.stamp):
        raise FormrecError(
            f"{file.path}: was written to since the job began, or is another file on this machine"
        )


def open_at(path: str, offset: int, options: Options) -> IO[bytes]:
    """Opens a file at an offset."""
    if is_local(path):
        file: IO[bytes] = open(local(path), "rb")
    else:
        system, root = _system(path, options)
        file = system.open(root, "rb", block_size=8 << 20)
    if offset:
        file.seek(offset)
    return file


def fetch(path: str, target: str, options: Options) -> None:
    """Copies a file to the machine's own disk."""
    with open_at(path, 0, options) as source, open(target, "wb") as file:
        shutil.copyfileobj(source, file, 1 << 20)


def make_folder(path: str, options: Options, *, new: bool = False) -> None:
    """Creates a folder. With `new`, it must be absent or empty."""
    if is_local(path):
        if new and os.path.isdir(local(path)) and os.listdir(local(path)):
            raise FormrecError(f"{path}: already exists and is not empty")
        os.makedirs(local(path), exist_ok=True)
        return
    system, root = _system(path, options)
    if new and system.exists(root) and system.find(root):
        raise FormrecError(f"{path}: already exists and is not empty")
    system.makedirs(root, exist_ok=True)


def is_folder(path: str, options: Options) -> bool:
    """Whether the folder exists. In an object store, every folder exists."""
    if is_local(path):
        return os.path.isdir(local(path))
    return True


@contextlib.contextmanager
def writing(path: str, options: Options) -> Iterator[IO[bytes]]:
    """A file that appears when it is complete, if the block ends normally, and otherwise not at all.

    Tasks may run twice, even concurrently: each writes a separate file.
    """
    if not is_local(path):
        system, root = _system(path, options)
        with system.open(root, "wb") as file:
            yield file
        return
    own = f"{local(path)}.{uuid.uuid4().hex}"
    if not os.path.isdir(os.path.dirname(own)):
        raise FormrecError(
            f"{os.path.dirname(own)}: is not on this machine; every machine must see the same folder"
        )
    try:
        with open(own, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.rename(own, local(path))
    finally:
        if os.path.exists(own):
            os.remove(own)


def read(path: str, options: Options) -> bytes | None:
    """The bytes of a file, or None if it does not exist."""
    try:
        with open_at(path, 0, options) as file:
            return file.read()
    except FileNotFoundError:
        return None


def size(path: str, options: Options) -> int | None:
    """The size of a file, or None if it does not exist."""
    try:
        if is_local(path):
            return os.path.getsize(local(path))
        system, root = _system(path, options)
        system.invalidate_cache()
        return int(system.info(root)["size"])
    except FileNotFoundError:
        return None


def remove(path: str, options: Options) -> None:
    """Removes a folder; ignores errors."""
    with contextlib.suppress(Exception):
        if is_local(path):
            shutil.rmtree(local(path), ignore_errors=True)
        else:
            system, root = _system(path, options)
            system.rm(root, recursive=True)


def join(folder: str, name: str) -> str:
    """The path of a name in a folder."""
    return f"{folder.rstrip('/')}/{name}"
