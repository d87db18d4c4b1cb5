"""Trees of a small Debian system, in which commands run as in a machine of its own."""

import os
import re
import shutil
import tempfile
from pathlib import Path

from .scenario import Context, Skipped

MIRROR = "http://deb.debian.org/debian"
RELEASE = "bookworm"


class Tree:
    """A copy of a minimal system with systemd and sudo."""

    def __init__(self, context: Context):
        if os.geteuid():
            raise Skipped("needs root")
        self.context = context
        self.path = context.folder / "tree"
        context.run("cp", "--archive", _base(context), self.path)
        shutil.copy("/etc/resolv.conf", self.path / "etc/resolv.conf")
        (self.path / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')

    def add(self, source: Path, path: str) -> None:
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)

    def command(self, script: str, user: str = "root", folder: str = "/") -> list:
        """A command that runs a script in the tree, with a /proc of its own."""
        return ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.path}/proc", "chroot",
                f"--userspec={user}", self.path, "env", "--ignore-environment", "HOME=/root",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive",
                "sh", "-euc", f"cd {folder}\n{script}"]

    def run(self, script: str, user: str = "root", folder: str = "/", codes=(0,)) -> str:
        return self.context.run(*self.command(script, user, folder), codes=codes).stdout

    def boot(self, script: str) -> str:
        """Boots the tree with systemd, runs a script, and returns its output and errors."""
        (self.path / "etc/hostname").write_text("debian\n")
        (self.path / "etc/hosts").write_text("127.0.0.1 localhost debian\n")
        (self.path / "steps").write_text(script)
        (self.path / "etc/systemd/system/steps.service").write_text(
            "[Unit]\nSuccessAction=poweroff-force\nFailureAction=poweroff-force\n"
            "[Service]\nType=oneshot\nWorkingDirectory=/\nTimeoutStartSec=180\n"
            "StandardOutput=file:/output\nStandardError=inherit\nExecStart=bash -euo pipefail /steps\n")
        link = self.path / "etc/systemd/system/multi-user.target.wants/steps.service"
        link.symlink_to("../steps.service")
        self.context.run(
            "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot",
            f"--directory={self.path}", f"--machine=formrec-{os.getpid()}", codes=None, timeout=300)
        output = self.path / "output"
        return output.read_text() if output.exists() else ""


def _base(context: Context) -> Path:
    base = context.options["environment"] / "debian-base"
    if not base.exists():
        debootstrap = context.programs["debootstrap"]
        scripts = debootstrap.parent / "share/debootstrap"
        with tempfile.TemporaryDirectory(dir=base.parent) as folder:
            context.run(debootstrap / "debootstrap", "--variant=minbase", "--include=systemd,sudo",
                        RELEASE, f"{folder}/tree", MIRROR,
                        env={**os.environ, "DEBOOTSTRAP_DIR": str(scripts)})
            (Path(folder) / "tree").rename(base)
    return base


def package(context: Context) -> Path:
    path = context.options["package"]
    if path is None:
        raise Skipped("needs --package, a file of scripts/make-deb")
    return path.resolve()


def container_steps(path: Path) -> tuple[list[str], dict[str, str]]:
    """The RUN steps of the last stage of a Containerfile, and its other instructions by name."""
    stage = re.split(r"^FROM .*$", path.read_text(), flags=re.M)[-1].replace("\\\n", " ")
    instructions = [line.partition(" ")[::2] for line in stage.splitlines() if line.strip()]
    return ([words for name, words in instructions if name == "RUN"],
            {name: words for name, words in instructions if name != "RUN"})
