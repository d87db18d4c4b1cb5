"""The commands of the page on the server."""

import json
import sqlite3
import zipfile

from kit.pages import REPOSITORY, Place, commands
from kit.scenario import Context, Scenario
from kit.web import Client

PAGE = "server.md"
FORMS = "http://127.0.0.1:8080/forms/"
CONTACTS = """form: contacts
fields: [{name: id, type: integer}, {name: phone, type: text}]
---
rules: contacts
form: contacts
fields: {id: [required]}
"""


def first_steps(context: Context) -> None:
    context.start("bash", "-euc", context.block(PAGE, "HTTP server"), log="serve.log", ready="listening on")
    context.equal(Client().request(FORMS + "signups").status, 200, "the page of the form")
    answer = json.loads(context.shell(context.block(PAGE, "HTTP server", 2)))
    context.equal((answer["submission"], answer["verdict"]), (1, "rejected"), "the record")


def files(context: Context) -> None:
    context.formrec("apply", "fixtures/readme/signups.yaml")
    (context.folder / "contacts.yaml").write_text(CONTACTS)
    context.formrec("apply", "contacts.yaml")
    token = context.formrec("token", "add", "test", "--role", "admin").strip()
    context.environment["TOKEN"] = token
    context.serve()
    (context.folder / "week35.csv").write_bytes((REPOSITORY / "fixtures/readme/signups.csv").read_bytes())
    events = context.shell(context.block(PAGE, "Files"))
    context.check("event: report" in events and '"records":10' in events, f"the events: {events[-300:]}")
    (context.folder / "contacts.csv").write_text("id,phone\n1,+49 30 1\n,+49 30 2\n")
    context.formrec("import", "contacts.csv", "--form", "contacts", codes=(1,))
    workbook, table = commands(context.block(PAGE, "Files", 2))
    context.shell(workbook)
    with zipfile.ZipFile(context.folder / "open.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    context.check(sheet.count("<row") == 2, "the workbook has another number of rows")
    context.check("+49 30 1" in context.shell(table), "the current records lack one")
    reads = [event for event in context.json("log", "--kind", "activity") if event.get("by") == "test"]
    context.equal(len(reads), 2, "the reads in the log")


def access(context: Context) -> None:
    context.formrec("apply", "fixtures/readme/signups.yaml")
    for number in range(1, 12):
        context.formrec("token", "add", f"program{number}", "--role", "read")
    output = context.shell(context.block(PAGE, "Access"), input="a long password\n")
    context.check("website" in output and "program1" in output, f"the list: {output}")


def open_forms(context: Context) -> None:
    fields = "fields: [{name: email, type: text}]\n---\nrules: signups\nform: signups\nfields: {email: [required]}\n"
    (context.folder / "forms.yaml").write_text(context.block(PAGE, "Open forms") + fields)
    context.formrec("apply", "forms.yaml")
    context.serve("--open", "signups")
    statuses = [Client().request(FORMS + "signups/submissions", b'{"email": "ana@example.com"}',
                                 Content_Type="application/json").status for _ in range(2)]
    context.equal(statuses, [201, 409], "two records of one key")
    with sqlite3.connect(f"file:{context.folder}/formrec.sqlite?mode=ro", uri=True) as store:
        context.equal(store.execute("SELECT count(*) FROM submission_view").fetchone(), (1,), "submissions")


def prometheus(context: Context) -> None:
    """The parser of Prometheus' client accepts every line; names and types follow its conventions."""
    context.formrec("apply", "fixtures/readme/signups.yaml")
    token = context.formrec("token", "add", "prometheus", "--role", "admin").strip()
    context.serve("--open", "signups")
    Client().request(FORMS + "signups/submissions", b'{"id": 7}', Content_Type="application/json")
    text = Client().request("http://127.0.0.1:8080/metrics", Authorization="Bearer " + token)
    context.check(text.headers["Content-Type"].startswith("text/plain"), text.headers["Content-Type"])
    code = "import json, sys; from prometheus_client.parser import text_string_to_metric_families as read; " \
        "print(json.dumps([[one.name, one.type, one.documentation, [[s.name, s.labels] for s in one.samples]]" \
        " for one in read(sys.stdin.read())]))"
    families = json.loads(context.run(context.programs["prometheus_client"] / "python", "-c", code,
                                      input=text.text).stdout)
    samples = [json.dumps(sample) for family in families for sample in family[3]]
    context.equal(len(samples), len(set(samples)), "samples without repetitions")
    for name, kind, documentation, _ in families:
        context.check(bool(documentation) and kind != "unknown", f"{name} has no help or type")
    context.check(len(families) > 3, f"only {len(families)} metrics")
    context.figures.append(f"{len(families)} metrics, {len(samples)} samples")


def odata(context: Context) -> None:
    context.environment["PYTHON"] = str(context.programs["python-odata"] / "python")
    context.environment["FORMREC"] = str(context.binary)
    output = context.shell(str(REPOSITORY / "Tests/odata/run"))
    context.check(output.count("ok:") > 10, output[-500:])
    context.figures.append(f"{output.count('ok:')} queries")


SCENARIOS = (
    Scenario("server", "the first commands of the page start a server that stores a record", first_steps,
             (Place(PAGE, "HTTP server"), Place(PAGE, "HTTP server", 2)), ("command:curl",)),
    Scenario("server-files", "curl sends and receives files as on the page", files,
             (Place(PAGE, "Files"), Place(PAGE, "Files", 2)), ("command:curl",)),
    Scenario("server-access", "the commands for tokens and users work", access, (Place(PAGE, "Access"),)),
    Scenario("server-open", "a form with `supersede: signed-in` refuses a second record of a key", open_forms,
             (Place(PAGE, "Open forms"),)),
    Scenario("prometheus", "a parser of Prometheus reads the metrics", prometheus,
             needs=("pip:prometheus_client",)),
    Scenario("odata", "an OData client reads the feed", odata, needs=("pip:python-odata",)),
)
