"""Unfinished imports that are restarted or discarded."""

from kit.context import Context
from kit.inputs import write_members, write_members_csv
from kit.report import Scenario

from .resumes import CHUNK, given, killed, prepared


def begun_anew(context: Context) -> None:
    """--again starts a new import next to an unfinished one; discard discards one."""
    if not context.program.has("discard"):
        context.check(False, "there is no command `discard`")
        return
    file, definitions = prepared(context)
    command = ("import", file, "--definitions", definitions, "--chunk", CHUNK) + given(())
    alone = context.store("alone")
    context.decent(alone.run(*command), "alone", codes=(0, 1))
    expected = sorted(alone.query("SELECT id, _verdict FROM form_visits"))

    store = context.store("again")
    if killed(context, store, *command):
        context.decent(store.run(*command, "--again"), "--again", codes=(0, 1))
        states = [each["state"] for each in store.imports()]
        context.equal(sorted(states), ["finished", "unfinished"], "--again: states")
        context.sound(store, "--again")
        context.equal(sorted(store.query(
            "SELECT id, _verdict FROM form_visits WHERE _import = 2")), expected, "--again: rows")

    store = context.store("discarded")
    if killed(context, store, *command):
        unsure = store.run("discard", 99)
        context.decent(unsure, "discard of no import", codes=(2, 64))
        context.decent(store.run("discard", 1), "discard", codes=(0,))
        context.sound(store, "after the discard")
        # They are shown with their state, without a verdict.
        for view in ("form_visits", "submission_view"):
            column = "_state" if view == "form_visits" else "state"
            context.equal(store.query(f"SELECT DISTINCT {column} FROM {view}"), [("discarded",)],
                          f"after the discard: states in {view}")
        context.equal(store.query("SELECT count(*) FROM form_visits_current")[0][0], 0,
                      "after the discard: current rows")
        context.decent(store.run("discard", 1), "discard twice", codes=(0, 2, 64))
        context.decent(store.run(*command), "import after the discard", codes=(0, 1))
        context.equal(sorted(store.query(
            "SELECT id, _verdict FROM form_visits WHERE _import = 2")), expected,
                      "import after the discard: rows")
        context.decent(store.run("discard", 2), "discard of a finished import", codes=(2, 64))
        context.sound(store, "import after the discard")
        for audit in ("audit", "list"):
            context.decent(store.run(audit), audit, codes=(0,))
    context.figure("--again with an unfinished import, discard and the same command")


def discarded_keys(context: Context) -> None:
    """The keys of a discarded import are free."""
    if not context.program.has("discard"):
        context.check(False, "there is no command `discard`")
        return
    definitions = write_members(context.folder)
    first = write_members_csv(context.folder / "first.csv", range(1, 3_001))
    second = write_members_csv(context.folder / "second.csv", range(2_999, 0, -1))
    store = context.store("keys")
    command = ("import", first, "--definitions", definitions, "--chunk", CHUNK)
    if not killed(context, store, *command):
        return
    context.decent(store.run("discard", 1), "discard", codes=(0,))
    context.decent(store.run("import", second, "--form", "members"), "second", codes=(0,))
    context.sound(store, "afterwards")
    context.figure("keys released by a discard are accepted again")


SCENARIOS = [
    Scenario("resume-again", "--again starts a new import, discard ends the old one", begun_anew),
    Scenario("resume-discarded-keys", "a discarded import releases its keys",
             discarded_keys),
]
