"""The webhook of the page on the server, with a receiver that verifies signatures."""

import http.server
import json
import re
import ssl
import threading
from pathlib import Path

from kit.network import certificates, replace
from kit.pages import Place
from kit.scenario import Context, Scenario
from kit.web import Client

AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
VERIFY = """
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
secret, requests = json.load(sys.stdin)
hook = Webhook(secret)
for headers, body in requests:
    hook.verify(body, headers)
    try:
        hook.verify(body.replace("submission", "Submission"), headers)
        sys.exit("an altered body is valid")
    except WebhookVerificationError:
        pass
print("verified", len(requests))
"""


def receive(context: Context) -> list:
    """Receives requests at https://example.com, and refuses the first."""
    authority, certificate, key = certificates(context.folder)
    replace(AUTHORITIES, authority)
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            requests.append((dict(self.headers.items()), body))
            self.send_response(503 if len(requests) == 1 else 204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("", 443), Handler)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return requests


def webhooks(context: Context) -> None:
    requests = receive(context)
    context.formrec("apply", "fixtures/readme/signups.yaml")
    context.environment["FORMREC_BY"] = "ana"
    token = context.formrec("token", "add", "website", "--role", "submit").strip()
    context.start("bash", "-euc", context.block("server.md", "Webhooks"), log="serve.log", ready="listening on")
    secret = re.search(r"whsec_\S+", (context.folder / "serve.log").read_text())[0]
    answer = Client().request("http://127.0.0.1:8080/forms/signups/submissions", b'{"id": 7, "name": "Ana Lima"}',
                              Content_Type="application/json", Authorization="Bearer " + token)
    context.equal(answer.status, 422, "the record")
    context.wait(lambda: len(requests) > 1, "the event, again after the first answer 503")
    lowered = [({name.lower(): value for name, value in headers.items()}, body) for headers, body in requests]
    context.equal(len({headers["webhook-id"] for headers, _ in lowered}), 1, "the id of the event, sent twice")
    event = json.loads(lowered[0][1])
    context.equal(event["type"], "submission.rejected", "the type of the event")
    context.check("Lima" not in lowered[0][1], "the event contains a submitted value")
    context.run(context.programs["standardwebhooks"] / "python", "-c", VERIFY,
                input=json.dumps([secret, lowered]))


SCENARIOS = (
    Scenario("webhooks", "a library of Standard Webhooks verifies the events", webhooks,
             (Place("server.md", "Webhooks"),), ("pip:standardwebhooks", "command:openssl")),
)
