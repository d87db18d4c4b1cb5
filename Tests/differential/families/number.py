"""Compares multiples and bounds with Python's fractions."""

from fractions import Fraction

from differential import Family


def families(random, count):
    for _ in range(40):
        step, offset = decimal(random), random.choice(("0", "0", decimal(random)))
        values = []
        for _ in range(count // 80):
            values.append(decimal(random))
            # A multiple, or a number close to one.
            near = Fraction(offset) + random.randrange(-10**6, 10**6) * Fraction(step)
            values.append(written(near + random.choice((0, 0, Fraction(1, 10**30)))))
        if Fraction(step) == 0:
            continue
        yield Family(
            f"multipleOf {step} from {offset}",
            f"multipleOf: {{step: '{step}', offset: '{offset}'}}", filter(None, values),
            lambda value, s=Fraction(step), o=Fraction(offset): (Fraction(value) - o) % s == 0,
            type="decimal")
        low, high = sorted((decimal(random), decimal(random)), key=Fraction)
        yield Family(
            f"range {low} to {high}", f"range: {{min: '{low}', max: '{high}'}}",
            filter(None, values),
            lambda value, a=Fraction(low), b=Fraction(high): a <= Fraction(value) <= b,
            type="decimal")


def decimal(random):
    """A decimal with up to 38 digits, in many magnitudes."""
    digits = str(random.randrange(10 ** random.choice((1, 2, 5, 12, 19, 30, 38))))
    point = random.randrange(len(digits) + 1) if random.random() < 0.6 else len(digits)
    text = (digits[:point] or "0") + ("." + digits[point:] if point < len(digits) else "")
    return random.choice(("", "-")) + text


def written(number):
    """The decimal notation of a fraction, or None if it has more than 38 digits."""
    for scale in range(39):
        scaled = number * 10 ** scale
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(scale + 1, "0")
            if len(digits) > 38:
                return None
            text = digits[:len(digits) - scale] + ("." + digits[-scale:] if scale else "")
            return ("-" if number < 0 else "") + text
    return None
