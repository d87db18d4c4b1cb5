"""The Debian package, the systemd unit and the container, each in a system of its own."""

import json

from kit.debian import Tree, container_steps, package
from kit.network import isolate
from kit.pages import REPOSITORY, Place
from kit.scenario import Context, Scenario
from kit.web import Client

UNIT = REPOSITORY / "deploy/formrec.service"
SIGNUPS = REPOSITORY / "fixtures/readme"
NEEDS = ("debian:debootstrap",)
# Functions for a script of the booted system, which has no curl. The server may still be starting.
REQUEST = r"""
request() (
  exec 3<>/dev/tcp/127.0.0.1/8080 || exit
  printf 'GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' "$1" >&3
  head -n 1 <&3
)
wait_for() { for _ in $(seq 300); do "$@" 2>/dev/null && return; sleep 0.1; done; echo "in vain: $*"; return 1; }
restarted() { test "$(systemctl show --property NRestarts --value formrec)" = 1; }
wait_for request /healthz
"""


def install(context: Context) -> Tree:
    tree = Tree(context)
    tree.add(package(context), "root/" + package(context).name)
    tree.run("apt-get --quiet update")
    tree.run(context.block("deployment.md", "Debian package"), folder="/root")
    tree.add(SIGNUPS, "srv/readme")
    return tree


def debian(context: Context) -> None:
    tree = install(context)
    context.check("not found" not in tree.run("ldd /usr/bin/formrec"), "a library is missing")
    tree.run("dpkg --verify formrec && test -s /usr/share/man/man1/formrec.1.gz")
    tree.run("install -d -o nobody /srv/work")
    work = {"user": "nobody", "folder": "/srv/work"}
    tree.run("formrec import /srv/readme/signups.csv --definitions /srv/readme/signups.yaml", codes=(1,), **work)
    tree.run("formrec export -o open.xlsx && formrec verify && formrec backup copy.sqlite", **work)
    zone = tree.run("formrec check /srv/readme/signups.csv --definitions /srv/readme/signups.yaml --zone Europe/Berlin",
                    codes=(1,), **work)
    context.check('"record":10' in zone, f"a time zone: {zone[-300:]}")
    tree.run("dpkg --purge formrec && ! test -e /usr/bin/formrec")


def unit(context: Context) -> None:
    """The unit is valid, with the program that is tested in place of the installed one."""
    path = context.folder / "formrec.service"
    path.write_text(UNIT.read_text().replace("/usr/bin/formrec", str(context.binary)))
    done = context.run("systemd-analyze", "verify", "--man=no", path)
    context.equal(done.stderr, "", "the messages of systemd-analyze verify")
    report = context.run("systemd-analyze", "security", "--offline=true", "--threshold=15", path).stdout
    context.figures.append("exposure " + report.split("level for formrec.service: ")[1].split()[0])


def booted(context: Context) -> None:
    """The block of the page, in a booted system; then the service is killed, restarted and stopped."""
    tree = install(context)
    tree.add(UNIT, "deploy/formrec.service")
    tree.add(SIGNUPS / "signups.yaml", "forms.yaml")
    block = context.block("deployment.md", "systemd")
    journal = "trap 'journalctl --no-pager --output cat --unit formrec' EXIT\n"
    output = tree.boot(journal + block + REQUEST + r"""
request /forms/signups
request /sign-in
pid=$(systemctl show --property MainPID --value formrec)
stat --format 'runs as %U' /proc/$pid
stat --format 'mode %a' /var/lib/formrec
kill -KILL $pid
wait_for restarted
wait_for request /healthz
systemctl stop formrec
systemctl show --property Result formrec
sudo -u formrec formrec verify --db /var/lib/formrec/formrec.sqlite
echo complete
""")
    # Without --open, the form requires signing in.
    missing = [text for text in ("HTTP/1.1 200 OK", "HTTP/1.1 401 Unauthorized", "runs as formrec", "mode 700",
                                 "Result=success", "ok: ", "listening on", "complete") if text not in output]
    context.check(not missing, f"{missing} are missing: {output[-2500:]}")
    context.check("Failed to set" not in output, f"the journal has messages of the runtime: {output[-1000:]}")


def container(context: Context) -> None:
    """The steps of the last stage, and the commands of the page without the engine."""
    tree = Tree(context)
    steps, words = container_steps(REPOSITORY / "deploy/Containerfile")
    for step in steps:
        tree.run(step)
    # What the first stage installs is what the package has.
    tree.add(package(context), "formrec.deb")
    tree.run("dpkg-deb --extract /formrec.deb / && rm /formrec.deb")
    context.check("not found" not in tree.run("ldd /usr/bin/formrec"), "a library is missing")
    context.check((tree.path / "etc/ssl/certs/ca-certificates.crt").exists(), "there are no certificates for webhooks")
    tree.add(SIGNUPS / "signups.yaml", "forms/signups.yaml")
    user = {"user": words["USER"], "folder": words["WORKDIR"]}
    entry = " ".join(json.loads(words["ENTRYPOINT"]))
    isolate(context.folder)
    tree.run(f"{entry} apply /forms/signups.yaml", **user)
    arguments = json.loads(words["CMD"])
    context.equal(arguments, ["serve", "--host", "0.0.0.0"], "the default command")
    context.start(*tree.command(f"exec {entry} {' '.join(arguments)} --open signups", **user),
                  log="container.log", ready="listening on")
    answer = Client().request(f"http://127.0.0.1:{words['EXPOSE']}/forms/signups")
    context.equal(answer.status, 200, "the page of the form")
    context.check((tree.path / "data/formrec.sqlite").exists(), "the database is not in the volume")


SCENARIOS = (
    Scenario("debian-package", "the package works in a clean system, as an ordinary user", debian,
             (Place("deployment.md", "Debian package"),), NEEDS, isolated=False),
    Scenario("systemd-unit", "the unit is valid, and its exposure at most 1.5", unit,
             needs=("command:systemd-analyze",)),
    Scenario("systemd", "the commands of the page start the service in a booted system", booted,
             (Place("deployment.md", "Debian package"), Place("deployment.md", "systemd")),
             (*NEEDS, "debian:systemd-container/systemd-nspawn"), isolated=False),
    Scenario("container", "the steps of the Containerfile give a system in which the server runs", container,
             needs=NEEDS, isolated=False),
)
