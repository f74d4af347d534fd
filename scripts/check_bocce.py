#!/usr/bin/env python3
"""Compare the physics of bocce with Chipmunk's (pymunk) on breaks of three balls.

Usage: check_bocce.py PROGRAM [--breaks 200]

Two balls lie near each other on the court and a third one hits them. Chipmunk moves them with steps of 1/4800 s.
Wherever the distances of two balls from the jack differ by more than 2 % of the court's length, both programs must
order the two the same.
"""
import argparse
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import pymunk

COURT = {"width": 360, "length": 640, "resistance": 800, "angular_damping": 800}
START, RADIUS = 32, 16
RESTITUTION, FRICTION = 0.7, 0.1
STEPS_PER_SECOND, SECONDS = 4800, 1.4
# Closer than that, the steps of the two programs may decide.
TOLERANCE = 0.02 * COURT["length"]


def thrown(start, x, y):
    """A throw that rests at x, y on an empty court, in hundredths of a point."""
    return {"start": round(100 * start), "across": round(100 * (x - start)), "along": round(100 * (y - START))}


def made_break(numbers):
    """Throws of the jack, of two balls that rest near each other, and of a third that hits one of them."""
    jack = numbers.uniform(120, 240), numbers.uniform(250, 450)
    first = numbers.uniform(110, 250), numbers.uniform(230, 430)
    angle, gap = numbers.uniform(0, 2 * math.pi), 2 * RADIUS + numbers.uniform(2, 40)
    second = first[0] + gap * math.cos(angle), first[1] + gap * math.sin(angle)
    start = numbers.uniform(60, 300)
    aim = first[0] + numbers.uniform(-24, 24) - start, first[1] - START
    longer = numbers.uniform(1.1, 1.8)
    throws = [
        thrown(180, *jack),
        # From beside each other: the second one meets nothing on its way.
        thrown(first[0], *first), thrown(second[0], *second),
        thrown(start, start + longer * aim[0], START + longer * aim[1])]
    return throws


def ours(program, throws, folder):
    """The balls after each throw."""
    file = pathlib.Path(folder) / "game.json"
    file.write_text(json.dumps({"court": COURT, "first": "blue", "throws": throws}))
    answer = subprocess.run([program, "bocce", "replay", str(file), "--json"], capture_output=True, text=True)
    return json.loads(answer.stdout)["throws"] if answer.returncode == 0 else None


def theirs(resting, last):
    """Where Chipmunk leaves the resting balls, and the last one."""
    space = pymunk.Space()
    space.damping = math.exp(-COURT["resistance"] / 100)
    space.collision_slop = 0.001
    bodies = []
    for x, y, speed in [(*place, (0, 0)) for place in resting] + [last]:
        body = pymunk.Body(1, pymunk.moment_for_circle(1, 0, RADIUS))
        body.position, body.velocity = (x, y), speed
        shape = pymunk.Circle(body, RADIUS)
        shape.elasticity, shape.friction = math.sqrt(RESTITUTION), math.sqrt(FRICTION)
        space.add(body, shape)
        bodies.append(body)
    for _ in range(int(STEPS_PER_SECOND * SECONDS)):
        space.step(1 / STEPS_PER_SECOND)
    return [tuple(body.position) for body in bodies]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--breaks", type=int, default=200)
    arguments = parser.parse_args()
    numbers, compared, faults, apart, done, tried = random.Random(5), 0, [], [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while done < arguments.breaks:
            tried += 1
            if tried > 10 * arguments.breaks + 100:
                sys.exit(f"{arguments.program} plays only {done} of {tried} breaks; try one with `bocce replay`")
            throws = made_break(numbers)
            states = ours(arguments.program, throws, folder)
            if states is None:
                continue  # A throw that the court does not allow.
            before, after = states[2]["balls"], states[3]["balls"]
            lying = [index for index in range(1, 9) if before[index]["state"] == "resting"]
            new = [index for index in range(1, 9) if before[index]["state"] == "waiting"
                   and after[index]["state"] != "waiting"]
            balls = [after[index] for index in lying + new]
            if len(lying) != 2 or any(ball["state"] == "out" for ball in balls):
                continue
            rate, last = COURT["resistance"] / 100, throws[3]
            places = theirs(
                [(before[index]["x"], before[index]["y"]) for index in lying],
                (last["start"] / 100, START, (last["across"] / 100 * rate, last["along"] / 100 * rate)))
            done += 1
            jack = after[0]
            own = [math.hypot(ball["x"] - jack["x"], ball["y"] - jack["y"]) for ball in balls]
            other = [math.hypot(x - jack["x"], y - jack["y"]) for x, y in places]
            apart += [math.hypot(ball["x"] - x, ball["y"] - y) for ball, (x, y) in zip(balls, places)]
            for one, two in itertools.combinations(range(3), 2):
                if max(abs(own[one] - own[two]), abs(other[one] - other[two])) <= TOLERANCE:
                    continue
                compared += 1
                if (own[one] < own[two]) != (other[one] < other[two]):
                    faults.append((done, one, two, own, other))
    apart.sort()
    for fault in faults:
        print("break {}: balls {} and {} are ordered otherwise: {} here, {} there".format(*fault), file=sys.stderr)
    print(
        f"{done} breaks: {compared} pairs of balls compared, {len(faults)} ordered otherwise; "
        f"balls rest {apart[len(apart) // 2]:.2f} points apart (median), {apart[-1]:.1f} at most")
    sys.exit(1 if faults or compared < arguments.breaks else 0)


if __name__ == "__main__":
    main()
