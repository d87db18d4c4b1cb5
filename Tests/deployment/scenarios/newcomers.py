"""From nothing to the first verdict: a clean system, the package or the wheel, the README's file, its first corrected
record, the form's page.
"""

import resource
import time

from kit.debian import Tree, package
from kit.network import isolate
from kit.pages import Place
from kit.scenario import Context, Scenario, Skipped
from kit.web import Client

from .systems import NEEDS, SIGNUPS

LIMIT = 60
IMPORT = "formrec import {0}/signups.csv --definitions {0}/signups.yaml"
SERVE = "serve --open signups"


class Stopwatch:
    """The seconds of each step, for the figures."""

    def __init__(self):
        self.begun = self.last = time.monotonic()
        self.steps = []

    def lap(self, name: str) -> None:
        now = time.monotonic()
        self.steps.append(f"{name} {now - self.last:.1f} s")
        self.last = now

    def report(self, context: Context) -> None:
        total = self.last - self.begun
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        context.figures.append(f"{total:.1f} s in all: " + ", ".join(self.steps)
                               + f"; {usage.ru_utime + usage.ru_stime:.1f} CPU s with the system's tree")
        context.check(total <= LIMIT, f"the first page took {total:.0f} s, at most {LIMIT} s are promised")


def open_page(context: Context) -> None:
    answer = Client().request("http://127.0.0.1:8080/forms/signups")
    context.equal(answer.status, 200, "the page of the form")
    context.check("Full name" in answer.text, "the page shows no field of the form")


def by_package(context: Context) -> None:
    tree = Tree(context)
    tree.add(package(context), "root/" + package(context).name)
    tree.add(SIGNUPS, "srv/readme")
    tree.run("install -d -o nobody /srv/work")
    work = {"user": "nobody", "folder": "/srv/work"}
    watch = Stopwatch()
    tree.run("apt-get --quiet update")
    watch.lap("apt-get update")
    tree.run(context.block("deployment.md", "Debian package"), folder="/root")
    watch.lap("install")
    output = tree.run(IMPORT.format("/srv/readme") + " && exit 9 || test $? = 1", **work)
    watch.lap("import")
    context.check("rejected" in output, f"the import reports no verdict: {output[-300:]}")
    tree.run("formrec export -o open.csv && sed --in-place 's/^3,,/3,Cleo Berg,/' open.csv", **work)
    corrected = tree.run("formrec correct open.csv --by ana", **work)
    context.check("1 failure closed" in corrected, f"nothing is corrected: {corrected[-300:]}")
    watch.lap("first corrected record")
    isolate(context.folder)
    context.start(*tree.command(f"exec formrec {SERVE}", **work), log="serve.log", ready="listening on")
    open_page(context)
    watch.lap("page")
    watch.report(context)


def by_wheel(context: Context) -> None:
    wheel = context.options["wheel"]
    if wheel is None:
        raise Skipped("needs --wheel, a file of scripts/build-wheel")
    folder = context.folder / "venv"
    watch = Stopwatch()
    context.run("python3", "-m", "venv", folder)
    watch.lap("venv")
    context.run(folder / "bin/pip", "install", "--quiet", "--no-cache-dir", wheel.resolve())
    watch.lap("pip install")
    program = folder / "bin/formrec"
    context.run(program, *IMPORT.format(SIGNUPS).split()[1:], codes=(1,))
    watch.lap("import")
    isolate(context.folder)
    context.start(program, *SERVE.split(), log="serve.log", ready="listening on")
    open_page(context)
    watch.lap("page")
    watch.report(context)
    context.run(folder / "bin/python", "-c", "import formrec; assert formrec.Store().verify().ok")


SCENARIOS = (
    Scenario("newcomer-package", f"the package shows the first form within {LIMIT} s in a clean system", by_package,
             (Place("deployment.md", "Debian package"),), NEEDS, isolated=False),
    Scenario("newcomer-wheel", f"the wheel shows the first form within {LIMIT} s in a new environment", by_wheel,
             isolated=False),
)
