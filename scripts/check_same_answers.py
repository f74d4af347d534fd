#!/usr/bin/env python3
"""Ask an earlier and a later program of this project the same questions, and show where they answer otherwise.

Usage: check_same_answers.py BEFORE AFTER EXTRACT... [--requests 3000] [--seed 1] [--ignore OPERATION ...] [--expect
           FILE] [--self-test] [--pages --web-before FOLDER --web-after FOLDER [--screens REGEX]]

Each program imports each extract and serves it with a clock that this script sets (Debian's `libfaketime`). Compared
are
  - the atlases, byte by byte;
  - every tile of the place at every zoom;
  - requests of every operation of the later program's /openapi.json, as guest, user, curator, operator and device, in
    the formats and languages that it has, compressed or not, asked again with what a cache knows, and one in five with
    something wrong in it: status, header fields and content;
  - with --pages, the accessibility trees of the page's screens as guest and as operator, on a phone and at a desk, in
    its languages. Each program serves its own page (the folder Web of its commit, after `make wasm page`); the other
    requests do not need one. Both get the same requests in the same order, one after the other. Random values in the
    answers are named by their order of appearance (same_texts.py). Nothing is recorded: the earlier program is the
    record.

With --expect, what any of the regular expressions matches, one a line of the file, is left out of both texts of a
difference. With --self-test, some answers of the later program are altered, and all these and no others must be found:
give the same program twice. The exit status is 1 when something differs. On two free cores, 3000 requests and all tiles
take some minutes for each extract. The pages take half an hour in all sizes and languages; --screens chooses some of
them.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import itertools
import math
import pathlib
import random
import re
import signal
import sys
import tempfile
import time
import types

import made_requests
from made_requests import STREAMS, Maker, Place, Request, Spoiler
from same_programs import NOON, ROLES, Altered, Program
from same_texts import Differences, named, readable

# Simulated people move with the real time and by chance.
SKIPPED = STREAMS | {"change_crowd"}
# Answers with randomly blurred positions, figures, or the folders of a program: compared without numbers.
DRAWN = {"exposure", "metrics", "home_areas", "people", "people_file", "shown", "shared", "owntracks", "settings"}
# Requests that end objects that others need are last in each round; those that end sessions come in each fifth, since
# passwords take long.
ENDINGS = {"leave_group", "import_guide"}
PARTINGS, PARTING_ROUNDS = {"sign_out", "log_out", "end_session", "change_password", "remove_account", "change_role"}, 5
WRONG, HEADS, AGAIN = 0.2, 0.08, 0.15


def base_name(operation):
    return operation[0].split("_alias_")[0]


def in_order(operations, number):
    """The operations of a round, in the order in which they are asked for."""
    def rank(operation):
        return 2 if base_name(operation) in PARTINGS else 1 if operation[1] == "DELETE" or base_name(
            operation) in ENDINGS else 0
    ranked = sorted((rank(each), place) for place, each in enumerate(operations))
    return [operations[place] for rank, place in ranked if rank < 2 or number % PARTING_ROUNDS == 0]


def place_of(program):
    """Where the map is, and what can be asked of it by name."""
    found = []
    for words in ("cafe", "school", "park", "street", "rua", "kirche", "museum"):
        found += program.json(f"/api/v1/places?q={words}&limit=20")["results"]
    return Place(program.json("/tiles.json")["bounds"], found)


def formats_of(operation):
    return sorted({media for answer in operation[3]["responses"].values() for media in answer.get("content", {})})


def request_of(maker, chance, operation, role):
    """A request of an operation by somebody of a role; without a role, by somebody who may ask."""
    request = maker.valid(chance, operation)
    if role:
        request.fields = [field for field in request.fields
                          if field[0] == "Content-Type"] + maker.world.fields_of(chance, role)
    request.fields += [("Accept", chance.choice(["*/*", *formats_of(operation)]))] if chance.random() < 0.6 else []
    request.fields += [("Accept-Encoding", "gzip")] if chance.random() < 0.5 else []
    request.fields += [("Accept-Language", chance.choice(["de", "fi,en;q=0.5", "ar"]))] if chance.random() < 0.3 else []
    if request.method == "GET" and chance.random() < HEADS:
        request.method = "HEAD"
    return Spoiler(chance, maker.world).spoiled(request) if chance.random() < WRONG else request


class Comparison:
    """Two programs that serve the same place, and what of them is compared."""

    def __init__(self, place, before, after, differences):
        self.place, self.programs, self.differences = place, (before, after), differences
        self.unlike, self.statuses = 0, collections.Counter()

    def compare_atlases(self):
        before, after = (program.atlas.read_bytes() for program in self.programs)
        self.differences.compare("atlases", self.place, before.decode("latin-1"), after.decode("latin-1"))

    def compare_answers(self, kind, question, requests, is_drawn=False):
        """Asks both; returns what a cache would know of their answers."""
        answers = [program.answer(request, is_drawn) for program, request in zip(self.programs, requests, strict=True)]
        self.statuses[answers[0][0].split("\n")[0]] += 1
        self.differences.compare(kind, f"{question}  ({self.place})", *[answer[0] for answer in answers])
        return [answer[1] for answer in answers]

    def compare_tiles(self):
        document = [program.json("/tiles.json") for program in self.programs][0]
        for zoom in range(document["minzoom"], document["maxzoom"] + 1):
            for x, y in tiles_of(document["bounds"], zoom):
                path = f"/tiles/{zoom}/{x}/{y}.mvt"
                self.compare_answers("tiles", f"GET {path}",
                                     [Request("tile", "GET", path, [], [("Accept-Encoding", "gzip")], None)] * 2)

    def settle(self):
        moment = 1 + max(program.moment for program in self.programs)
        # Passwords take long.
        with concurrent.futures.ThreadPoolExecutor() as pool:
            list(pool.map(lambda program: program.settle(moment), self.programs))
        known = [named(str(sorted((name, thing) for name, thing in program.world.things.items() if name != "archive")))
                 for program in self.programs]
        self.differences.compare("sets of people and things", self.place, *known)

    def place_known(self):
        """The place as the first program knows it; the second is asked as much, since it counts."""
        return [place_of(program) for program in self.programs][0]

    def compare_requests(self, count, seed, ignored):
        contract = [program.json("/openapi.json") for program in self.programs][1]
        place = self.place_known()
        done = 0
        for round_number in itertools.count():
            self.settle()
            moment = 1 + max(program.moment for program in self.programs)
            makers = [Maker(contract, place, program.world) for program in self.programs]
            operations = in_order([each for each in makers[0].operations if base_name(each) not in SKIPPED | ignored],
                                  round_number)
            for number, operation in enumerate(operations):
                if done == count:
                    return
                for program in self.programs:
                    program.set_clock(moment + number)
                # Each operation in each role, and by somebody whom it is for.
                role = [*ROLES, None][(number + round_number) % (len(ROLES) + 1)]
                self.compare_request(makers, operation, role, f"{seed} {done}")
                done += 1

    def compare_request(self, makers, operation, role, seed):
        requests = [request_of(maker, random.Random(seed), operation, role) for maker in makers]
        if named(readable(requests[0].written())) != named(readable(requests[1].written())):
            # Something wrong was put into a random part, at another place.
            self.unlike += 1
            return
        query = "&".join(f"{name}={value}" for name, value in requests[1].items)
        question = (
            f"{operation[0]}  {requests[1].method} {requests[1].path}{'?' if query else ''}{query}"
            f"  as {role or 'somebody who may'}")
        marks = self.compare_answers("requests", question, requests, base_name(operation) in DRAWN)
        if all(marks) and requests[1].method == "GET" and random.Random(f"{seed} again").random() < AGAIN:
            for request, mark in zip(requests, marks, strict=True):
                request.fields.append(("If-None-Match", mark))
            self.compare_answers("requests", question + " again", requests, base_name(operation) in DRAWN)


def tiles_of(bounds, zoom):
    west, south, east, north = bounds

    def at(longitude, latitude):
        y = math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))
        return int((longitude + 180) / 360 * 2 ** zoom), int((1 - y / math.pi) / 2 * 2 ** zoom)
    (left, bottom), (right, top) = at(west, south), at(east, north)
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def compare(arguments, differences, extract):
    """Compares two programs on one extract; returns how many answers were altered."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as open_ones:
        folder = pathlib.Path(name)
        before = Program(arguments.before, extract, folder / "before", arguments.web_before)
        after = (Altered if arguments.self_test else Program)(arguments.after, extract, folder / "after",
                                                              arguments.web_after)
        for program in (before, after):
            open_ones.enter_context(program.serving())
        comparison = Comparison(extract.name.split(".")[0], before, after, differences)
        comparison.compare_atlases()
        comparison.compare_tiles()
        print(f"{extract.name}: all tiles compared", flush=True)
        comparison.settle()
        if arguments.pages:
            # Only the tests' environment has a browser to ask.
            import same_pages
            same_pages.compare(comparison, comparison.place_known(), arguments.screens)
            print(f"{extract.name}: the pages compared", flush=True)
        comparison.compare_requests(arguments.requests, arguments.seed, set(arguments.ignore))
        print(
            f"{extract.name}: {', '.join(f'{name} {count}' for name, count in sorted(comparison.statuses.items()))}; "
            f"{comparison.unlike} requests could not be made alike",
            flush=True,
        )
        return after.altered if arguments.self_test else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("extracts", nargs="+", type=pathlib.Path)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ignore", nargs="*", default=[], help="operations of /openapi.json that are not compared")
    parser.add_argument("--expect", type=pathlib.Path)
    parser.add_argument("--shown", type=int, default=3,
                        help="how many differences of each operation, tile or page are shown")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--web-before")
    parser.add_argument("--web-after")
    parser.add_argument(
        "--screens",
        type=re.compile,
        default=re.compile(""),
        help="a regular expression: only such screens, as 'guide  as (guest|operator), phone, ar'",
    )
    arguments = parser.parse_args()
    if arguments.pages and not (arguments.web_before and arguments.web_after):
        parser.error("--pages needs --web-before and --web-after, the folders of the two pages")
    # Ending this script ends the programs, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Requests use the servers' current time.
    made_requests.time = types.SimpleNamespace(time=lambda: NOON, gmtime=time.gmtime, strftime=time.strftime)
    differences = Differences(arguments.expect.read_text().splitlines() if arguments.expect else [])
    altered = sum(compare(arguments, differences, extract) for extract in arguments.extracts)
    differences.report(arguments.shown)
    found = sum(map(len, differences.found.values()))
    if arguments.self_test:
        print(f"{altered} answers were altered, {found} differences found")
        sys.exit(found != altered)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
