"""Compares addresses and networks with Python's `ipaddress`."""

import ipaddress

from differential import Family, mutated


def families(random, count):
    addresses = list(texts(random, count))
    yield Family("ip", "ip", addresses, is_address, zone)
    blocks = [f"{a}/{random.choice((*range(129), '01', '', '-1', '255.255.255.0'))}"
              for a in addresses]
    yield Family("cidr", "cidr: {hostBits: false}", blocks, is_block, zone)
    masks = [f"{a}/{m}" for a, m in zip(
        (v4(random) for _ in range(count // 4)), (mask(random) for _ in range(count)))]
    yield Family("cidr with masks", "cidr: {masks: true, version: 4}", masks, is_masked)
    yield Family(
        "ip public", "ip: {networks: public}",
        [v4(random) for _ in range(count)] + [v6(random) for _ in range(count // 2)], is_public,
        public)


def v4(random):
    return str(ipaddress.IPv4Address(random.getrandbits(32)))


def v6(random):
    prefix = random.choice((0x2001, 0x2002, 0x2606, 0xFE80, 0xFC00, 0xFF02, 0x3FFF, 0x64, 0x100, 0))
    bits = prefix << 112 | random.getrandbits(random.choice((8, 32, 64, 112)))
    return str(ipaddress.IPv6Address(bits))


def mask(random):
    length = random.randrange(33)
    bits = (0xFFFFFFFF << (32 - length)) & 0xFFFFFFFF
    return str(ipaddress.IPv4Address(bits if random.random() < 0.7 else random.getrandbits(32)))


def texts(random, count):
    for _ in range(count):
        text = v4(random) if random.random() < 0.5 else v6(random)
        if ":" in text and random.random() < 0.2:
            text = ipaddress.IPv6Address(text).exploded
        yield mutated(random, text, "0123456789abcdefF:.") if random.random() < 0.7 else text


def is_address(value):
    return succeeds(ipaddress.ip_address, value)


def is_block(value):
    # Python accepts masks instead of prefixes, and prefixes with leading zeros.
    if "/" not in value or not value.rpartition("/")[2].isdigit():
        return False
    digits = value.rpartition("/")[2]
    return (digits == "0" or digits[0] != "0") and succeeds(ipaddress.ip_network, value)


def is_masked(value):
    address, _, text = value.partition("/")
    bits = int(ipaddress.IPv4Address(text))
    inverted = ~bits & 0xFFFFFFFF
    return inverted & (inverted + 1) == 0 and is_address(address)


def is_public(value):
    return ipaddress.ip_address(value).is_global


def succeeds(function, value):
    try:
        function(value)
        return True
    except ValueError:
        return False


def zone(value, ours):
    return "a zone is a parameter of its own" if "%" in value else None


def public(value, ours):
    address = ipaddress.ip_address(value)
    if address.is_multicast:
        return "multicast addresses are no hosts"
    if address.version == 6 and not ours and int(address) >> 125 != 1:
        return "outside 2000::/3 nothing is given out"
    if address.version == 6 and ours and str(address).startswith("64:ff9b::"):
        return "64:ff9b::/96 is globally reachable (RFC 6052)"
    registry = ["2001::/23", "3fff::/20", "2002::/16", "192.0.0.0/24", "2001:20::/28", "2001:30::/28",
                "2001:3::/32", "2001:4:112::/48", "192.88.99.0/24"]
    if any(address in ipaddress.ip_network(block) for block in registry):
        return "IANA's registry of 2025; Python's differs by version"
    return None
