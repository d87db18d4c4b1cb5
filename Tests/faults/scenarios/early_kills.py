"""kill -9 while a first import makes its database."""

from kit.context import Context
from kit.inputs import write_people, write_people_csv

FIRST_SECONDS = 0.05
RECORDS = 200


def run(context: Context) -> None:
    file = write_people_csv(context.folder / "people.csv", RECORDS, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 50)
    undisturbed = context.store("undisturbed")
    context.decent(undisturbed.run(*command), "undisturbed", codes=(1,))
    expected = undisturbed.canonical()
    rounds = context.amount(1000, 100)
    instants = [context.random.uniform(0, FIRST_SECONDS) for _ in range(rounds)]
    unfinished, begun, ended_before = [], [], []

    def one(number: int) -> None:
        store = context.store(f"early-{number}")
        killed = context.program.killed(*command, "--db", store.path, after=instants[number])
        (ended_before if killed.code != -9 else begun if store.path.exists() else []).append(number)
        place = f"killed after {instants[number] * 1000:.1f} ms"
        ended = store.run(*command)
        if not context.decent(ended, place, codes=(1,)):
            unfinished.append(number)
            return
        context.equal(store.canonical(), expected, f"{place}: content")
        context.sound(store, place)
        for left in context.folder.glob(f"early-{number}.*"):
            left.unlink()

    context.two_at_once(one, rounds)
    context.figure(
        f"{rounds} kills, {len(begun)} after the file was there, {len(ended_before)} too late;"
        f" {len(unfinished)} stores that the same command did not finish")
