#!/usr/bin/env python3
"""Compare the browser's program for AR with SciPy and with another implementation of the World Magnetic Model.

Usage: check_ar.py AR_WASM [--poses 5000] [--places 2000]

Declinations: random places, heights and dates against pygeomag. Pixels: random attitudes, screens, cameras and places.
SciPy makes the rotation from the angles, pygeomag turns it to true north, and the projection here is written down from
its definition. The program gets the same numbers as events of the sensors, so this checks the whole way from an event
to a pixel.
"""
import argparse
import json
import math
import random
import subprocess
import sys

import numpy
import pygeomag
from scipy.spatial.transform import Rotation

EARTH = 6_371_008.8
EYE = 1.5
# Pixels on a screen of 1080 by 1920, and degrees.
PIXEL_TOLERANCE, DECLINATION_TOLERANCE = 1, 0.001
# Below this height of the screen's upper edge over its middle, of 1, the program may choose either of two turns.
FLAT = math.sin(math.radians(15))


def decimal_seconds(year):
    """A decimal year between 2025 and 2030 as seconds since 1970."""
    start = 1735689600 + sum(86400 * (366 if each % 4 == 0 else 365) for each in range(2025, int(year)))
    return start + (year - int(year)) * 86400 * (366 if int(year) % 4 == 0 else 365)


def ask(program, questions):
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    answer = subprocess.run(["node", "wasm/ar.mjs", program], input=lines, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(answer.stderr)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def check_declinations(program, model, numbers, count):
    """Return the faults and the greatest difference in degrees."""
    questions = []
    for _ in range(count):
        # Uniform over the sphere; not within 10 m of a pole, where declinations turn with the place.
        latitude = math.degrees(math.asin(numbers.uniform(-1, 1)))
        questions.append({
            "place": [max(-89.9999, min(89.9999, latitude)), numbers.uniform(-180, 180)],
            "height": numbers.uniform(0, 100), "year": numbers.uniform(2025, 2029.999)})
    faults, greatest = [], 0.0
    for question, ours in zip(questions, ask(program, questions)):
        theirs = model.calculate(
            *question["place"], question["height"], question["year"], raise_in_warning_zone=False).d
        difference = abs((ours - theirs + 180) % 360 - 180)
        greatest = max(greatest, difference)
        if difference > DECLINATION_TOLERANCE:
            faults.append(f"declination at {question}: {ours} here, {theirs} there")
    return faults, greatest


def made_pose(numbers):
    """A device somewhere that is held somehow, and a place about a kilometre away."""
    latitude, longitude = numbers.uniform(-70, 70), numbers.uniform(-179, 179)
    bearing, distance = math.radians(numbers.uniform(0, 360)), numbers.uniform(300, 1500)
    short, long = numbers.uniform(700, 1080), numbers.uniform(1200, 1920)
    # A phone, a tablet that is wide when it is not turned, or an iPad, whose angle counts from landscape.
    device, quarter = numbers.choice(["phone", "tablet", "iPad"]), numbers.randrange(4)
    is_wide = (quarter % 2 == 1) != (device == "tablet")
    width, height = (long, short) if is_wide else (short, long)
    north = math.degrees(distance * math.cos(bearing) / EARTH)
    east = math.degrees(distance * math.sin(bearing) / EARTH) / math.cos(math.radians(latitude))
    return {
        "alpha": numbers.uniform(0, 360), "beta": numbers.uniform(-180, 180), "gamma": numbers.uniform(-90, 90),
        "here": [latitude, longitude], "place": [latitude + north, longitude + east, numbers.uniform(-20, 200)],
        "date": decimal_seconds(numbers.uniform(2025, 2029.999)), "width": width, "height": height,
        "picture": numbers.choice([[1280, 720], [720, 1280], [1920, 1080], [640, 480], [0, 0]]),
        "fieldOfView": numbers.uniform(50, 90), "quarter": quarter,
        "screen": {"angle": (90 * quarter + (270 if device == "iPad" else 0)) % 360, "isWide": is_wide,
                   "hasUprightAxes": device == "iPad"}}


def screen_turn(rotation, pose, answer):
    """The turn of the screen that shows the sky above, of the two that its quarter allows."""
    up = rotation[2]
    choices = (90, 270) if pose["quarter"] % 2 == 1 else (0, 180)
    heights = [math.sin(math.radians(turn)) * up[0] + math.cos(math.radians(turn)) * up[1] for turn in choices]
    if max(heights) < FLAT and answer["turn"] in choices:
        return answer["turn"]
    return choices[heights.index(max(heights))]


def expected(pose, answer, model):
    """The pixel of the place, `None` when it is behind the camera."""
    year = 2025 + (pose["date"] - 1735689600) / 86400 / 365.25
    declination = model.calculate(*pose["here"], 0, year, raise_in_warning_zone=False).d
    rotation = (
        Rotation.from_euler("z", -declination, degrees=True)
        * Rotation.from_euler("ZXY", [pose["alpha"], pose["beta"], pose["gamma"]], degrees=True)).as_matrix()
    latitude, longitude, height = pose["place"]
    target = numpy.array([
        math.radians(longitude - pose["here"][1]) * EARTH * math.cos(math.radians(pose["here"][0])),
        math.radians(latitude - pose["here"][0]) * EARTH, height - EYE])
    view = rotation.T @ (target / numpy.linalg.norm(target))
    turn = math.radians(screen_turn(rotation, pose, answer))
    x = math.cos(turn) * view[0] - math.sin(turn) * view[1]
    y = math.sin(turn) * view[0] + math.cos(turn) * view[1]
    shown = pose["picture"] if pose["picture"][0] > 0 else [pose["width"], pose["height"]]
    cover = max(pose["width"] / shown[0], pose["height"] / shown[1])
    focal = max(shown) / 2 / math.tan(math.radians(pose["fieldOfView"] / 2)) * cover
    if view[2] >= 0:
        return None
    return pose["width"] / 2 + focal * x / -view[2], pose["height"] / 2 - focal * y / -view[2]


def check_pixels(program, model, numbers, count):
    """Return the faults, the pixels compared, and the greatest difference in pixels."""
    poses = [made_pose(numbers) for _ in range(count)]
    faults, compared, greatest = [], 0, 0.0
    for pose, answer in zip(poses, ask(program, poses)):
        wanted = expected(pose, answer, model)
        # Only what is on the screen, or within one screen beside it, is of interest, and well conditioned.
        near = wanted is not None and abs(wanted[0] - pose["width"] / 2) < 1.5 * pose["width"] and abs(
            wanted[1] - pose["height"] / 2) < 1.5 * pose["height"]
        if not near:
            if wanted is None and answer["pin"] is not None:
                faults.append(f"a place behind is drawn: {pose} {answer}")
            continue
        compared += 1
        if answer["pin"] is None:
            faults.append(f"a place is missing: {pose} {answer}")
            continue
        difference = math.dist(wanted, answer["pin"])
        greatest = max(greatest, difference)
        if difference >= PIXEL_TOLERANCE:
            faults.append(f"{difference:.2f} pixels apart: {pose} {answer} {wanted}")
    return faults, compared, greatest


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--poses", type=int, default=5000)
    parser.add_argument("--places", type=int, default=2000)
    arguments = parser.parse_args()
    numbers, model = random.Random(7), pygeomag.GeoMag(coefficients_file="wmm/WMM_2025.COF")
    faults, declination = check_declinations(arguments.program, model, numbers, arguments.places)
    others, compared, pixels = check_pixels(arguments.program, model, numbers, arguments.poses)
    faults += others
    print("\n".join(faults[:10]), file=sys.stderr)
    print(
        f"{arguments.places} declinations differ by {declination:.5f}° at most; {compared} pins on or near the screen, "
        f"of {arguments.poses} poses, by {pixels:.3f} pixels; {len(faults)} faults")
    sys.exit(1 if faults or compared < arguments.poses / 6 else 0)


if __name__ == "__main__":
    main()
