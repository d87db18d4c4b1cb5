"""A client that keeps cookies as browsers do, and follows no redirects."""

import http.client
import http.cookiejar
import json
import re
import ssl
import urllib.request
from dataclasses import dataclass
from email.message import Message
from pathlib import Path


@dataclass
class Answer:
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self):
        return json.loads(self.body)

    def links(self) -> list[str]:
        """The addresses to which the page leads, without data URLs."""
        return re.findall(r'(?:href|src|action)="(?!data:)([^"#]+)', self.text)

    def hidden(self) -> dict[str, str]:
        """The hidden controls of a page, by name."""
        inputs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
                  for tag in re.findall(r"<input[^>]*>", self.text)]
        return {one["name"]: one.get("value", "") for one in inputs if one.get("type") == "hidden"}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Client:
    def __init__(self, authority: Path | None = None, source: str = "127.0.0.1"):
        self.cookies = http.cookiejar.CookieJar()
        context = ssl.create_default_context(cafile=authority)

        class Handler(urllib.request.HTTPSHandler, urllib.request.HTTPHandler):
            def https_open(self, request):
                return self.do_open(
                    lambda host, **options: http.client.HTTPSConnection(
                        host, context=context, source_address=(source, 0), **options), request)

        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), _NoRedirect, Handler,
            urllib.request.HTTPCookieProcessor(self.cookies))

    def request(self, url: str, data=None, method=None, **headers) -> Answer:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            answer = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Answer(answer.status, answer.headers, answer.read())
