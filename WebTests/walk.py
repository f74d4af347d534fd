"""A walk with a phone held up: what its sensors say, and what its camera sees. Made by a seed, the same each time.

The picture is grey with one bright bar, which stands where a landmark is. Its projection is the textbook one with NumPy's matrices, so
it checks that of the page. Ten blocks on the picture's upper edge are the number of the frame, in binary, the last block the lowest
bit: with it, sensors can be replayed to the picture.
"""
import math
import random

import numpy

# The picture of a phone held upright, in pixels; its longer side spans 65°.
WIDTH, HEIGHT, RATE = 180, 320, 10
FOCAL_LENGTH = HEIGHT / 2 / math.tan(math.radians(65 / 2))
BITS = 10
HALF_BAR = 5
METRE = 1 / 111_195
# How far the needle points east of north there in 2026 (pygeomag, WMM2025), and how far a phone's relative north is off.
DECLINATION = 10.495
OTHER_NORTH = 70
# A walk of 1.3 m/s: 12 s ahead, then 40 s of rest with the landmark in sight.
PACE, AHEAD, PERIOD = 1.3, 12, 52


def axes(heading, pitch, roll):
    """The right, top and back of a phone in east, north and up; a roll of 90° has its top edge on the left."""
    h, p, r = (math.radians(angle) for angle in (heading, pitch, roll))
    back = -numpy.array([math.sin(h) * math.cos(p), math.cos(h) * math.cos(p), math.sin(p)])
    level = numpy.array([math.cos(h), -math.sin(h), 0])
    above = numpy.cross(back, level)
    return numpy.array([math.cos(r) * level + math.sin(r) * above, math.cos(r) * above - math.sin(r) * level, back])


def angles(heading, pitch, roll):
    """α, β, γ of W3C's orientation events, from true north, rounded as browsers do."""
    right, top, back = axes(heading, pitch, roll)
    alpha, gamma = math.atan2(-top[0], top[1]), math.atan2(-right[2], back[2])
    return [round(math.degrees(angle), 1) for angle in (alpha % math.tau, math.asin(top[2]), gamma)]


def bearing(position, landmark):
    """From one (latitude, longitude) to another near one, in degrees."""
    east = (landmark[1] - position[1]) * math.cos(math.radians(position[0]))
    return math.degrees(math.atan2(east, landmark[0] - position[0]))


def picture(number, heading, pitch, roll, to_landmark):
    """The bytes of a frame in which the landmark has this bearing."""
    rotation, points = axes(heading, pitch, roll), []
    for elevation in (-20, 20):
        b, e = math.radians(to_landmark), math.radians(elevation)
        x, y, z = rotation @ numpy.array([math.sin(b) * math.cos(e), math.cos(b) * math.cos(e), math.sin(e)])
        points.append((WIDTH / 2 + FOCAL_LENGTH * x / -z, HEIGHT / 2 - FOCAL_LENGTH * y / -z) if z < 0 else (-1e3, len(points)))
    (x0, y0), (x1, y1) = points
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    away = numpy.abs(columns - (x0 + (x1 - x0) * (rows - y0) / (y1 - y0)))
    bright = 60 + 160 * numpy.clip(HALF_BAR + 0.5 - away, 0, 1)
    for bit in range(BITS):
        side = WIDTH // BITS
        bright[:12, bit * side:(bit + 1) * side] = 235 if number >> (BITS - 1 - bit) & 1 else 16
    return bright.astype(numpy.uint8).tobytes() + bytes([128]) * (WIDTH * HEIGHT // 2)


def write_y4m(path, frames):
    """A film for `--use-file-for-fake-video-capture`, of frames as `walk` and `still` make them."""
    with open(path, "wb") as film:
        film.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420mpeg2\n".encode())
        for number, frame in enumerate(frames):
            film.write(b"FRAME\n" + picture(number, *frame["held"], frame["bearing"]))


def frame(position, held, landmark, speed, rest, noise):
    alpha, beta, gamma = angles(*held)
    return {"position": position, "held": held, "bearing": bearing(position, landmark), "speed": speed, "rest": rest, "beta": beta, "gamma": gamma,
            "relative": round(alpha + DECLINATION + OTHER_NORTH, 1) % 360, "absolute": round(alpha + DECLINATION + noise, 1) % 360}


def walk(start, landmark, seed, begin, end, factor):
    """The frames of a walk from `begin` to `end`, in its seconds, for a film that plays it `factor` times as fast."""
    chance = random.Random(seed)
    frames = []
    for index in range(int((end - begin) / factor * RATE)):
        time = begin + index * factor / RATE
        period, into = divmod(time, PERIOD)
        walked = PACE * (period * AHEAD + min(into, AHEAD))
        # It leads away and up the street; the landmark stays more than 100 m off.
        position = (start[0] + walked * METRE, start[1] - 0.4 * walked * METRE)
        # Looking around while walking, and 4° beside the landmark at rest.
        ahead = max(0, math.sin(math.pi * into / AHEAD)) if into < AHEAD else 0
        side = 4 if period % 2 else -4
        held = (bearing(position, landmark) + side + 25 * ahead, -5 + 4 * ahead, 3 * math.cos(period))
        is_walking = into < AHEAD + factor / RATE
        frames.append(frame(position, held, landmark, PACE if is_walking else 0, None if is_walking else int(period), chance.gauss(0, 1)))
    return frames


def still(start, landmark, roll=0):
    """One frame of a phone at rest, 4° beside the landmark. The picture is that of a phone whose screen turned with it."""
    to_landmark = bearing(start, landmark)
    return frame(start, (to_landmark - 4, -5, roll), landmark, 0, 0, 0)
