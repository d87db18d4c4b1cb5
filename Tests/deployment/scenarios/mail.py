"""Mail over TLS: aiosmtpd receives it with STARTTLS and with TLS from the beginning."""

import json
import re
from email import message_from_string, policy

from kit.network import certificates
from kit.scenario import Context, Scenario

RECEIVER = """
import json, ssl, sys, time
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

certificate, key, log = sys.argv[1:]
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain(certificate, key)

class Handler:
    async def handle_DATA(self, server, session, envelope):
        with open(log, "a") as file:
            file.write(json.dumps({"port": self.port, "to": envelope.rcpt_tos, "tls": session.ssl is not None
                       or self.port == 465, "user": (session.auth_data.login.decode() if session.auth_data else None),
                       "content": envelope.content.decode("ascii")}) + chr(10))
        return "250 accepted"

def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=data.login == b"forms" and data.password == b"secret password", auth_data=data)

def start(port, **options):
    handler = Handler()
    handler.port = port
    Controller(handler, hostname="127.0.0.1", port=port, authenticator=authenticate, auth_required=True,
               **options).start()

start(587, tls_context=tls, require_starttls=True)
start(465, ssl_context=tls, auth_require_tls=False)
print("receiving", flush=True)
time.sleep(600)
"""

DEFINITIONS = """
form: signups
fields: [{name: id, type: integer, required: true}, {name: name, type: text}]
---
rules: signups
form: signups
---
source: north
contact: data@north.example
language: de
forms: {signups: }
"""


def mail(context: Context) -> None:
    authority, certificate, key = certificates(context.folder)
    (context.folder / "receiver.py").write_text(RECEIVER)
    received = context.folder / "received"
    context.start(context.programs["aiosmtpd"] / "python", "receiver.py", certificate, key, received,
                  log="receiver.log", ready="receiving")
    (context.folder / "signups.yaml").write_text(DEFINITIONS)
    context.formrec("apply", "signups.yaml")
    (context.folder / "password").write_text("secret password\n")
    (context.folder / "password").chmod(0o600)

    def settings(server: str, *lines: str) -> None:
        (context.folder / "mail.yaml").write_text("\n".join([
            f"server: {server}", "user: forms", "passwordFile: password", "from: Forms <forms@example.com>",
            "site: https://forms.example.com", "operators: [ana@example.com]",
            "contacts: {link: {days: 3}}", *lines]) + "\n")

    def messages() -> list:
        return [json.loads(line) for line in received.read_text().splitlines()] if received.exists() else []

    settings("forms.example.com")
    context.formrec("mail", "--mail-config", "mail.yaml")
    for number, server in enumerate(("forms.example.com", "smtps://forms.example.com")):
        (context.folder / "records.csv").write_text(f"id,name\nx,{number}\n")
        context.formrec("import", "records.csv", "--form", "signups", "--source", "north", codes=(0, 1))
        # The certificate is not one that the system trusts.
        settings(server)
        refused = context.run("formrec", "mail", "--mail-config", "mail.yaml", codes=(1,))
        context.check("no mail was accepted" in refused.stderr, f"{server}: {refused.stderr}")
        context.equal(len(messages()), 2 * number, f"{server}: messages to an unknown server")
        settings(server, "authorityFile: authority.pem")
        context.formrec("mail", "--mail-config", "mail.yaml")
        # A server that has another name than its certificate.
        settings(server.replace("forms.example.com", "localhost"), "authorityFile: authority.pem")
        test = context.run("formrec", "mail", "--mail-config", "mail.yaml", "--test", "ana@example.com", codes=None)
        context.check(test.returncode != 0, f"{server}: a certificate of another name was accepted")
        context.check("secret" not in test.stdout + test.stderr, f"{server}: the password is shown")
    found = messages()
    context.equal([one["to"] for one in found], 2 * [["ana@example.com"], ["data@north.example"]], "the recipients")
    context.equal([one["port"] for one in found], [587, 587, 465, 465], "the ports")
    context.equal({(one["tls"], one["user"]) for one in found}, {(True, "forms")}, "TLS and the user")
    parsed = [message_from_string(one["content"], policy=policy.default) for one in found]
    context.equal(parsed[0]["subject"], "signups: 1 rejected (records.csv)", "the subject")
    text = parsed[1].get_body(("plain",)).get_content()
    context.check(re.search(r"https://forms\.example\.com/link\?key=\S{40,}", text) is not None, f"a link: {text}")
    context.equal(context.json("mail", "--mail-config", "mail.yaml"), [], "the queue")


SCENARIOS = (
    Scenario("mail", "a mail server receives mail with STARTTLS and with TLS, and only a trusted one", mail, (),
             ("pip:aiosmtpd", "command:openssl")),
)
