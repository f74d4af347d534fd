#!/usr/bin/env python3
"""Draw the pictures of the demo guide: one for each venue, and details of some for its sculptures.

Usage: draw_demo_pictures.py [FOLDER] [--sheet PNG]

Writes 960×640 WebP files to FOLDER (default: Demo/guide/pictures of this repository); needs Pillow. --sheet also writes
all pictures side by side, to look at. The same Pillow writes the same bytes each time.
"""
import argparse
import math
import pathlib

from PIL import Image, ImageDraw

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, FINER, QUALITY = 960, 640, 2, 80
GROUND = 520  # where buildings stand

SKY, HORIZON = (164, 193, 212), (246, 236, 220)
PAVING, PAVING_DARK, GRASS, GRASS_DARK, WATER = "#d8d0c2", "#c8beae", "#b9cba2", "#a3ba8d", "#8fb6c6"
WHITE, STONE, STONE_DARK, OCHRE, OCHRE_DARK = "#f8f5ee", "#e6dfd1", "#cfc5b4", "#e9d19f", "#d2b57c"
GRANITE, GRANITE_DARK, GRANITE_LIGHT, GREY, GREY_DARK = "#c2a598", "#a2857a", "#d5bdb1", "#a9afb3", "#858d94"
COPPER, COPPER_DARK, BRONZE, BRONZE_LIGHT, INK = "#86b5a4", "#649484", "#46605a", "#5f7c74", "#36445c"
BRICK, ROOF, ROOF_DARK, WOOD, WOOD_DARK = "#c08d78", "#b9705a", "#a5614d", "#dbb487", "#c2976a"
GOLD, LEAF, LEAF_DARK = "#dcb55c", "#95b58a", "#7a9f75"
GLASS, GLASS_LIGHT, GLOW = "#8aa6b8", "#b9cfd9", "#fbe7b0"
FAR, SHADE, HAZE = "#c5cccd", (54, 68, 92, 36), (255, 255, 255, 110)


class Canvas:
    """Shapes in a space of 960×640, of which a view (left, top, width) is seen."""

    def __init__(self, view):
        self.left, self.top, width = view
        self.zoom = FINER * WIDTH / width
        self.image = Image.new("RGB", (FINER * WIDTH, FINER * HEIGHT))
        self.draw = ImageDraw.Draw(self.image, "RGBA")
        for y in range(FINER * HEIGHT):
            part = min(1, max(0, (y / self.zoom + self.top) / GROUND))
            colour = tuple(round(a + (b - a) * part) for a, b in zip(SKY, HORIZON))
            self.draw.line([(0, y), (FINER * WIDTH, y)], fill=colour)

    def at(self, x, y):
        return (x - self.left) * self.zoom, (y - self.top) * self.zoom

    def finished(self):
        return self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)

    def rect(self, x0, y0, x1, y1, fill, radius=0):
        box = [self.at(x0, y0), self.at(x1, y1)]
        self.draw.rounded_rectangle(box, radius * self.zoom, fill) if radius else self.draw.rectangle(box, fill)

    def poly(self, points, fill):
        self.draw.polygon([self.at(*p) for p in points], fill)

    def oval(self, x, y, rx, ry, fill):
        self.draw.ellipse([self.at(x - rx, y - ry), self.at(x + rx, y + ry)], fill)

    def dome(self, x, base, rx, ry, fill):
        self.draw.pieslice([self.at(x - rx, base - ry), self.at(x + rx, base + ry)], 180, 360, fill)

    def arch(self, x0, top, x1, base, fill):
        radius = (x1 - x0) / 2
        self.dome(x0 + radius, top + radius, radius, radius, fill)
        self.rect(x0, top + radius, x1, base, fill)

    def blob(self, points, fill):
        """A closed smooth curve through the points."""
        self.poly(smooth([points[-1], *points, *points[:2]]), fill)

    def line(self, points, width, fill):
        self.body([(x, y, width / 2) for x, y in points], fill)

    def body(self, joints, fill):
        """A limb through joints, each with its own thickness: (x, y, radius)."""
        for x, y, r in joints:
            self.oval(x, y, r, r, fill)
        for (x0, y0, r0), (x1, y1, r1) in zip(joints, joints[1:]):
            length = math.hypot(x1 - x0, y1 - y0) or 1
            nx, ny = (y0 - y1) / length, (x1 - x0) / length
            self.poly([(x0 + nx * r0, y0 + ny * r0), (x1 + nx * r1, y1 + ny * r1),
                       (x1 - nx * r1, y1 - ny * r1), (x0 - nx * r0, y0 - ny * r0)], fill)


def smooth(points, steps=12):
    """A Catmull-Rom curve from the second point to the last but one."""
    curve = []
    for four in zip(points, points[1:], points[2:], points[3:]):
        for step in range(steps):
            t = step / steps
            weights = (2 * t * t - t - t ** 3, 2 - 5 * t * t + 3 * t ** 3, t + 4 * t * t - 3 * t ** 3, t ** 3 - t * t)
            curve.append(tuple(sum(w * value for w, value in zip(weights, values)) / 2 for values in zip(*four)))
    return [*curve, points[-2]]


def near(curve, x):
    """How high a curve is at x."""
    return min(curve, key=lambda point: abs(point[0] - x))[1]


def turned(joints, x, y, scale=1, mirror=False):
    """Joints drawn around (0, 0), put to (x, y)."""
    return [(x + (-px if mirror else px) * scale, y + py * scale, r * scale) for px, py, r in joints]


# Parts that many pictures share.

def ground(c, fill=PAVING, clouds=((150, 110, 1), (780, 80, .8)), base=GROUND):
    for x, y, scale in clouds:
        c.rect(x - 70 * scale, y, x + 80 * scale, y + 18 * scale, HAZE, 9 * scale)
        c.rect(x - 25 * scale, y - 18 * scale, x + 45 * scale, y, HAZE, 9 * scale)
    c.rect(-10, base, WIDTH + 10, HEIGHT + 10, fill)


def skyline(c, *blocks, base=GROUND):
    """The town behind: a low row, and higher buildings as (left, top, right)."""
    c.rect(-10, base - 100, WIDTH + 10, base, FAR)
    for x0, top, x1 in blocks:
        c.rect(x0, top, x1, base, FAR)


def tree(c, x, base, height):
    r = height * .3
    c.line([(x, base), (x, base - height * .5)], height * .07, GRANITE_DARK)
    for dx, dy, k in ((0, .70, 1), (-.55, .52, .75), (.55, .50, .78)):
        c.oval(x + dx * r, base - height * dy, r * k, r * k, LEAF)
    c.oval(x + .42 * r, base - height * .47, r * .68, r * .56, LEAF_DARK)


def person(c, x, base, height, fill=INK):
    r = height * .1
    c.oval(x, base - height + r, r, r, "#c9a08a")
    c.body([(x, base - height * .68, r * 1.25), (x, base - height * .42, r * 1.1)], fill)
    for dx in (-.5, .6):
        c.body([(x + dx * r * .4, base - height * .42, r * .65), (x + dx * r * 1.5, base - r * .4, r * .45)], fill)


def people(c, *places):
    for i, (x, base, height) in enumerate(places):
        person(c, x, base, height, (INK, BRICK, COPPER_DARK, "#6f6a86")[i % 4])


def windows(c, xs, top, bottom, width, fill=GLASS, round_top=False):
    for x in xs:
        (c.arch if round_top else c.rect)(x - width / 2, top, x + width / 2, bottom, fill)


def columns(c, xs, top, base, width, fill=WHITE):
    for x in xs:
        c.rect(x - width / 2, top, x + width / 2, base, fill)
        c.rect(x + width * .12, top, x + width / 2, base, SHADE)
        c.rect(x - width * .75, top, x + width * .75, top + width * .4, fill)
        c.rect(x - width * .75, base - width * .4, x + width * .75, base, fill)


def pediment(c, x, base, half, height, fill, inner):
    c.poly([(x - half, base), (x, base - height), (x + half, base)], fill)
    c.poly([(x - half * .72, base - height * .13), (x, base - height * .83), (x + half * .72, base - height * .13)],
           inner)


def cross(c, x, base, size, fill=GOLD):
    c.oval(x, base - size * .18, size * .17, size * .17, fill)
    c.rect(x - size * .05, base - size, x + size * .05, base, fill)
    c.rect(x - size * .22, base - size * .78, x + size * .22, base - size * .68, fill)


def spaced(first, last, count):
    return [first + (last - first) * i / (count - 1) for i in range(count)]


# Sculptures.

def smith(c, x, base, scale, mirror, arms, hammer):
    """A smith who leans over the anvil to his right."""
    def put(joints, fill=BRONZE):
        c.body(turned(joints, x, base, scale, mirror), fill)
    put([(-10, -78, 12), (-32, -42, 9), (-46, -4, 6), (-36, -3, 4)], BRONZE_LIGHT)
    put([(-4, -78, 12), (14, -44, 10), (6, -4, 6), (18, -3, 4)])
    put([(-6, -82, 14), (-2, -106, 13), (8, -134, 18)])
    put([(8, -136, 12), (14, -158, 6)])
    put([(18, -164, 12), (20, -158, 9)])
    put([(10, -138, 9), *[(*p, 6.5) for p in arms]], BRONZE_LIGHT)
    (x0, y0), (x1, y1) = hammer
    put([(x0, y0, 2.6), (x1, y1, 2.6)])
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (y1 - y0) / length * 15, (x0 - x1) / length * 15
    put([(x1 - dx, y1 - dy, 7.5), (x1 + dx, y1 + dy, 7.5)])


def lantern_carrier(c, x, base, scale):
    """Half a giant growing out of a granite block, with a round lantern in his hands."""
    def put(joints, fill):
        c.body(turned(joints, x, base, scale), fill)
    c.rect(x - 19 * scale, base - 78 * scale, x + 19 * scale, GROUND, GRANITE_DARK)
    c.rect(x - 23 * scale, base - 84 * scale, x + 23 * scale, base - 76 * scale, GRANITE_LIGHT)
    chest = ((-17, -84), (-26, -140), (-14, -152), (14, -152), (26, -140), (17, -84))
    c.poly([(x + px * scale, base + py * scale) for px, py in chest], GRANITE)
    for fold in (-9, 0, 9):
        c.line([(x + fold * scale, base - 86 * scale), (x + fold * 1.1 * scale, base - 112 * scale)], 2 * scale,
               GRANITE_DARK)
    put([(-21, -141, 6.5), (-24, -122, 5), (-12, -112, 4)], GRANITE_LIGHT)
    put([(21, -141, 6.5), (24, -122, 5), (12, -112, 4)], GRANITE_LIGHT)
    put([(0, -150, 7), (0, -158, 8)], GRANITE)
    put([(0, -166, 12), (0, -160, 10)], GRANITE_LIGHT)
    c.dome(x, base - 166 * scale, 13 * scale, 13 * scale, GRANITE_DARK)
    for eye in (-4.5, 4.5):
        c.oval(x + eye * scale, base - 163 * scale, 1.5 * scale, 1.2 * scale, GRANITE_DARK)
    c.line([(x, base - 162 * scale), (x, base - 157 * scale)], 2 * scale, GRANITE)
    c.line([(x - 4 * scale, base - 153 * scale), (x + 4 * scale, base - 153 * scale)], 1.6 * scale, GRANITE_DARK)
    c.oval(x, base - 124 * scale, 16 * scale, 16 * scale, GLOW)
    for dx in (-8, 0, 8):
        half = math.sqrt(256 - dx * dx)
        put([(dx, half - 124, .65), (dx, -half - 124, .65)], GOLD)
    put([(-16, -124, .65), (16, -124, .65)], GOLD)


def standing_man(c, x, base, scale, hand_on_chest):
    """A statue in a long coat."""
    def put(joints, fill=BRONZE):
        c.body(turned(joints, x, base, scale), fill)
    put([(-8, -60, 9), (-9, -30, 7), (-10, -4, 5), (-15, -2, 4)])
    put([(8, -60, 9), (10, -30, 7), (11, -4, 5), (17, -2, 4)])
    coat = ((-15, -112), (15, -112), (13, -78), (20, -36), (-20, -36), (-13, -78))
    c.poly([(x + px * scale, base + py * scale) for px, py in coat], BRONZE)
    put([(-13, -116, 7), (13, -116, 7)])
    put([(0, -122, 6), (0, -130, 5)])
    put([(0, -139, 9.5), (1, -134, 8)])
    put([(-18, -114, 6.5), (-25, -90, 5.5), (-20, -66, 4.5)], BRONZE_LIGHT)
    hand = (6, -98, 4.5) if hand_on_chest else (33, -68, 4.5)
    put([(18, -114, 6.5), (27, -91, 5.5), hand], BRONZE_LIGHT)
    c.line([(x, base - 112 * scale), (x, base - 40 * scale)], 1.6 * scale, BRONZE_LIGHT)


def seated_man(c, x, base, scale):
    """A statue on a chair, lost in thought."""
    def put(joints, fill=BRONZE):
        c.body(turned(joints, x, base, scale), fill)
    c.rect(x + 16 * scale, base - 98 * scale, x + 36 * scale, base, BRONZE_LIGHT, 4 * scale)
    c.rect(x - 8 * scale, base - 40 * scale, x + 36 * scale, base, BRONZE_LIGHT)
    put([(12, -46, 11), (-18, -44, 9), (-15, -6, 6), (-26, -4, 4)], BRONZE_LIGHT)
    put([(12, -54, 17), (8, -82, 16), (6, -90, 13)])
    put([(12, -51, 12), (-27, -51, 10), (-25, -6, 6.5), (-38, -4, 4)])
    put([(4, -98, 7), (0, -106, 7)])
    put([(-2, -117, 11), (-7, -111, 7.5)])
    put([(9, -88, 8.5), (12, -64, 7), (-14, -60, 5.5), (-22, -58, 5)], BRONZE_LIGHT)


def robed(c, x, base, scale, fill=BRONZE):
    """A small figure in a robe, as they stand on roofs and at the feet of statues."""
    c.body(turned([(0, -6, 13), (0, -34, 9), (0, -54, 9)], x, base, scale), fill)
    c.oval(x, base - 72 * scale, 7.5 * scale, 8.5 * scale, fill)
    c.body(turned([(-8, -54, 4), (-13, -40, 4), (-2, -34, 3.5)], x, base, scale),
           BRONZE_LIGHT if fill == BRONZE else fill)


def mermaid(c, x, base, scale):
    """The young woman of the fountain, who looks back over her shoulder."""
    def put(joints, fill=BRONZE):
        c.body(turned(joints, x, base, scale), fill)
    put([(12, -98, 15), (17, -56, 10), (9, -26, 8), (13, -4, 5), (20, -1, 4)], BRONZE_LIGHT)
    put([(-4, -98, 15), (-3, -54, 11), (-6, -26, 8), (-4, -4, 5), (-12, -1, 4)])
    put([(4, -100, 20), (2, -124, 13), (-1, -150, 15)])
    put([(-13, -158, 8), (13, -160, 8)])
    put([(-15, -157, 7), (-31, -134, 5.5), (-14, -112, 4.5)])
    put([(15, -159, 7), (29, -136, 5.5), (39, -112, 4.5), (44, -106, 4)])
    put([(0, -166, 6), (2, -176, 5.5)])
    put([(5, -188, 10.5), (8, -183, 8)])
    put([(-2, -192, 10), (-8, -184, 7), (-9, -176, 4)], BRONZE_LIGHT)


def fish(c, x, base, scale, mirror):
    c.body(turned([(0, 0, 9), (10, -20, 12), (26, -36, 11), (42, -38, 7)], x, base, scale, mirror), BRONZE_LIGHT)
    for fin in ([(0, 2, 6), (-10, 16, 3)], [(0, 2, 6), (8, 18, 3)], [(8, -32, 4), (16, -48, 2)]):
        c.body(turned(fin, x, base, scale, mirror), BRONZE)


def sea_lion(c, x, base, scale, mirror):
    back = [(-76, -12, 2.5), (-62, -6, 4), (-40, -10, 9), (-12, -20, 19), (12, -42, 17),
            (22, -66, 11), (32, -80, 9), (44, -82, 4.5)]
    c.body(turned(back, x, base, scale, mirror), BRONZE)
    c.body(turned([(12, -26, 7), (24, -8, 5), (36, -3, 3)], x, base, scale, mirror), BRONZE_LIGHT)


def rider(c, x, base, scale):
    """A man in uniform on a standing horse."""
    def put(joints, fill=BRONZE):
        c.body(turned(joints, x, base, scale), fill)
    put([(-34, -62, 10), (-42, -34, 5), (-36, -4, 4), (-31, -2, 3)], BRONZE_LIGHT)
    put([(34, -62, 8), (38, -32, 5), (34, -4, 4), (40, -2, 3)], BRONZE_LIGHT)
    put([(-40, -66, 13), (-50, -36, 6), (-48, -4, 4), (-43, -2, 3)])
    put([(28, -64, 10), (24, -34, 5), (24, -4, 4), (30, -2, 3)])
    put([(-36, -72, 17), (0, -68, 17), (30, -74, 16)])
    put([(32, -80, 13), (46, -108, 9), (54, -122, 8), (70, -108, 5)])
    put([(52, -128, 4), (53, -134, 1.5)])
    put([(-50, -76, 6), (-62, -60, 5), (-62, -36, 3)])
    put([(0, -84, 8), (12, -64, 6), (8, -46, 5), (15, -44, 3.5)], INK)
    put([(-2, -88, 11), (0, -118, 11)], INK)
    put([(4, -120, 5.5), (16, -102, 4.5), (28, -100, 4)], INK)
    put([(0, -138, 8.5), (1, -130, 5)], INK)
    c.rect(x - 10 * scale, base - 146 * scale, x + 12 * scale, base - 140 * scale, INK)


def plinth(c, x, top, base, half):
    c.rect(x - half, top, x + half, base, GRANITE)
    c.rect(x + half * .35, top, x + half, base, SHADE)
    c.rect(x - half * 1.18, top - 8, x + half * 1.18, top + 6, GRANITE_LIGHT)
    c.rect(x - half * 1.18, base - 14, x + half * 1.18, base, GRANITE_DARK)


def engel_church(c, x, base, k):
    """Helsinki Cathedral, without its steps."""
    def X(px): return x + px * k
    def Y(py): return base + py * k
    for px in (-135, 135):
        c.rect(X(px - 22), Y(-215), X(px + 22), Y(-130), STONE_DARK)
        c.dome(X(px), Y(-215), 26 * k, 34 * k, COPPER_DARK)
        cross(c, X(px), Y(-248), 26 * k)
    c.rect(X(-270), Y(-140), X(270), Y(0), WHITE)
    c.rect(X(-280), Y(-150), X(280), Y(-136), STONE)
    c.rect(X(130), Y(-136), X(270), Y(0), SHADE)
    windows(c, [X(p) for p in (-235, -190, -145, 145, 190, 235)], Y(-110), Y(-30), 20 * k, GLASS, True)
    for px in (-205, 205):
        c.rect(X(px - 30), Y(-215), X(px + 30), Y(-150), WHITE)
        c.rect(X(px + 8), Y(-215), X(px + 30), Y(-150), SHADE)
        c.rect(X(px - 36), Y(-222), X(px + 36), Y(-212), STONE)
        windows(c, [X(px)], Y(-202), Y(-162), 18 * k, GLASS, True)
        c.dome(X(px), Y(-222), 34 * k, 44 * k, COPPER)
        cross(c, X(px), Y(-265), 32 * k)
    c.rect(X(-100), Y(-200), X(100), Y(-140), STONE)
    c.rect(X(-78), Y(-300), X(78), Y(-190), WHITE)
    windows(c, [X(p) for p in (-52, -17, 17, 52)], Y(-285), Y(-212), 17 * k, GLASS, True)
    columns(c, [X(p) for p in (-70, -35, 0, 35, 70)], Y(-295), Y(-200), 9 * k)
    c.rect(X(-88), Y(-308), X(88), Y(-294), STONE)
    c.dome(X(0), Y(-308), 82 * k, 92 * k, COPPER)
    edge = smooth([(20, -399), (20, -397), (52, -378), (75, -344), (82, -308), (82, -302)])
    c.poly([(X(px), Y(py)) for px, py in (*edge, (48, -308), (44, -340))], COPPER_DARK)
    for px, py in ((-52, -24), (-20, -30), (14, -28), (-36, -54), (-6, -58)):
        c.oval(X(px), Y(-308 + py), 2.6 * k, 2.6 * k, GOLD)
    c.rect(X(-15), Y(-424), X(15), Y(-396), WHITE)
    c.dome(X(0), Y(-424), 18 * k, 20 * k, COPPER)
    cross(c, X(0), Y(-442), 42 * k)
    c.rect(X(-118), Y(-126), X(118), Y(0), STONE_DARK)
    c.rect(X(-14), Y(-74), X(14), Y(0), OCHRE_DARK)
    columns(c, [X(p) for p in spaced(-106, 106, 6)], Y(-126), Y(0), 17 * k)
    c.rect(X(-128), Y(-142), X(128), Y(-124), WHITE)
    pediment(c, X(0), Y(-140), 134 * k, 62 * k, WHITE, STONE_DARK)
    for px in (-130, 0, 130):
        robed(c, X(px), Y(-202 if px == 0 else -142), .42 * k, GREY_DARK)


# The pictures.

def ateneum(c):
    ground(c)
    skyline(c, (0, 330, 120), (840, 300, 960))
    c.rect(90, 270, 870, GROUND, OCHRE)
    for x0, x1 in ((90, 210), (750, 870)):
        c.rect(x0, 240, x1, GROUND, OCHRE)
        c.poly([(x0 - 6, 234), (x0 + 14, 196), (x1 - 14, 196), (x1 + 6, 234)], COPPER)
        c.rect(x0 - 8, 232, x1 + 8, 246, STONE)
    c.poly([(210, 264), (222, 236), (738, 236), (750, 264)], COPPER_DARK)
    c.rect(204, 262, 756, 276, STONE)
    c.rect(90, 440, 870, GROUND, OCHRE_DARK)
    for y in (460, 480, 500):
        c.rect(90, y, 870, y + 2, SHADE)
    c.rect(84, 434, 876, 444, STONE)
    sides = [*spaced(245, 335, 3), *spaced(625, 715, 3)]
    windows(c, [*sides, 120, 150, 180, 780, 810, 840], 458, GROUND - 18, 20, GLASS)
    windows(c, [*sides, 125, 175, 785, 835], 300, 352, 22, GLASS)
    windows(c, [*sides, 125, 175, 785, 835], 366, 424, 24, GLASS, True)
    c.rect(370, 232, 590, GROUND, OCHRE)
    c.rect(370, 440, 590, GROUND, OCHRE_DARK)
    c.poly([(372, 224), (402, 118), (558, 118), (588, 224)], COPPER)
    c.rect(356, 222, 604, 238, STONE)
    pediment(c, 480, 224, 128, 72, STONE, OCHRE_DARK)
    for x, y, k in ((480, 212, .55), (448, 213, .4), (512, 213, .4), (424, 214, .27), (536, 214, .27)):
        robed(c, x, y, k, WHITE)
    windows(c, (420, 480, 540), 344, 424, 34, GLASS, True)
    windows(c, (420, 480, 540), 262, 314, 26, GLASS)
    columns(c, (386, 450, 510, 574), 330, 434, 12, STONE)
    columns(c, (386, 450, 510, 574), 244, 324, 10, STONE)
    c.rect(360, 322, 600, 332, STONE)
    c.rect(360, 432, 600, 444, STONE)
    for x in (420, 540):
        c.arch(x - 17, 458, x + 17, GROUND, GRANITE_DARK)
    c.arch(456, 452, 504, GROUND, INK)
    c.rect(430, GROUND, 530, GROUND + 8, STONE)
    c.rect(418, GROUND + 8, 542, GROUND + 16, STONE_DARK)
    people(c, (250, 585, 62), (278, 588, 58), (520, 572, 56), (760, 600, 64))


def kiasma(c):
    ground(c, clouds=((170, 90, 1), (870, 60, .7)))
    skyline(c, (0, 380, 90), (870, 330, 960))
    c.rect(520, 250, 880, GROUND, STONE)
    c.rect(700, 250, 880, GROUND, SHADE)
    for y in spaced(290, 480, 5):
        c.rect(600, y, 880, y + 2, STONE_DARK)
    c.rect(640, 320, 850, 400, GLASS)
    for x in spaced(675, 815, 5):
        c.rect(x, 320, x + 3, 400, GLASS_LIGHT)
    vault = smooth([(250, 620), (262, GROUND), (290, 380), (370, 250), (500, 172), (660, 140), (800, 140)])
    c.poly([*vault, (660, 152), (660, GROUND)], GREY)
    for k in (.2, .4, .6, .8):
        seam = [(x + (640 - x) * k * .5, y + (GROUND - y) * k) for x, y in vault]
        c.line(seam, 2.5, GREY_DARK)
    c.poly([(500, GROUND), (500, 300), (560, 226), (660, 190), (660, GROUND)], GLASS_LIGHT)
    c.poly([(580, GROUND), (580, 214), (660, 190), (660, GROUND)], GLASS)
    for x in spaced(520, 640, 7):
        c.rect(x, 276 if x < 540 else 232 if x < 600 else 206, x + 2, GROUND, WHITE)
    for y in spaced(320, 480, 4):
        c.rect(500, y, 660, y + 3, WHITE)
    c.rect(480, 462, 690, 474, WHITE)
    c.rect(540, 474, 630, GROUND, INK)
    plinth(c, 170, 440, 575, 62)
    rider(c, 166, 432, 1.15)
    people(c, (420, 590, 62), (585, 560, 56), (612, 563, 54), (780, 598, 64))


def cathedral(c):
    ground(c, clouds=((130, 150, 1), (820, 110, .9)))
    skyline(c, (0, 350, 260), (700, 350, 960))
    engel_church(c, 480, 492, .98)
    for i in range(13):
        half, top = 290 + i * 11, 492 + i * 9
        c.rect(480 - half, top, 480 + half, top + 9, STONE if i % 2 else WHITE)
        c.rect(480 - half, top + 6, 480 + half, top + 9, SHADE)
    people(c, (300, 570, 46), (330, 590, 50), (620, 552, 42), (700, 630, 56), (440, 530, 38))


def senate_square(c):
    ground(c, clouds=((150, 90, 1), (850, 90, .7)), base=500)
    engel_church(c, 290, 440, .68)
    for i in range(6):
        c.rect(90 - i * 9, 440 + i * 10, 490 + i * 9, 450 + i * 10, STONE if i % 2 else WHITE)
    c.rect(740, 270, 970, 500, OCHRE)
    c.rect(732, 258, 970, 274, WHITE)
    windows(c, (765, 800), 300, 350, 20)
    windows(c, (765, 800), 375, 425, 20)
    c.rect(740, 440, 970, 500, OCHRE_DARK)
    windows(c, (765, 800, 855, 890, 925), 458, 500, 20, INK, True)
    columns(c, spaced(836, 944, 4), 290, 440, 14)
    c.rect(818, 276, 962, 292, WHITE)
    pediment(c, 890, 276, 82, 40, WHITE, OCHRE)
    c.oval(600, 600, 300, 26, PAVING_DARK)
    plinth(c, 600, 400, 590, 52)
    c.rect(505, 572, 695, 596, GRANITE_LIGHT)
    c.rect(490, 588, 710, 604, GRANITE)
    for x in (528, 600, 672):
        robed(c, x, 574, 1.05)
    standing_man(c, 600, 394, 1.3, False)
    people(c, (150, 580, 60), (178, 584, 56), (380, 566, 54), (800, 622, 70), (855, 560, 52))


def havis_amanda(c):
    ground(c, clouds=((170, 120, 1), (800, 90, .8)), base=460)
    skyline(c, (0, 330, 130), (130, 350, 250), (700, 340, 830), (830, 320, 960), base=460)
    for x, h in ((60, 170), (170, 150), (270, 160), (700, 160), (800, 150), (900, 175)):
        tree(c, x, 462, h)
    c.oval(480, 552, 360, 60, GRANITE_DARK)
    c.oval(480, 540, 360, 60, GRANITE_LIGHT)
    c.oval(480, 540, 332, 50, WATER)
    c.oval(480, 538, 250, 30, GLASS_LIGHT)
    c.poly([(400, 545), (425, 430), (440, 330), (520, 330), (535, 430), (560, 545)], GRANITE)
    c.poly([(500, 330), (520, 330), (535, 430), (560, 545), (510, 545)], GRANITE_DARK)
    c.oval(480, 546, 80, 12, GRANITE)
    c.rect(428, 318, 532, 336, GRANITE_LIGHT, 5)
    for mirror, side in ((True, -1), (False, 1)):
        fish(c, 480 + side * 52, 416, 1.15, mirror)
        jet = smooth([(92, 390), (100, 372), (150, 356), (200, 400), (226, 470), (236, 536), (238, 560)])
        c.line([(480 + side * dx, y) for dx, y in jet], 4, WHITE)
        sea_lion(c, 480 - side * 290, 560, 1.15, side < 0)
        spray = smooth([(250, 480), (238, 464), (190, 440), (140, 470), (112, 536), (108, 560)])
        c.line([(480 - side * dx, y) for dx, y in spray], 4, WHITE)
    c.oval(480, 318, 66, 10, BRONZE)
    mermaid(c, 476, 316, 1.28)
    people(c, (60, 590, 74), (905, 600, 76))


def three_smiths(c):
    ground(c, clouds=((120, 90, .9),), base=500)
    skyline(c, (0, 250, 150), base=500)
    c.rect(140, 110, 970, 500, BRICK)
    c.rect(130, 98, 970, 114, GRANITE_LIGHT)
    for y in (140, 220, 300):
        for x in range(190, 960, 92):
            c.rect(x - 26, y, x + 26, y + 58, GLASS_LIGHT)
            c.rect(x - 2, y, x + 2, y + 58, BRICK)
            c.rect(x - 26, y + 27, x + 26, y + 30, BRICK)
    c.rect(140, 384, 970, 500, GRANITE_DARK)
    for x in range(190, 960, 92):
        c.rect(x - 36, 404, x + 36, 500, GLOW)
        c.rect(x - 2, 404, x + 2, 500, GRANITE_DARK)
    c.rect(-10, -10, 970, 500, (246, 240, 230, 95))
    c.oval(480, 610, 280, 18, PAVING_DARK)
    c.poly([(270, 606), (290, 500), (670, 500), (690, 606)], GRANITE)
    c.poly([(580, 500), (670, 500), (690, 606), (590, 606)], GRANITE_DARK)
    c.rect(278, 488, 682, 508, GRANITE_LIGHT, 4)
    smith(c, 488, 486, 1.25, False, ((0, -158), (4, -188)), ((4, -180), (-8, -232)))
    c.rect(455, 440, 505, 492, INK)
    c.poly([(420, 404), (540, 404), (520, 430), (505, 444), (455, 444), (446, 430)], INK)
    smith(c, 346, 492, 1.5, False, ((38, -172), (30, -208)), ((36, -200), (2, -236)))
    smith(c, 616, 492, 1.5, True, ((26, -102), (56, -98)), ((44, -104), (84, -66)))
    people(c, (90, 606, 78), (130, 610, 74), (840, 612, 80), (880, 608, 74))


def station(c):
    ground(c, clouds=((130, 110, 1), (600, 70, .8)))
    skyline(c, (0, 380, 80), (880, 370, 960))
    c.rect(50, 345, 730, GROUND, GRANITE)
    c.poly([(40, 345), (60, 322), (720, 322), (730, 345)], COPPER)
    windows(c, (85, 125, 165, 675), 375, 440, 22, GLASS)
    windows(c, (85, 125, 165, 675), 462, GROUND, 26, INK, True)
    vault = smooth([(150, 420), (190, 330), (230, 270), (300, 226), (400, 208), (500, 226), (570, 270), (610, 330),
                    (650, 420)])
    c.poly([*vault, (610, GROUND), (190, GROUND)], GRANITE)
    c.line(vault, 18, COPPER)
    c.line([(x, y + 14) for x, y in vault], 4, COPPER_DARK)
    frame = smooth([(286, 460), (286, 400), (320, 318), (400, 276), (480, 318), (514, 400), (514, 460)])
    c.poly([(286, GROUND), *frame, (514, GROUND)], GRANITE_DARK)
    glass = smooth([(304, 460), (304, 405), (332, 334), (400, 296), (468, 334), (496, 405), (496, 460)])
    c.poly([(304, GROUND), *glass, (496, GROUND)], GLASS_LIGHT)
    for x in spaced(332, 468, 5):
        c.rect(x - 2, near(glass, x), x + 2, GROUND, COPPER_DARK)
    for y in (360, 410, 460):
        c.rect(306 if y > 380 else 320, y, 494 if y > 380 else 480, y + 4, COPPER_DARK)
    c.rect(320, 464, 480, GROUND, INK)
    for x in (360, 400, 440):
        c.rect(x - 15, 474, x + 15, GROUND, GLOW)
    for x in (205, 258, 542, 595):
        lantern_carrier(c, x, GROUND - 25, .92)
    c.poly([(735, GROUND), (742, 180), (838, 180), (845, GROUND)], GRANITE_LIGHT)
    c.poly([(800, 180), (838, 180), (845, GROUND), (804, GROUND)], GRANITE)
    for x in (762, 790, 818):
        c.rect(x - 4, 270, x + 4, 480, GRANITE_DARK)
    c.rect(734, 172, 846, 186, GRANITE_DARK)
    c.poly([(748, 174), (754, 122), (826, 122), (832, 174)], GRANITE)
    c.rect(746, 112, 834, 124, COPPER_DARK)
    c.poly([(756, 112), (764, 76), (816, 76), (824, 112)], COPPER)
    c.dome(790, 78, 26, 30, COPPER_DARK)
    c.oval(790, 44, 7, 7, GOLD)
    c.oval(790, 222, 36, 36, COPPER_DARK)
    c.oval(790, 222, 30, 30, WHITE)
    c.line([(790, 222), (790, 200)], 4, INK)
    c.line([(790, 222), (805, 230)], 4, INK)
    people(c, (130, 590, 64), (390, 566, 56), (425, 570, 58), (690, 596, 64), (900, 606, 66))


def oodi(c):
    ground(c, GRASS, clouds=((200, 80, 1), (700, 60, .7)))
    skyline(c, (0, 400, 70), (900, 380, 960))
    c.rect(90, 400, 880, GROUND, GLASS)
    for x in spaced(110, 860, 26):
        c.rect(x, 400, x + 2, GROUND, GLASS_LIGHT)
    c.rect(400, 440, 560, GROUND, GLOW)
    roof = smooth([(-40, 160), (40, 180), (150, 196), (270, 250), (400, 272), (540, 246), (660, 232), (770, 200),
                   (860, 142),
                   (930, 130), (1000, 120)])
    c.poly([*[(x, y + 8) for x, y in roof if 60 < x < 915], (900, 370), (70, 370)], GLASS_LIGHT)
    for x in spaced(90, 890, 24):
        c.rect(x, near(roof, x) + 8, x + 2, 370, WHITE)
    c.poly([*roof, *[(x, y + 20) for x, y in reversed(roof)]], WHITE)
    c.line([(x, y + 20) for x, y in roof], 4, STONE_DARK)
    hull = smooth([(20, 330), (60, 350), (90, 430), (200, 466), (330, 432), (480, 408), (630, 432), (760, 470),
                   (870, 430),
                   (905, 350), (940, 330)])
    c.poly([(48, 344), *hull, (912, 344)], WOOD)
    for x in range(76, 900, 12):
        c.line([(x, 352), (x, near(hull, x) - 3)], 1.6, WOOD_DARK)
    c.rect(44, 338, 916, 352, WHITE, 6)
    c.poly([(330, GROUND), (630, GROUND), (760, 650), (200, 650)], PAVING)
    tree(c, 40, 560, 130)
    tree(c, 925, 556, 120)
    people(c, (440, 560, 58), (500, 552, 54), (530, 556, 50), (400, 610, 70), (700, 590, 62), (180, 590, 62))


def amos_rex(c):
    ground(c, clouds=((160, 80, 1), (560, 60, .8)), base=480)
    skyline(c, (0, 250, 90), (90, 300, 200), (860, 240, 960), base=480)
    c.rect(120, 300, 840, 480, STONE)
    c.rect(110, 290, 850, 304, WHITE)
    c.rect(140, 325, 820, 372, GLASS)
    for x in range(160, 820, 28):
        c.rect(x, 325, x + 3, 372, WHITE)
    c.rect(120, 400, 840, 480, GLOW)
    for x in range(120, 850, 45):
        c.rect(x, 400, x + 5, 480, STONE_DARK)
    c.rect(110, 388, 850, 402, WHITE)
    c.rect(330, 250, 560, 290, STONE)
    c.rect(322, 242, 568, 254, WHITE)
    c.poly([(720, 480), (726, 120), (774, 120), (780, 480)], WHITE)
    c.poly([(754, 120), (774, 120), (780, 480), (758, 480)], STONE_DARK)
    c.rect(720, 108, 780, 124, STONE)

    def mound(x, base, rx, ry, lens):
        c.dome(x, base, rx, ry, GREY)
        lit = smooth([(-1, -.05), (-1, 0), (-.75, .66), (-.2, .98), (.1, .7), (.02, .2), (-.2, 0), (-.3, -.05)])
        c.poly([(x + px * rx, base - py * ry) for px, py in lit], "#c3c6c5")
        lx, ly = x + lens * rx, base - ry * .62
        c.oval(lx, ly, rx * .25, ry * .28, WHITE)
        c.oval(lx, ly, rx * .2, ry * .22, GLASS)
        for turn in range(3):
            dx, dy = rx * .2 * math.cos(turn * math.pi / 3), ry * .22 * math.sin(turn * math.pi / 3)
            c.line([(lx - dx, ly - dy), (lx + dx, ly + dy)], 3, WHITE)

    mound(480, 520, 150, 78, .05)
    mound(800, 550, 190, 120, -.3)
    mound(190, 570, 230, 170, .32)
    mound(560, 630, 170, 96, -.28)
    people(c, (100, 436, 58), (330, 556, 54), (690, 600, 64), (720, 604, 60), (865, 442, 46))


def esplanadi(c):
    ground(c, GRASS, clouds=((480, 70, 1.1),), base=470)
    skyline(c, (370, 330, 590), base=470)
    for side in (-1, 1):
        x0, x1 = sorted((480 + side * 500, 480 + side * 290))
        c.rect(x0, 200, x1, 470, OCHRE if side < 0 else STONE)
        c.rect(x0 - 6, 190, x1 + 6, 204, WHITE)
        for y in (230, 300, 370):
            windows(c, [480 + side * d for d in (320, 370, 420, 470)], y, y + 42, 22)
    c.poly([(430, 470), (530, 470), (800, 650), (160, 650)], PAVING)
    for side in (-1, 1):
        for d, base, h in ((120, 478, 170), (190, 496, 230), (290, 524, 310), (420, 570, 420)):
            tree(c, 480 + side * d, base, h)
    c.oval(480, 592, 190, 30, GRASS_DARK)
    for i in range(28):
        angle = i * math.tau / 28
        c.oval(480 + 168 * math.cos(angle), 590 + 23 * math.sin(angle), 9, 7, (ROOF, GLOW, WHITE)[i % 3])
    plinth(c, 480, 380, 580, 50)
    c.rect(410, 566, 550, 590, GRANITE_LIGHT)
    robed(c, 462, 566, 1.45)
    c.rect(478, 476, 504, 532, BRONZE_LIGHT, 3)
    standing_man(c, 480, 374, 1.45, True)
    for x, side in ((215, 1), (745, -1)):
        c.rect(x - 46, 560, x + 46, 567, COPPER_DARK)
        c.rect(x - 46, 540, x + 46, 552, COPPER_DARK)
        for dx in (-38, 38):
            c.rect(x + dx - 3, 540, x + dx + 3, 586, INK)
    people(c, (330, 566, 62), (655, 620, 74))


def kamppi_chapel(c):
    ground(c, clouds=((170, 80, 1), (820, 70, .8)))
    skyline(c, (0, 250, 130), (130, 300, 250), (720, 280, 850), (850, 230, 960))
    windows(c, (30, 70, 110, 880, 930), 290, 330, 18, HAZE)
    windows(c, (30, 70, 110, 880, 930), 360, 400, 18, HAZE)
    c.rect(90, 420, 420, 535, STONE)
    c.rect(80, 408, 430, 424, WHITE)
    c.rect(110, 440, 330, 535, GLASS)
    for x in spaced(110, 330, 8):
        c.rect(x - 2, 440, x + 2, 535, WHITE)
    c.oval(530, 560, 215, 22, PAVING_DARK)
    left = smooth([(268, 120), (272, 200), (300, 350), (330, 470), (350, 552), (360, 620)])
    right = [(1060 - x, y) for x, y in left]
    floor = smooth([(330, 530), (350, 552), (430, 572), (530, 578), (630, 572), (710, 552), (730, 530)])
    c.poly([*left, *floor, *reversed(right)], WOOD)
    c.poly([(720, 200), *[p for p in right], *[p for p in reversed(floor) if p[0] > 610], (640, 480)], WOOD_DARK)
    for i in range(1, 26):
        y = 200 + i * 14
        x = next(px for px, py in left if py >= y) if y < 552 else 350
        sag, half = 10 + 16 * i / 26, 528 - x
        plank = smooth([(-half - 32, -14), (-half, 0), (-half / 2, sag * .75), (0, sag), (half / 2, sag * .75),
                        (half, 0), (half + 32, -14)])
        c.line([(530 + dx, y + dy) for dx, dy in plank], 1.6, "#b98d61")
    c.oval(530, 200, 258, 34, "#e9cba4")
    c.oval(530, 203, 236, 26, WOOD_DARK)
    c.oval(530, 208, 222, 20, GLOW)
    people(c, (180, 590, 64), (212, 594, 60), (800, 600, 66), (300, 612, 68))


def old_church(c):
    ground(c, GRASS, clouds=((170, 100, 1), (790, 80, .9)))
    skyline(c, (0, 300, 120), (840, 290, 960))
    for x, h in ((60, 260), (150, 210), (820, 220), (905, 270)):
        tree(c, x, GROUND + 6, h)
    c.rect(190, 370, 770, GROUND, OCHRE)
    c.poly([(180, 370), (240, 316), (720, 316), (780, 370)], GREY_DARK)
    c.rect(180, 364, 780, 378, WHITE)
    windows(c, (225, 275, 325, 635, 685, 735), 400, 490, 24, GLASS, True)
    c.rect(180, GROUND - 14, 780, GROUND, GRANITE)
    c.rect(415, 250, 545, 330, OCHRE)
    c.rect(408, 244, 552, 256, WHITE)
    c.rect(505, 256, 545, 330, SHADE)
    c.rect(436, 160, 524, 246, OCHRE)
    windows(c, (458, 480, 502), 176, 236, 13, GLASS, True)
    columns(c, (443, 469, 491, 517), 168, 246, 8)
    c.rect(428, 154, 532, 168, WHITE)
    c.dome(480, 156, 48, 46, GREY)
    c.rect(470, 98, 490, 114, WHITE)
    c.dome(480, 98, 13, 14, GREY_DARK)
    cross(c, 480, 86, 44)
    c.rect(365, 350, 595, GROUND, OCHRE)
    c.rect(380, 384, 580, GROUND, OCHRE_DARK)
    c.arch(460, 420, 500, GROUND, WOOD_DARK)
    columns(c, spaced(385, 575, 6), 378, GROUND - 8, 17)
    c.rect(360, 362, 600, 382, WHITE)
    pediment(c, 480, 364, 128, 62, WHITE, OCHRE)
    c.rect(360, GROUND - 10, 600, GROUND, STONE)
    c.rect(346, GROUND, 614, GROUND + 10, STONE_DARK)
    c.poly([(400, GROUND + 10), (560, GROUND + 10), (700, 650), (260, 650)], PAVING)
    people(c, (440, 580, 60), (468, 584, 56), (640, 560, 54))
    tree(c, 240, 600, 150)
    tree(c, 760, 596, 140)


def national_theatre(c):
    ground(c, clouds=((150, 100, 1), (830, 80, .9)))
    skyline(c, (0, 370, 110), (850, 370, 960))
    c.poly([(330, 260), (376, 165), (584, 165), (630, 260)], ROOF)
    c.rect(110, 320, 850, GROUND, GREY)
    c.poly([(100, 320), (130, 276), (830, 276), (860, 320)], ROOF)
    for x in (180, 780):
        c.rect(x - 62, 280, x + 62, GROUND, GREY)
        c.poly([(x - 72, 282), (x, 190), (x + 72, 282)], ROOF)
        c.poly([(x, 190), (x + 72, 282), (x + 24, 282)], ROOF_DARK)
        windows(c, (x - 30, x, x + 30), 318, 366, 18, GLASS, True)
        windows(c, (x - 26, x + 26), 396, 446, 24, GLASS)
        windows(c, (x,), 466, GROUND, 34, INK, True)
    for x in (272, 688):
        windows(c, (x,), 350, 400, 22, GLASS, True)
        windows(c, (x,), 420, 450, 22, GLASS)
    c.poly([(330, GROUND), (330, 270), (400, 230), (480, 142), (560, 230), (630, 270), (630, GROUND)], GREY)
    c.line([(326, 270), (400, 228), (480, 138), (560, 228), (634, 270)], 10, GREY_DARK)
    for x in (338, 622):
        c.rect(x - 24, 216, x + 24, GROUND, GREY_DARK)
        c.dome(x, 218, 30, 46, ROOF_DARK)
        c.line([(x, 180), (x, 150)], 4, ROOF_DARK)
        windows(c, (x,), 240, 276, 14, GLASS, True)
    c.arch(394, 236, 566, 420, GREY_DARK)
    c.arch(406, 248, 554, 420, GLASS_LIGHT)
    for x in (443, 480, 517):
        c.rect(x - 3, 248 if x == 480 else 262, x + 3, 420, GREY_DARK)
    for y in (318, 370):
        c.rect(406, y, 554, y + 5, GREY_DARK)
    for y, shift in ((440, 0), (456, 20), (472, 0), (488, 20), (504, 0)):
        c.rect(110, y, 850, y + 2, SHADE)
        for x in range(120 + shift, 850, 40):
            c.rect(x, y, x + 2, y + 16, SHADE)
    for x in (420, 480, 540):
        c.arch(x - 22, 440, x + 22, GROUND, INK)
        c.rect(x - 14, 470, x + 14, GROUND, WOOD_DARK)
    c.rect(370, GROUND, 590, GROUND + 10, STONE)
    plinth(c, 700, 520, 612, 48)
    seated_man(c, 700, 512, 1.3)
    people(c, (250, 580, 60), (280, 584, 58), (500, 570, 54), (880, 604, 66))


WHOLE = (0, 0, WIDTH)
PICTURES = {
    "ateneum": (ateneum, WHOLE),
    "kiasma": (kiasma, WHOLE),
    "mannerheim": (kiasma, (0, 230, 510)),
    "oodi": (oodi, WHOLE),
    "amos-rex": (amos_rex, WHOLE),
    "central-station": (station, WHOLE),
    "lantern-carriers": (station, (105, 318, 255)),
    "national-theatre": (national_theatre, WHOLE),
    "aleksis-kivi": (national_theatre, (500, 335, 430)),
    "three-smiths": (three_smiths, WHOLE),
    "esplanadi": (esplanadi, WHOLE),
    "runeberg": (esplanadi, (240, 130, 480)),
    "havis-amanda": (havis_amanda, WHOLE),
    "havis-amanda-statue": (havis_amanda, (240, 40, 480)),
    "senate-square": (senate_square, WHOLE),
    "alexander-ii": (senate_square, (360, 180, 480)),
    "helsinki-cathedral": (cathedral, WHOLE),
    "kamppi-chapel": (kamppi_chapel, WHOLE),
    "old-church": (old_church, WHOLE),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "Demo/guide/pictures")
    parser.add_argument("--sheet", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    across = 3
    sheet = Image.new("RGB", (across * WIDTH // 2, -(-len(PICTURES) // across) * HEIGHT // 2), "white")
    for number, (name, (draw, view)) in enumerate(PICTURES.items()):
        canvas = Canvas(view)
        draw(canvas)
        picture = canvas.finished()
        file = options.folder / f"{name}.webp"
        picture.save(file, quality=QUALITY, method=6)
        print(f"{file.name}: {file.stat().st_size} bytes")
        sheet.paste(picture.reduce(2), (number % across * WIDTH // 2, number // across * HEIGHT // 2))
    if options.sheet:
        sheet.save(options.sheet)


if __name__ == "__main__":
    main()
