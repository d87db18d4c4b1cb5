"""Compares email addresses with the package `email-validator`, and those of mail headers with the RFC 5322
parser in Python's standard library."""

import email._header_value_parser as header
import email.errors
import re

import email_validator

from differential import Family, mutated

email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()
SAMPLES = [
    "ana@example.com", "ana.lima+news@mail.example.co.uk", "o'neil@example.museum", "1@2.de",
    "a/b@example.co", "x@example.xn--p1ai", "a@b--c.example", "\"ana lima\"@example.com",
    "\"a\\\"b\"@example.com", "ana@ex-ample.com", "a_b@example.com", "{a}@example.org",
    "ana@192.0.2.1", "ana@example", "zo\u00eb@example.com", "ana@b\u00fccher.example",
]
HEADERS = [
    "ana@example.com", "ana (work) @ example.com", "(a (nested) one)ana@example(x).com", "ana @ [192.0.2.1 ]",
    "\"ana lima\" @ (the) example.com (host)", "\"a\\\"b\"@example.org", "(\\)x) a.b.c@[tag:content]",
    "ana\t@\texample.com", "zo\u00eb@example.com", "a+b/c@sub.example.museum",
]


def families(random, count):
    alphabet = "abz019.-_+@\" '()<>,:;[]\\!#$%&*/=?^`{|}~\u00e9"
    values = [mutated(random, random.choice(SAMPLES), alphabet) for _ in range(2 * count)]
    yield Family("email", "email", values, reference(), explain_ascii)
    yield Family("email quoted", "email: {quoted: true}", values,
                 reference(allow_quoted_local=True), explain_ascii)
    yield Family("email utf8", "email: utf8", values, reference(allow_smtputf8=True), explain)
    alphabet = "ab0.-_+@\" \t()[]\\<>,:;!=\u00eb"
    values = [mutated(random, random.choice(HEADERS), alphabet) for _ in range(2 * count)]
    yield Family("email rfc5322", "email: rfc5322", values, is_header_address, explain_header)


def is_header_address(value):
    """Whether the whole text is an addr-spec without obsolete forms."""
    try:
        address, rest = header.get_addr_spec(value)
        defects = [d for d in address.all_defects
                   if not isinstance(d, email.errors.NonASCIILocalPartDefect)]
    except (email.errors.HeaderParseError, IndexError):
        return False
    except AttributeError:
        return False  # The parser left a defect where all_defects expects a token.
    return not rest and not defects


def explain_header(value, ours):
    host = re.sub(r"\([^()]*\)", "", value).rpartition("@")[2]
    if ours and re.search(r"@.*\(.*\)", value):
        return "comments between the labels of a host, an obsolete form that is still written"
    if ours and re.search(r"@.*\[[^\]]*\s[^\]]*\]", value):
        return "blanks may stand between the characters of a domain literal (RFC 5322, 3.4.1)"
    if not ours and re.search(r"[^\w\s.-]|_|(^|\.)\s*-|-\s*(\.|$)", host):
        return "hosts have the names of the DNS, which RFC 5322 leaves to it"
    return None


def reference(allow_smtputf8=False, **options):
    def judge(value):
        try:
            email_validator.validate_email(
                value, check_deliverability=False, allow_smtputf8=allow_smtputf8,
                allow_empty_local=False, **options)
            return True
        except email_validator.EmailNotValidError:
            return False
    return judge


def explain(value, ours):
    local, _, host = value.rpartition("@")
    top = host.rpartition(".")[2]
    if ours and any(label[2:4] == "--" for label in host.split(".")):
        return "labels with hyphens in the third and fourth place, which the DNS has"
    if not ours and (len(top) < 2 or any(c.isdigit() for c in top)):
        return "a top level has two letters at least and no digit (RFC 3696)"
    return None


def explain_ascii(value, ours):
    if not ours and not value.rpartition("@")[2].isascii():
        return "hosts beyond ASCII are for the profiles utf8 and idn"
    return explain(value, ours)
