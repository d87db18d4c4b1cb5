#!/usr/bin/env python3
"""Writes Sources/FormRules/Generated/PhoneTable.swift.

Run by scripts/make-tables. The source is the metadata of Google's libphonenumber (Apache License 2.0) in the PyPI
package `phonenumbers`: for every country, regular expressions of the national numbers of each type with their
lengths. They are converted to one acyclic automaton over digits, in which equal parts are shared. It is written as
text, which PhoneNumbers.swift parses. `--check N` compares the automaton with the package's own verdict on N random
numbers per country, and writes nothing.
"""

import pathlib
import random
import re
import sys

import phonenumbers
from phonenumbers.phonemetadata import PhoneMetadata

TARGET = pathlib.Path(__file__).parent.parent / "Sources/FormRules/Generated/PhoneTable.swift"
FIXED, MOBILE, OTHER = 1, 2, 4
MAXIMUM_DIGITS = 17


class Expression:
    """A regular expression over digits as a nondeterministic automaton."""

    def __init__(self, pattern):
        self.pattern, self.at = pattern, 0
        self.edges, self.empty = [], []
        self.start = self.state()
        self.end = self.alternatives(self.start)
        assert self.at == len(pattern), pattern
        self.first = self.closure({self.start})

    def state(self):
        self.edges.append([])
        self.empty.append([])
        return len(self.edges) - 1

    def peek(self):
        return self.pattern[self.at:self.at + 1]

    def alternatives(self, start):
        end = self.state()
        while True:
            self.empty[self.sequence(start)].append(end)
            if self.peek() != "|":
                return end
            self.at += 1

    def sequence(self, start):
        # A separate start state, so that a repeated first part does not leak into other alternatives.
        current = self.state()
        self.empty[start].append(current)
        while self.peek() not in ("", "|", ")"):
            current = self.repeated(current)
        return current

    def repeated(self, start):
        begin = self.at
        end = self.atom(start)
        low, high = 1, 1
        if self.peek() == "?":
            self.at, low = self.at + 1, 0
        elif match := re.compile(r"\{(\d+)(?:,(\d+))?\}").match(self.pattern, self.at):
            low = int(match[1])
            high = int(match[2] or match[1])
            self.at = match.end()
        behind = self.at
        ends = [start] if low == 0 else []
        for count in range(1, high + 1):
            if count > 1:
                self.at = begin
                end = self.atom(end)
            if count >= low:
                ends.append(end)
        self.at = behind
        final = self.state()
        for end in ends:
            self.empty[end].append(final)
        return final

    def atom(self, start):
        character = self.peek()
        if character == "(":
            self.at += 3 if self.pattern.startswith("(?:", self.at) else 1
            end = self.alternatives(start)
            assert self.peek() == ")", self.pattern
            self.at += 1
            return end
        end = self.state()
        if character == "[":
            close = self.pattern.index("]", self.at)
            digits = set()
            body = self.pattern[self.at + 1:close]
            for part in re.findall(r"\d-\d|\d", body):
                digits |= set(range(int(part[0]), int(part[-1]) + 1))
            self.at = close + 1
        elif self.pattern.startswith("\\d", self.at):
            digits, self.at = set(range(10)), self.at + 2
        else:
            digits, self.at = {int(character)}, self.at + 1
        self.edges[start].append((digits, end))
        return end

    def closure(self, states):
        result, waiting = set(states), list(states)
        while waiting:
            for other in self.empty[waiting.pop()]:
                if other not in result:
                    result.add(other)
                    waiting.append(other)
        return frozenset(result)

    def step(self, states, digit):
        return self.closure({end for s in states for digits, end in self.edges[s] if digit in digits})


class Automaton:
    """Acyclic states; equal states are shared. State 0 accepts nothing."""

    def __init__(self):
        self.states = [(0, (0,) * 10)]
        self.numbers = {self.states[0]: 0}

    def add(self, mask, targets):
        state = (mask, tuple(targets))
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def build(self, start, step, mask):
        """The state for `start` of another automaton, given its step function and the mask of each state."""
        known = {}

        def visit(state, length):
            if state is None or length > MAXIMUM_DIGITS:
                return 0
            key = (state, length)
            if key not in known:
                known[key] = self.add(
                    mask(state, length), [visit(step(state, d), length + 1) for d in range(10)])
            return known[key]

        return visit(start, 0)

    def walk(self, root, digits):
        for digit in digits:
            root = self.states[root][1][int(digit)]
        return root

    def accepts(self, root, digits):
        return self.states[self.walk(root, digits)][0]


def numbers(automaton, data):
    """The national numbers of a country, by kind."""
    others = [data.premium_rate, data.toll_free, data.shared_cost, data.voip, data.personal_number,
              data.pager, data.uan, data.voicemail]
    parts = []
    for kind, desc in [(0, data.general_desc), (FIXED, data.fixed_line), (MOBILE, data.mobile)] + [
            (OTHER, desc) for desc in others]:
        if desc is not None and desc.national_number_pattern:
            lengths = [l for l in desc.possible_length if l > 0]
            parts.append((kind, Expression(desc.national_number_pattern), lengths))
    machines = [part[1] for part in parts]

    def step(state, digit):
        following = tuple(m.step(s, digit) for m, s in zip(machines, state))
        return following if following[0] else None

    def mask(state, length):
        found = set()
        for (kind, machine, lengths), states in zip(parts, state):
            if machine.end in states and (not lengths or length in lengths):
                found.add(kind)
        if 0 not in found:
            return 0
        # Premium and similar numbers have only this type, in the order of libphonenumber.
        if OTHER in found:
            return OTHER
        return sum(found)

    return automaton.build(tuple(m.first for m in machines), step, mask)


def words(pattern):
    """The digit strings that a short pattern matches."""
    machine = Expression(pattern)
    result, waiting = [], [("", machine.first)]
    while waiting:
        word, states = waiting.pop()
        if machine.end in states:
            result.append(word)
        for digit in range(10):
            following = machine.step(states, digit)
            if following:
                waiting.append((word + str(digit), following))
    return result


def dialled(automaton, data, root):
    """The same numbers in national notation: with a trunk prefix, or short."""
    prefix, transform = data.national_prefix_for_parsing, data.national_prefix_transform_rule
    threads = [(None, root)]
    if prefix and not transform:
        threads.append((Expression(prefix), root))
    elif prefix and data.id == "AR":
        area = re.fullmatch(r"0\?\(\?:\((.*)\)15\)\?", prefix)[1]
        threads.append((Expression("0"), root))
        for word in words(area):
            threads.append((Expression(f"0?{word}15"), automaton.walk(root, "9" + word)))
    elif prefix and data.id == "BR":
        carrier = re.fullmatch(r"\(\?:0\|90\)\(\?:\((.*)\)\(\\d\{10,11\}\)\)\?", prefix)[1]
        threads.append((Expression(f"(?:0|90)(?:{carrier})?"), root))
    elif prefix and data.id == "JP":
        threads.append((Expression(re.fullmatch(r"\(000.*\)\$\|(.*)", prefix)[1]), root))
    elif prefix and data.id == "GA":
        threads.append((Expression("0"), root))
    elif prefix:
        short, rest = re.fullmatch(r"\((.*)\)\$(?:\|(.*))?", prefix).groups()
        area = re.fullmatch(r"(\d+)\\1", transform)[1]
        machine = Expression(short)
        local = automaton.build(
            (machine.first, automaton.walk(root, area)),
            lambda s, d: (machine.step(s[0], d), automaton.states[s[1]][1][d])
            if machine.step(s[0], d) else None,
            lambda s, _: automaton.states[s[1]][0] if machine.end in s[0] else 0)
        threads.append((None, local))
        if rest:
            threads.append((Expression(rest), root))

    def entered(state):
        """After a complete prefix, the number itself may begin."""
        inside, waiting = state
        inside = set(inside)
        for index, states in waiting:
            if threads[index][0].end in states:
                inside.add(threads[index][1])
        return frozenset(inside - {0}), frozenset(waiting)

    def step(state, digit):
        inside = {automaton.states[node][1][digit] for node in state[0]}
        waiting = {(i, threads[i][0].step(s, digit)) for i, s in state[1]}
        following = entered((inside, {(i, s) for i, s in waiting if s}))
        return following if following[0] or following[1] else None

    def mask(state, _):
        result = 0
        for node in state[0]:
            result |= automaton.states[node][0]
        return result

    start = entered(({r for e, r in threads if e is None},
                     {(i, e.first) for i, (e, _) in enumerate(threads) if e is not None}))
    return automaton.build(start, step, mask)


def union(automaton, roots):
    def step(state, digit):
        following = frozenset(automaton.states[n][1][digit] for n in state) - {0}
        return following or None

    def mask(state, _):
        result = 0
        for node in state:
            result |= automaton.states[node][0]
        return result

    return automaton.build(frozenset(roots) - {0}, step, mask)


def make():
    automaton = Automaton()
    countries, codes = [], []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        data = PhoneMetadata.metadata_for_region(region)
        root = numbers(automaton, data)
        countries.append((region, data.country_code, root, dialled(automaton, data, root)))
    for code, regions in sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE.items()):
        if regions == ("001",):
            data = PhoneMetadata.metadata_for_nongeo_region(code)
            codes.append((code, numbers(automaton, data)))
        else:
            codes.append((code, union(automaton, [c[2] for c in countries if c[1] == code])))
    return automaton, countries, codes


def check(count):
    automaton, countries, codes = make()
    generator, wrong, total = random.Random(1), 0, 0
    for region, code, root, _ in countries:
        samples = []
        for kind in range(11):
            if example := phonenumbers.example_number_for_type(region, kind):
                samples.append(phonenumbers.national_significant_number(example))
        for _ in range(count):
            text = list(generator.choice(samples))
            for _ in range(generator.randint(0, 4)):
                text[generator.randrange(len(text))] = generator.choice("0123456789")
            if generator.random() < 0.1:
                text.append(generator.choice("0123456789"))
            text = "".join(text)
            number = phonenumbers.PhoneNumber(
                country_code=code, national_number=int(text),
                italian_leading_zero=text.startswith("0") or None,
                number_of_leading_zeros=len(text) - len(text.lstrip("0")) or None)
            if phonenumbers.national_significant_number(number) != text:
                continue
            total += 1
            valid = phonenumbers.is_valid_number_for_region(number, region)
            anywhere = phonenumbers.is_valid_number(number)
            if (automaton.accepts(root, text) > 0) != valid or (
                    automaton.accepts(dict(codes)[code], text) > 0) != anywhere:
                wrong += 1
                if wrong < 20:
                    print(region, code, text, valid, anywhere)
    print(f"{wrong} of {total} differ")


ALPHABET = "".join(chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"\\\\')
HEADER = """\
// Generated by `scripts/make-tables`: do not edit.

/// The phone numbers of all countries.
///
/// Derived from the metadata of Google's libphonenumber, Copyright (C) The Libphonenumber Authors,
/// licensed under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0), in
/// the form of the PyPI package phonenumbers VERSION.
enum PhoneTable {
"""


def encoded(automaton):
    """A state is a character for its mask and the number of its runs, then its runs of equal targets: the number
    of digits, and the target in base 92, both shifted into printable ASCII. The length of the last run is
    omitted."""
    assert len(automaton.states) < len(ALPHABET) ** 2
    text = []
    for mask, targets in automaton.states:
        runs = []
        for target in targets:
            if runs and runs[-1][1] == target:
                runs[-1][0] += 1
            else:
                runs.append([1, target])
        text.append(ALPHABET[mask * 10 + len(runs) - 1])
        for index, (count, target) in enumerate(runs):
            if index < len(runs) - 1:
                text.append(ALPHABET[count])
            text.append(ALPHABET[target // len(ALPHABET)] + ALPHABET[target % len(ALPHABET)])
    return "".join(text)


def literal(name, summary, lines):
    body = "".join(f"    {line}\n" for line in lines)
    return f'  /// {summary}\n  static let {name} = """\n{body}    """\n'


def write():
    automaton, countries, codes = make()
    text = encoded(automaton)
    TARGET.write_text(
        HEADER.replace("VERSION", phonenumbers.__version__)
        + literal("countries", "Country, calling code, start state of its numbers, start state of numbers as dialled there.",
                  [f"{r} {c} {root} {local}" for r, c, root, local in countries])
        + "\n" + literal("callingCodes", "Calling code and the start state of the numbers after it.",
                         [f"{code} {root}" for code, root in codes])
        + f"\n  /// The number of states.\n  static let stateCount = {len(automaton.states)}\n\n"
        + literal("states", "The encoded states; see `PhoneNumbers`.",
                  [text[i:i + 96] for i in range(0, len(text), 96)]) + "}\n")
    print(len(automaton.states), "states,", len(text), "bytes")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check(int(sys.argv[-1]))
    else:
        write()
