"""Compares international host names with the package `idna`, with the mapping of UTS #46, and hosts of URLs in
browsers with the steps of the URL standard, built from the same package."""

import unicodedata

import idna
import idna.core
import unicodedata2

from differential import Family, mutated

# Ranges of letters, marks, digits and symbols of many scripts; joiners and hyphens occur often.
POOLS = [
    (0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A), (0xA1, 0x17F), (0x180, 0x24F), (0x250, 0x2FF),
    (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x58A), (0x591, 0x5F4), (0x600, 0x6FF),
    (0x700, 0x74F), (0x780, 0x7FA), (0x800, 0x85F), (0x8A0, 0x8FF), (0x900, 0x97F), (0x980, 0xA7F),
    (0xB80, 0xBFA), (0xD00, 0xD7F), (0xE01, 0xEFF), (0xF00, 0xFDA), (0x10A0, 0x10FF),
    (0x1100, 0x11FF), (0x13A0, 0x13FD), (0x1780, 0x17F9), (0x1800, 0x18AA), (0x1AB0, 0x1ABE),
    (0x1C80, 0x1CBF), (0x1E00, 0x1FFE), (0x2000, 0x206F), (0x2070, 0x209C), (0x2100, 0x218B),
    (0x2190, 0x23FF), (0x2460, 0x27BF), (0x2C00, 0x2DFF), (0x3001, 0x30FF), (0x3131, 0x33FF),
    (0x4E00, 0x4FFF), (0xA000, 0xA0FF), (0xA640, 0xA7FF), (0xA960, 0xA97C), (0xAB30, 0xABF9),
    (0xAC00, 0xADFF), (0xF900, 0xFAD9), (0xFB00, 0xFDFF), (0xFE20, 0xFFFD), (0x10300, 0x1034A),
    (0x10400, 0x104FF), (0x10800, 0x108FF), (0x10D00, 0x10D3F), (0x10E60, 0x10E7E),
    (0x10F00, 0x10F6F), (0x11000, 0x110C2), (0x1D400, 0x1D7FF), (0x1E800, 0x1E95F),
    (0x1EE00, 0x1EEF1), (0x1F100, 0x1F2FF), (0x1F600, 0x1F64F), (0x20000, 0x200FF),
    (0x2F800, 0x2FA1D), (0xE0100, 0xE0110),
]


# Default_Ignorable_Code_Point without the characters that are invalid in every name.
INVISIBLE = set(map(chr, [0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E,
                          0x180F, 0x200B, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2065, 0x3164,
                          0xFEFF, 0xFFA0] + [*range(0x206A, 0x2070)] + [*range(0xFE00, 0xFE10)]
                + [*range(0x1BCA0, 0x1BCA4)] + [*range(0x1D173, 0x1D17B)]
                + [*range(0xE0100, 0xE01F0)]))


def families(random, count):
    labels = list(made(random, count // 3))
    single = ["a" + chr(c) + "a" for c in every(random, count // 3)]
    punycode = ["xn--" + text.encode("punycode").decode() for text in made(random, count // 6)]
    punycode += [mutated(random, text, "abcz019-") for text in punycode[:count // 6]]
    yield Family(
        "hostname", "hostname: {international: true}", labels + single + punycode, is_name,
        explain_name)
    hosts = [v for v in labels + single + punycode if not set(v) & set("/?#\\:@%[]\t\n\r ")]
    hosts += [random.choice(labels) + "." + random.choice(("com", "1a", "xn--4dbrk0ce", "א", "٣"))
              for _ in range(count // 6)]
    yield Family(
        "url host in browsers", "url: {profile: browser}",
        ["http://" + host for host in hosts if host and not set(host) & set("/?#\\:@%[]\t\n\r ")],
        lambda value: is_browser_host(value[7:]),
        lambda value, ours: explain_browser(value[7:], ours))


def made(random, count):
    for _ in range(count):
        pools = random.sample(POOLS, random.choice((1, 1, 2))) + [POOLS[0]]
        text = "".join(
            chr(random.randint(*random.choice(pools))) if random.random() < 0.85
            else random.choice("-\u200c\u200d\u00b7\u30fb\u0660\u06f0\u0375\u05f3\u0301\u094dßς1a.")
            for _ in range(random.randint(1, 6)))
        yield text


def every(random, count):
    return [c for c in random.sample(range(0x80, 0x30000), min(count, 0x2FF80))
            if not 0xD800 <= c <= 0xDFFF]


def is_new(text):
    """Whether a character is newer than the tables of Swift (Unicode 17) or those of this Python, from which the
    package gets text directions."""
    return any("Cn" in (unicodedata2.category(c), unicodedata.category(c)) for c in text)


def is_name(value):
    if is_new(value) or is_new(decoded(value)) or value.endswith("."):
        return None
    try:
        text = value if not value.isascii() else value.lower()
        encoded = idna.encode(text, uts46=True, std3_rules=True)
    except (idna.IDNAError, UnicodeError):
        return False
    if encoded.endswith(b".") or encoded.split(b".")[-1].isdigit():
        return None  # A trailing dot, and names that look like addresses, are not compared.
    return all(len(label) < 64 for label in encoded.split(b"."))


def explain_name(value, ours):
    if not ours and any(c in INVISIBLE for c in value):
        return "invisible characters, which mapping drops, are refused"
    if not ours and any(ord(c) > 0x1FFFF for c in decoded(value)):
        return "Foundation composes marks with characters beyond the first planes by their last 16 bits"
    if not ours and begins_with_digit_beside_right_to_left(value):
        return "a label that begins with a digit, beside one from right to left (RFC 5893, 2, rule 1)"
    if ours and value.isascii() and any(
            label[2:4] == "--" and label[:2].lower() != "xn" for label in value.split(".")):
        return "labels of ASCII with hyphens in the third and fourth place"
    return None


def begins_with_digit_beside_right_to_left(value):
    """The package checks the text direction of each label separately."""
    directions = [
        [unicodedata2.bidirectional(c) for c in label]
        for label in unicodedata.normalize("NFKC", decoded(value)).split(".")]
    return (any(d in ("R", "AL", "AN") for label in directions for d in label)
            and any(label and label[0] in ("EN", "AN") for label in directions))


def decoded(value):
    try:
        return ".".join(
            label[4:].encode().decode("punycode") if label.startswith("xn--") else label
            for label in value.split("."))
    except (UnicodeError, ValueError):
        return value


def is_browser_host(host):
    if is_new(host) or is_new(decoded(host)):
        return None
    if host.isascii():
        return None  # Not mapped; another family compares these.
    try:
        mapped = idna.uts46_remap(host, std3_rules=False, transitional=False)
    except (idna.IDNAError, UnicodeError):
        return False
    labels = []
    for label in mapped.split("."):
        if label.startswith("xn--"):
            try:
                text = label[4:].encode("ascii").decode("punycode")
            except (UnicodeError, ValueError):
                return False
            if not text or text.isascii() or "xn--" + text.encode("punycode").decode() != label:
                return False
            try:
                if idna.uts46_remap(text, std3_rules=False, transitional=False) != text:
                    return False
            except (idna.IDNAError, UnicodeError):
                return False
            label = text
        labels.append(label)
    bidi = any(unicodedata2.bidirectional(c) in ("R", "AL", "AN") for c in "".join(labels))
    for label in labels:
        if not label:
            continue
        if unicodedata2.category(label[0])[0] == "M" or "." in label:
            return False
        for at, character in enumerate(label):
            if character in "\u200c\u200d":
                try:
                    if not idna.valid_contextj(label, at):
                        return False
                except ValueError:
                    return False
        if bidi:
            try:
                idna.check_bidi(label, check_ltr=True)
            except idna.IDNAError:
                return False
    if any(c <= " " or c in "#/:<>?@[\\]^|%\x7f" for c in mapped) or not mapped:
        return False
    last = ([label for label in labels if label] or [""])[-1]
    # Another family compares numbers.
    return None if last.isascii() and last[:1].isdigit() else True


def explain_browser(host, ours):
    if not ours and any(ord(c) > 0x1FFFF for c in decoded(host)):
        return "Foundation composes marks with characters beyond the first planes by their last 16 bits"
    return None
