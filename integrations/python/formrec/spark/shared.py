"""Files that the driver's job writes for all tasks, in a folder that every machine reads.

The marker, which is written last, has the SHA-256 of each file, and the job has that of the marker: a task
fails if it finds no folder, or one with other content.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import tempfile
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyspark.sql import SparkSession

from ..errors import FormrecError
from . import storage

MARKER = "complete.json"


@dataclass(frozen=True)
class SharedFolder:
    """A folder with complete content."""

    path: str
    digest: str
    """SHA-256 of the marker."""
    options: dict[str, Any]
    """The options for fsspec."""

    @staticmethod
    def complete(
        path: str, digests: Mapping[str, str], options: dict[str, Any]
    ) -> SharedFolder:
        """Writes the marker.

        Args:
            digests: the SHA-256 of each file, by its name in the folder.
        """
        marker = json.dumps(digests, sort_keys=True).encode()
        with storage.writing(storage.join(path, MARKER), options) as file:
            file.write(marker)
        return SharedFolder(path, hashlib.sha256(marker).hexdigest(), options)

    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file, by its name.

        Raises:
            FormrecError: if the folder is not the one that was written.
        """
        marker = storage.read(storage.join(self.path, MARKER), self.options)
        if marker is None or hashlib.sha256(marker).hexdigest() != self.digest:
            raise FormrecError(
                f"{self.path}: does not contain the job's counts of all records; every machine must see the same"
                " folder; name one in work="
            )
        digests: dict[str, str] = json.loads(marker)
        return digests

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, or None if the job wrote no such file.

        Raises:
            FormrecError: if the file is not the one that was written.
        """
        expected = self.digests().get(name)
        if expected is None:
            return None
        path = storage.join(self.path, name)
        own = storage.read(path, self.options)
        if own is None or hashlib.sha256(own).hexdigest() != expected:
            raise FormrecError(
                f"{path}: differs from what was written; every machine must see the same folder; name"
                " one in work="
            )
        return own


def is_local_master(spark: SparkSession) -> bool:
    """Whether all tasks run on this machine."""
    master = spark.conf.get("spark.master", "") or ""
    return master == "local" or master.startswith("local[")


def work_folder(
    spark: SparkSession, work: str | None, options: dict[str, Any], what: str
) -> str:
    """A new folder in `work`, which this process removes when it ends.

    Raises:
        FormrecError: if none is given and tasks run on other machines, or if it does not exist.
    """
    if work is None:
        if not is_local_master(spark):
            raise FormrecError(
                f"{what}: name a folder that every machine can read and write in work="
            )
        folder = tempfile.mkdtemp(prefix="formrec-")
    else:
        if not storage.is_folder(work, options):
            raise FormrecError(f"{work}: no such folder; work= requires an existing folder")
        folder = storage.join(
            storage.local(work) if storage.is_local(work) else work, f"formrec-{uuid.uuid4().hex}"
        )
        storage.make_folder(folder, options)
    atexit.register(storage.remove, folder, options)
    return folder
