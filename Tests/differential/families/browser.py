"""Compares URLs of browsers with ada-url 4.0.0, which follows the URL Standard as of July 2026."""

import re

import ada_url
import unicodedata2

from differential import Family, mutated

SAMPLES = [
    "http://example.com/", " https://user:pass@example.com:8080/a?b#c ", "http:\\\\example.com\\a",
    "http://0x7f.1/", "http://256/", "http://1.2.3.256", "http://192.0.2.1.", "file:///C|/a",
    "file://host/a", "javascript:alert(1)", "foo://!host:80/", "http://[::1]:80/", "http://[1:2::ffff:1.2.3.4]",
    "http://b%C3%BCcher.example", "http://xn--bcher-kva.example", "http://xn--a", "http://xn--a.b.c",
    "http://\u00fc.xn--bcher-kva", "http://\u00fc.xn--a", "http://xn--\u00e9-abc", "http://\u2603.example",
    "http://a\u00adb", "http://\uff11.2.3.4", "http://stra\u00dfe.de", "http://a\u200db", "http://\u0301a",
    "http://0300.0.0.09", "ws://a_b", "wss://a..b", "ftp:a", "http://a.09", "http:/a@b@c/", "http://a:/",
    "http://a:65536", "data:,a b", "http://%00", "http://%zz", "blob:http://a", "http://xn--ls8h=",
]


def families(random, count):
    alphabet = "ab01.:/\\@?#[]%xn-_ \t\n|^<>~!\u00fc\u00df\u3002\uff0e\u00ad\u200d\u0301\u05d0\u0661\u2603"
    values = [mutated(random, random.choice(SAMPLES), alphabet) for _ in range(2 * count)]
    values += ["http://" + host(random) for _ in range(count // 2)]
    yield Family("url browser", "url: {profile: browser, schemes: any}", values, is_url, explain)


def host(random):
    labels = []
    for _ in range(random.randint(1, 3)):
        text = "".join(random.choice("abxn019-zq") for _ in range(random.randint(0, 7)))
        labels.append(random.choice(("", "", "xn--", "XN--")) + text)
    if random.random() < 0.3:
        labels.append(random.choice(("\u00fc", "\u30c6\u30b9\u30c8", "b\u00fc")))
        random.shuffle(labels)
    return ".".join(labels)


def is_url(value):
    try:
        ada_url.URL(value)
        return True
    except ValueError:
        return False


def explain(value, ours):
    text = re.sub(r"xn--([a-z0-9-]+)", decoded, value, flags=re.IGNORECASE)
    if any("\u08b5" <= c <= "\u08cf" for c in text):
        return "ada's marks and directions are older than the Arabic characters of Unicode 14"
    if ours:
        return None
    if re.search("xn---", value, re.IGNORECASE):
        return "a hyphen with nothing before it is no delimiter of punycode (RFC 3492, 6.2)"
    if any(unicodedata2.bidirectional(c) in ("R", "AL", "AN") for c in text):
        return "beside a label from right to left all satisfy the rule (RFC 5893, 2); ada asks each alone"
    return None


def decoded(match):
    try:
        return match[1].encode("ascii").decode("punycode")
    except UnicodeError:
        return match[0]
