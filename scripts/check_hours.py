#!/usr/bin/env python3
"""Compare the opening hours of every value in an extract with two other programs, at 50 times.

Usage: check_hours.py PROGRAM EXTRACT ATLAS

PyPI `opening-hours-py` says at each time whether a place is open. Debian's `python3-kopeninghours` evaluates nothing in
Python; it writes a value in the specification's form, and the program's result for that form must equal its result for
the value as people wrote it. Disagreements are listed by kind. The kinds in `EXPLAINED` are not faults of the program,
each for the reason that stands there; of all other answers at least `LEAST_SHARE` must agree.
"""
import collections
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOLIDAYS = ROOT / ".cache/import/holidays.txt"
LEAST_SHARE = 0.999
TIMES = 50
HOLIDAYS_OF_MANY = [(1, 1), (5, 1), (7, 4), (8, 15), (11, 1), (12, 6), (12, 25), (12, 26)]
SHOWN = 5

# Asked of Debian's Python, which has the package: a line of JSON for each value, its form or null where it is in error.
NORMALIZE = """
import json, sys
from PyKOpeningHours.PyKOpeningHours import Error, OpeningHours
for line in sys.stdin:
    hours = OpeningHours()
    hours.setExpression(json.loads(line))
    print(json.dumps(hours.normalizedExpression() if hours.error() == Error.NoError else None))
"""

STATES = {"o": "open", "c": "closed", "u": "unknown"}


def goes_past_midnight(value):
    """Whether hours end on the day after they begin."""
    spans = re.findall(r"(\d+):(\d+)\s*-\s*(\d+):(\d+)", value)
    return any((int(end), int(last)) <= (int(begin), int(first)) or int(end) >= 24 for begin, first, end, last in spans)


# Kinds of disagreement: their subject, and why they are no fault.
EXPLAINED = {
    "past midnight": (
        lambda value, time, own, other: own == "open" and time.hour < 12 and goes_past_midnight(value),
        "hours past midnight belong to the day they begin on; opening-hours-py has a rule for the next day end them"),
    "day in lieu": (
        lambda value, time, own, other: "PH" in value and time.weekday() >= 5,
        "a holiday on a weekend and the day observed for it are both holidays; opening-hours-py has the latter alone"),
    "evening": (
        lambda value, time, own, other: own == "closed" and re.search(r"(sunset|dusk)\)?\s*-\s*\d", value),
        "an evening that ends before the sun sets is left out in summer; opening-hours-py has it last to the next "
        "evening"),
    "fallback": (
        lambda value, time, own, other: own == "open" and "||" in value,
        "rules on each side of || belong together; opening-hours-py has the first rule behind it alone be the "
        "fallback"),
}


def values(extract):
    """Returns the different values of opening_hours in an extract."""
    written = subprocess.run(
        ["osmium", "tags-filter", "--omit-referenced", "--output-format", "opl", "--output", "-", extract,
         "nwr/opening_hours"],
        capture_output=True, text=True, check=True).stdout
    found = set()
    for line in written.splitlines():
        tags = next(field[1:] for field in line.split(" ") if field.startswith("T"))
        for tag in tags.split(","):
            key, _, value = tag.partition("=")
            if key == "opening_hours":
                # osmcode.org/opl-file-format: %20% is a blank.
                text = re.sub("%([0-9a-f]+)%", lambda code: chr(int(code[1], 16)), value)
                found.add(" ".join(text.split()))
    return sorted(found)


def middle(program, extract, atlas):
    """Returns where an extract is, and its country's code where the atlas knows that."""
    boxes = subprocess.run(["osmium", "fileinfo", "-e", "-g", "data.bbox", extract], capture_output=True, text=True,
                           check=True).stdout
    west, south, east, north = map(float, boxes.strip(" ()\n").split(","))
    lat, lon = (south + north) / 2, (west + east) / 2
    answer = json.loads(subprocess.run(
        [program, "reverse", f"{lat},{lon}", "--json", "--atlas", atlas], capture_output=True, text=True,
        check=True).stdout)
    return (lat, lon), ((answer.get("address") or {}).get("country_code") or "").upper() or None


def time_zone(place):
    from opening_hours import OpeningHours

    change = OpeningHours("10:00-12:00", coords=place).next_change(datetime.datetime(2026, 1, 1))
    return change.tzinfo


def times():
    """Returns times of three years, a fifth of them on days that are holidays in many countries."""
    numbers = random.Random(50)
    begin = datetime.datetime(2026, 1, 1)
    found = [begin + datetime.timedelta(minutes=numbers.randrange(3 * 365 * 1440)) for _ in range(TIMES)]
    for index in range(0, TIMES, 5):
        year, (month, day) = numbers.choice((2026, 2027, 2028)), numbers.choice(HOLIDAYS_OF_MANY)
        found[index] = found[index].replace(year=year, month=month, day=day)
    return found


def own_states(program, asked, when, zone, place, country):
    command = [program, "hours", "--at", f"{place[0]},{place[1]}"]
    if country and HOLIDAYS.exists():
        # The other program knows holidays of whole countries only.
        command += ["--holidays", str(HOLIDAYS), "--country", country, "--subdivision", country]
    stamps = "\t".join(time.strftime("%Y-%m-%dT%H:%M") for time in when)
    answer = subprocess.run(
        command, input="".join(f"{value}\t{stamps}\n" for value in asked), capture_output=True, text=True, check=True,
        env={"TZ": str(zone)})
    lines = answer.stdout.splitlines()
    assert len(lines) == len(asked), "not an answer for each value"
    return [None if line == "-" else [STATES[letter] for letter in line] for line in lines]


def other_states(value, when, zone, place, country):
    import opening_hours

    try:
        # It takes a blank after a comma in a list of days for the end of a rule that is open all day.
        joined = re.sub(r"(?<=[A-Za-z]),\s+(?=(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b)", ",", value)
        hours = opening_hours.OpeningHours(joined, timezone=zone, country=country, coords=place, auto_country=False)
    except (opening_hours.ParserError, opening_hours.UnknownCountryError, SyntaxError):
        return None
    return [str(hours.state(time)[0]).rpartition(".")[2].lower() for time in when]


def kind(*answer):
    return next((name for name, (applies, _) in EXPLAINED.items() if applies(*answer)), None)


class Comparison:
    def __init__(self, name):
        self.name = name
        self.same = self.unclaimed = 0
        self.explained = collections.Counter()
        self.faults = []

    def add(self, value, when, own, other):
        for time, one, two in zip(when, own, other):
            if one == two:
                self.same += 1
            elif "unknown" in (one, two):
                self.unclaimed += 1
            elif name := kind(value, time, one, two):
                self.explained[name] += 1
            else:
                self.faults.append((value, time, one, two))

    def close(self):
        compared = self.same + len(self.faults)
        share = self.same / compared if compared else 1
        print(f"hours: {self.name}: {100 * share:.3f} % of {compared} answers agree;"
              f" {self.unclaimed} are unknown to one of both, {sum(self.explained.values())} differ for a known reason")
        for name, count in self.explained.most_common():
            print(f"  {count} {name}: {EXPLAINED[name][1]}")
        for value, found in list(self.by_value().items())[:SHOWN]:
            time, one, two = found[0]
            print(f"  {len(found)} × {value}: at {time:%a %Y-%m-%d %H:%M} {one}, the other says {two}")
        return share >= LEAST_SHARE

    def by_value(self):
        found = collections.defaultdict(list)
        for value, *rest in self.faults:
            found[value].append(rest)
        return found


def normalized(asked):
    answer = subprocess.run(
        ["/usr/bin/python3", "-c", NORMALIZE], input="".join(json.dumps(value) + "\n" for value in asked),
        capture_output=True,
        text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def main():
    program, extract, atlas = sys.argv[1:]
    asked, when = values(extract), times()
    place, country = middle(program, extract, atlas)
    zone = time_zone(place)
    own = own_states(program, asked, when, zone, place, country)
    evaluated, written = Comparison("opening-hours-py"), Comparison("kopeninghours")
    unread = collections.Counter()
    for value, states in zip(asked, own):
        other = other_states(value, when, zone, place, country)
        unread[states is None, other is None] += 1
        if states and other:
            evaluated.add(value, when, states, other)
    forms = normalized(asked)
    states_of_forms = own_states(program, [form or "" for form in forms], when, zone, place, country)
    repaired = 0
    for value, states, form, again in zip(asked, own, forms, states_of_forms):
        if form and states and again:
            written.add(value, when, states, again)
        repaired += form is not None and states is None and again is not None
    print(f"hours: {len(asked)} values; {unread[True, False] + unread[True, True]} are not understood, "
          f"{unread[True, False]} of them by"
          f" opening-hours-py, {repaired} as kopeninghours writes them; {unread[False, True]} are understood here only")
    if not all([evaluated.close(), written.close()]):
        sys.exit(f"hours: less than {100 * LEAST_SHARE} % agree")


if __name__ == "__main__":
    main()
