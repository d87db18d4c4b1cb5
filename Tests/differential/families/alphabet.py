"""Compares the letters of each language of `alpha` with the exemplar characters of CLDR in ICU: every letter
and mark of the languages' scripts by itself, and words of such letters."""

import pathlib
import re
import unicodedata

import icu

from differential import Family

TABLE = pathlib.Path(__file__).parents[3] / "Tables/alphabets.txt"
SCRIPTS = """Latn Cyrl Grek Arab Hebr Armn Geor Beng Deva Gujr Guru Knda Mlym Orya Sinh Taml Telu Thai Hira
Kana""".split()
SAME = {"ku-arab": "ckb", "ku-iq": "ckb"}
# Characters that `alpha` accepts beyond the exemplars, as documented.
WIDER = {
    "bn": "Beng", "gu": "Gujr", "he": "Hebr", "hi": "Deva", "hy": "Armn", "ja": "Hira Kana Hani",
    "ka": "Geor", "kn": "Knda", "ko": "Hang", "ml": "Mlym", "or": "Orya", "pa": "Guru", "si": "Sinh",
    "ta": "Taml", "te": "Telu", "th": "Thai", "zh": "Hani",
}
JOINERS = "\u200c\u200d"
INSIDE = {"ar": "ٱ", "fa": "ٱۀ", "ur": "ٱإكىۓ", "ca": "·", "he": "׳״", "ja": "・"}


def families(random, count):
    letters = [c for script in SCRIPTS for c in icu.UnicodeSet(f"[[:scx={script}:]&[[:L:][:M:]]]")]
    letters += [chr(random.randrange(0x4E00, 0x9FFF)) for _ in range(400)]
    letters += [chr(random.randrange(0xAC00, 0xD7A3)) for _ in range(400)]
    tags = [line.split()[0] for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    for tag in tags:
        data = icu.LocaleData(icu.Locale.forLanguageTag(SAME.get(tag, tag)).getName())
        exemplars = {c for kind in (0, 1) for text in data.getExemplarSet(0, kind) for c in text}
        exemplars = {c for c in exemplars if unicodedata.category(c)[0] in "LM" or c in JOINERS}
        own = sorted(exemplars)
        values = list(letters) + own
        for _ in range(count // len(tags)):
            word = "".join(random.choice(own) for _ in range(random.randint(2, 9)))
            if random.random() < 0.3:
                word = word.upper()
            if random.random() < 0.3:
                word += random.choice(letters)
            values.append(unicodedata.normalize(random.choice(("NFC", "NFD")), word))
        yield Family(
            f"alpha {tag}", f"alpha: {tag}", values,
            lambda value, exemplars=exemplars: all(
                {c, c.lower(), c.upper()} & exemplars for c in unicodedata.normalize("NFC", value)),
            lambda value, ours, tag=tag, exemplars=exemplars: explain(tag, exemplars, value, ours))


def explain(tag, exemplars, value, ours):
    others = [c for c in unicodedata.normalize("NFC", value)
              if not {c, c.lower(), c.upper()} & exemplars]
    if ours and all(belongs(tag, c) for c in others):
        return "+ all letters of a script of one's own, and what stands inside words"
    if not ours and re.search("[\u0130\u0131\u1E9E\u0345]", value):
        return "- the case of dotless i, sharp s and iota subscript in Python"
    return None


def belongs(tag, character):
    scripts = WIDER.get(tag, "").split()
    return character in INSIDE.get(tag, "") or any(
        icu.UnicodeSet(f"[[:scx={s}:]&[[:L:][:M:]]]").contains(character) for s in scripts)
