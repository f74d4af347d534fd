"""Plane geometry of rings for inside_graph.py: points are (longitude, latitude) in E7 degrees."""

import math

BESIDE = 27.0


def metres(a, b):
    """The distance of two points, (longitude, latitude) in E7, on the sphere."""
    (x, y), (u, v) = [(math.radians(p[0] / 1e7), math.radians(p[1] / 1e7)) for p in (a, b)]
    half = math.sin((v - y) / 2) ** 2 + math.cos(y) * math.cos(v) * math.sin((u - x) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(half)))


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a, b, p):
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def contains(rings, p):
    """Whether a point lies in the first ring and in none of the others."""
    inside = False
    for ring in rings:
        for u, v in zip(ring, ring[1:] + ring[:1], strict=True):
            if (u[1] > p[1]) != (v[1] > p[1]):
                turn = side(u, v, p)
                inside ^= turn > 0 if v[1] > u[1] else turn < 0
    return inside


class Sight:
    """Lines of sight between corners of rings, of which the first runs counterclockwise and others clockwise."""

    def __init__(self, rings):
        self.points, self.before, self.after = [], [], []
        for ring in rings:
            first = len(self.points)
            for index, point in enumerate(ring):
                self.points.append((2 * point[0], 2 * point[1]))
                self.before.append(first + (index - 1) % len(ring))
                self.after.append(first + (index + 1) % len(ring))
        self.is_simple = len(set(self.points)) == len(self.points)

    def bends(self, i):
        return side(self.points[self.before[i]], self.points[i], self.points[self.after[i]]) < 0

    def touches(self, i, j):
        sides = [side(self.points[j], self.points[i], self.points[k]) for k in (self.before[i], self.after[i])]
        return min(sides) >= 0 or max(sides) <= 0

    def sees(self, i, j):
        if self.after[i] == j or self.before[i] == j:
            return False
        a, b = self.points[i], self.points[j]
        west, east, south, north = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for k, u in enumerate(self.points):
            n = self.after[k]
            v = self.points[n]
            if max(u[0], v[0]) < west or min(u[0], v[0]) > east or max(u[1], v[1]) < south or min(u[1], v[1]) > north:
                continue
            if k in (i, j) or n in (i, j):
                far = v if k in (i, j) else u
                if side(a, b, far) == 0 and between(a, b, far):
                    return False
                continue
            s, t, p, q = side(a, b, u), side(a, b, v), side(u, v, a), side(u, v, b)
            if s == 0 and t == 0:
                if between(a, b, u) or between(a, b, v) or between(u, v, a):
                    return False
            elif not ((s > 0 and t > 0) or (s < 0 and t < 0) or (p > 0 and q > 0) or (p < 0 and q < 0)):
                return False
        rings, ring = [], []
        for k, n in enumerate(self.after):
            ring.append(self.points[k])
            if n <= k:
                rings.append(ring)
                ring = []
        return contains(rings, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))

    def lines(self, portals, few):
        ends = [k for k in range(len(self.points)) if k in portals or self.bends(k)]
        if not self.is_simple or len(ends) > 512:
            return []
        lines = [
            (i, j) for n, i in enumerate(ends) for j in ends[n + 1:]
            if (i in portals or self.touches(i, j)) and (j in portals or self.touches(j, i)) and self.sees(i, j)]
        if len(ends) <= few:
            return lines
        nearest = {}
        for line in lines:
            for i, j in (line, line[::-1]):
                x, y = (self.points[j][k] - self.points[i][k] for k in (0, 1))
                key = i, int((math.atan2(y, x) / (2 * math.pi) + 1) * 16) % 16
                if key not in nearest or x * x + y * y < nearest[key][0]:
                    nearest[key] = x * x + y * y, line
        return sorted({line for _, line in nearest.values()})


def place_beside(rings, point):
    """The nearest place on rings, as (ring, corner, share), within 0.3 m; else None."""
    cosine = max(0.01, math.cos(math.radians(min(p[1] for p in rings[0]) / 1e7)))
    best, found = BESIDE ** 2, None
    for number, ring in enumerate(rings):
        for corner, (u, v) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True)):
            x, y, px, py = (v[0] - u[0]) * cosine, v[1] - u[1], (point[0] - u[0]) * cosine, point[1] - u[1]
            length = x * x + y * y
            share = min(1, max(0, (px * x + py * y) / length)) if length else 0
            square = (px - share * x) ** 2 + (py - share * y) ** 2
            if square < best:
                best, found = square, (number, corner, share)
    return found
