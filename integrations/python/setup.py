"""Includes the program formrec in the wheel.

The program is the one that FORMREC names, or the repository's own, which `scripts/build-program` builds if
necessary. Without Swift, or outside of the repository, the wheel contains no program, and the package uses the one
on the PATH.
"""

import atexit
import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.normpath(os.path.join(HERE, "..", "..", "scripts", "build-program"))


def program():
    """The program's path, or None."""
    named = os.environ.get("FORMREC")
    if named:
        if not os.access(named, os.X_OK):
            sys.exit(f"FORMREC is '{named}', which is not a program")
        return named
    if not os.path.exists(BUILD):
        return None
    if shutil.which("swift") is None:
        print("swift was not found: the package does not contain the program", file=sys.stderr)
        return None
    return subprocess.run([BUILD], check=True, stdout=subprocess.PIPE).stdout.decode().strip()


class Build(build_py):
    def run(self):
        super().run()
        source = program()
        if source is None:
            return
        target = os.path.join(self.build_lib, "formrec", "bin", "formrec")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        mode = os.stat(target).st_mode
        os.chmod(target, mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


class Wheel(bdist_wheel):
    """A wheel for any Python 3 on this platform."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        return "py3", "none", platform


class Native(Distribution):
    def has_ext_modules(self):
        return True


# Build files are not left in the clone, where the next build would include them.
SCRATCH = tempfile.mkdtemp(prefix="formrec-build-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)

setup(
    cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Native,
    options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}},
)
