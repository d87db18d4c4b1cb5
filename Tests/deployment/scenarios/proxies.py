"""nginx and Caddy with TLS in front of the server, with the configuration of the page."""

import json
import re
import socket
import ssl
import time
import urllib.parse

from kit.network import certificates
from kit.pages import Place
from kit.scenario import Context, Scenario
from kit.web import Client

RECORD = {"name": "Ana Lima", "email": "ana@example.com", "joined": "2024-05-01"}
PASSWORD = "a long password"
FORGED = {"X_Forwarded_Host": "evil.example", "X_Forwarded_Prefix": "/evil", "X_Forwarded_Proto": "http"}


def nginx(context: Context, block: str, host: str):
    authority, certificate, key = certificates(context.folder)
    configuration = context.folder / "nginx.conf"
    # One process: it needs no second user, which a namespace may not have.
    configuration.write_text(f"""
user root root; daemon off; master_process off; pid nginx.pid; error_log stderr notice;
events {{}}
http {{
  access_log off;
  {"".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))}
  server {{
    listen 443 ssl; server_name {host};
    ssl_certificate {certificate}; ssl_certificate_key {key};
    {block}
  }}
}}
""")
    context.start(context.programs["nginx"] / "nginx", "-p", context.folder, "-c", configuration,
                  log="nginx.log", ready="using the \"")
    return authority


def caddy(context: Context, block: str, host: str):
    (context.folder / "Caddyfile").write_text(
        "{\n  local_certs\n  skip_install_trust\n  admin off\n}\n" + block)
    context.environment["XDG_DATA_HOME"] = str(context.folder / "data")
    context.start(context.programs["caddy"] / "caddy", "run", "--config", "Caddyfile",
                  log="caddy.log", ready="serving initial configuration")
    authority = context.folder / "data/caddy/pki/authorities/local/root.crt"
    certificate = f"data/caddy/certificates/local/{host}/{host}.crt"
    context.wait((context.folder / certificate).exists, certificate)
    return authority


def serve_behind(context: Context):
    rows = "".join(f"{number},Ana {number},ana{number}@example.com,30,2024-05-01\n"
                   for number in range(1, 1202))
    (context.folder / "signups.csv").write_text("id,name,email,age,joined\n" + rows)
    context.formrec("import", "signups.csv", "--definitions", "fixtures/readme/signups.yaml")
    context.formrec("user", "add", "ana", "--role", "admin", input=PASSWORD + "\n")
    context.serve("--behind-proxy", "--open", "signups")
    return context.formrec("token", "add", "test", "--role", "admin").strip()


def checks(context: Context, base: str, authority) -> None:
    token = serve_behind(context)
    context.wait(lambda: answers(authority, base), base)
    client, bearer = Client(authority), {"Authorization": "Bearer " + token}
    pages(context, base, client)
    form(context, base, client)
    sign_in(context, base, Client(authority))
    feeds(context, base, client, bearer)
    upload(context, base, authority, token)


def answers(authority, base: str) -> bool:
    try:
        return Client(authority).request(base + "healthz").status == 200
    except OSError:
        return False


def pages(context: Context, base: str, client: Client) -> None:
    """Every link of the public pages leads to a page below the base."""
    count = 0
    if urllib.parse.urlsplit(base).path != "/":
        root = client.request(base.rstrip("/"))
        context.equal(urllib.parse.urljoin(base, root.headers["Location"] or "/"), base, "the prefix without a slash")
    for page in ("", "forms/signups", "sign-in"):
        answer = client.request(base + page)
        context.equal(answer.status, 200, base + page)
        for link in answer.links():
            address = urllib.parse.urljoin(base + page, link.replace("&amp;", "&"))
            context.check(address.startswith(base), f"{page}: {link} leaves {base}")
            if "submissions" not in link:
                context.equal(client.request(address).status, 200, address)
                count += 1
    context.check(count > 3, f"only {count} links were found")
    context.figures.append(f"{count} links")


def form(context: Context, base: str, client: Client) -> None:
    """A person sends the form, first with an error."""
    page = client.request(base + "forms/signups")
    time.sleep(2.1)  # A form that is sent earlier is shown again.
    for cells, path in (({"id": "x"}, "forms/signups?"), ({"id": "5001"}, "forms/signups/sent/")):
        action = next(link for link in page.links() if "submissions" in link)
        answer = client.request(
            urllib.parse.urljoin(base, action),
            urllib.parse.urlencode({**page.hidden(), **RECORD, **cells}).encode(), Accept="text/html")
        context.equal(answer.status, 303, "sending the form")
        location = urllib.parse.urljoin(base, answer.headers["Location"] or "")
        context.check(location.startswith(base + path), f"{location} after the form")
        page = client.request(location)
        context.equal(page.status, 200, location)
    context.equal(client.request(base + "forms/signups/submissions",
                                 json.dumps({"id": 5002, **RECORD}).encode(),
                                 Content_Type="application/json").status, 201, "a record as JSON")


def sign_in(context: Context, base: str, client: Client) -> None:
    page = client.request(base + "sign-in")
    answer = client.request(base + "sign-in", urllib.parse.urlencode(
        {**page.hidden(), "user": "ana", "password": PASSWORD}).encode(), Accept="text/html")
    context.equal(answer.status, 303, "signing in")
    context.equal({(cookie.secure, cookie.path) for cookie in client.cookies},
                  {(True, urllib.parse.urlsplit(base).path.rstrip("/") or "/")}, "cookies")
    audit = client.request(base + "audit")
    context.equal(audit.status, 200, "the audit page with the cookie")
    for link in audit.links():
        address = urllib.parse.urljoin(base + "audit", link)
        context.check(address.startswith(base), f"audit: {link} leaves {base}")


def feeds(context: Context, base: str, client: Client, bearer: dict) -> None:
    """Absolute links begin with the base, also if the client sends the proxy's headers itself."""
    for forged in ({}, FORGED):
        feed = client.request(base + "odata/signups?$select=id", **bearer, **forged).json()
        for name in ("@odata.context", "@odata.nextLink"):
            context.check(feed[name].startswith(base + "odata/"), f"{name}: {feed[name]}, sent {forged}")
        page = client.request(base + "forms/signups/current?limit=10", **bearer, **forged)
        link = urllib.parse.urljoin(base, re.match("<(.*?)>", page.headers["Link"] or "<>")[1])
        context.check(link.startswith(base + "forms/"), f"Link: {link}, sent {forged}")
        context.equal(client.request(link, **bearer).status, 200, "the next page")
        description = client.request(base + "openapi.json", **bearer, **forged).json()
        server = urllib.parse.urljoin(base, description["servers"][0]["url"])
        context.equal(server.rstrip("/"), base.rstrip("/"), f"the server of openapi.json, sent {forged}")
        text = client.request(base + "forms/signups", **forged).text
        context.check("evil" not in text, "a page contains the client's own prefix")


def upload(context: Context, base: str, authority, token: str) -> None:
    """A file that is larger than the default limits of proxies, with events that are not buffered."""
    rows = "".join(f"{number},Ana {number},a{number}@example.com,30,2024-05-01\n"
                   for number in range(10_000, 60_000))
    body = ("id,name,email,age,joined\n" + rows).encode()
    with post(base, "imports?name=large.csv", authority, token) as connection:
        connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        received = receive(connection, b"event: progress")
        context.check(b"event: report" not in received, "the events of an import arrive at its end")
        receive(connection, b"event: report", received)
    context.figures.append(f"{len(body) / 1e6:.1f} MB uploaded")


def refusal(context: Context, base: str, authority) -> None:
    """The server refuses an upload whose body is incomplete. Caddy would answer after the body."""
    with post(base, "imports?name=refused.csv", authority, "invalid") as connection:
        connection.sendall(b"4\r\nid\r\n\r\n")
        received = receive(connection, b"\r\n\r\n")
        context.check(received.startswith(b"HTTP/1.1 401 "), f"an upload with an invalid token: {received[:100]}")


def post(base: str, path: str, authority, token: str) -> ssl.SSLSocket:
    """Sends the headers of a request whose body is sent in chunks."""
    address = urllib.parse.urlsplit(base)
    connection = ssl.create_default_context(cafile=authority).wrap_socket(
        socket.create_connection((address.hostname, 443), 60), server_hostname=address.hostname)
    connection.sendall(
        f"POST {address.path}forms/signups/{path} HTTP/1.1\r\nHost: {address.hostname}\r\nContent-Type: text/csv\r\n"
        f"Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
    return connection


def receive(connection: ssl.SSLSocket, end: bytes, received: bytes = b"") -> bytes:
    while end not in received:
        part = connection.recv(10_000)
        if not part:
            raise RuntimeError(f"the connection ended: {received[-200:]}")
        received += part
    return received


def limits(context: Context, base: str, authority) -> None:
    """Limits apply to the address from which the proxy is reached, whatever the client claims."""
    client = Client(authority)
    statuses = [client.request(base + "forms/signups", X_Forwarded_For=f"192.0.2.{number}").status
                for number in range(1, 201)]
    context.check(429 in statuses, "invented addresses avoid the limit")
    other = Client(authority, source="127.0.0.2").request(base + "forms/signups")
    context.equal(other.status, 200, "another address, after the limit of the first")


def scenario(proxy, name: str, place: Place, host: str, prefix: str = "") -> Scenario:
    def run(context: Context):
        block = context.block(place.page, place.section, place.number)
        base, authority = f"https://{host}{prefix}/", proxy(context, block, host)
        checks(context, base, authority)
        if proxy is nginx:
            refusal(context, base, authority)
        limits(context, base, authority)

    return Scenario(
        name, f"pages, forms, feeds and uploads work through {proxy.__name__} at {host}{prefix}/",
        run, (place,), (f"debian:{proxy.__name__}", "command:openssl"))


SCENARIOS = (
    scenario(caddy, "caddy-tls", Place("deployment.md", "TLS", 1), "forms.example.com"),
    scenario(nginx, "nginx-tls", Place("deployment.md", "TLS", 2), "forms.example.com"),
    scenario(nginx, "nginx-prefix", Place("deployment.md", "Path prefix", 1), "example.org", "/forms-app"),
    scenario(caddy, "caddy-prefix", Place("deployment.md", "Path prefix", 2), "example.org", "/forms-app"),
)
