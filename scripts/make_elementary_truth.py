#!/usr/bin/env python3
"""Writes Tests/GeoCoreTests/ElementaryTruth.swift: what the elementary functions are, by 500-bit arithmetic.

Needs mpmath (BSD, https://mpmath.org): pip install mpmath==1.3.0. Run from the root of the repository. Each true value
is written as the nearest double and what that double misses, so that a test can measure errors far below half a unit in
the last place.
"""
import math
import random

import mpmath
from mpmath import mp, mpf

mp.prec = 500
COUNT = 40


def nearest(value):
    with mpmath.workprec(53):
        return float(+value)


def close_to_quarter_turns(generator, count):
    """Doubles that lie as near to a multiple of a quarter turn as doubles can: where argument reduction cancels most.
    """
    return [nearest(generator.randrange(1, 667_000) * mp.pi / 2) for _ in range(count)]


def inputs(generator):
    """The inputs of each function: the edges of its use, then seeded random ones over its domain."""
    angles = [0.0, 5e-324, 1e-300, 1e-9, math.pi / 4, math.pi / 2, math.pi, -math.pi, 2 * math.pi, 1048576.0,
              -1048575.5]
    angles += close_to_quarter_turns(generator, 9)
    while len(angles) < COUNT:
        angles.append(generator.choice([generator.uniform(-4, 4), generator.uniform(-(2.0**20), 2.0**20)]))
    ratios = [0.0, 1.0, -1.0, 0.5, -0.5, 1e-12, 1 - 2.0**-53, 2.0**-30, math.sqrt(0.5), 0.9999999]
    while len(ratios) < COUNT:
        ratios.append(generator.uniform(-1, 1))
    vectors = [(0.0, 1.0), (1.0, 0.0), (-1.0, 0.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1e-300, 1.0),
               (-1e-17, -1.0)]
    vectors += [(k / 16, 1.0) for k in (1, 3, 5, 7, 9, 11, 13, 15)]
    while len(vectors) < COUNT:
        vectors.append((generator.gauss(0, 1), generator.gauss(0, 1) * 10 ** generator.uniform(-6, 6)))
    exponents = [0.0, 1.0, -1.0, 1e-18, 0.5, math.log(2) / 2, -math.log(2) / 2, 708.9, -707.9]
    while len(exponents) < COUNT:
        exponents.append(generator.choice([generator.uniform(-4, 4), generator.uniform(-700, 700)]))
    values = [1.0, 2.0, 0.5, math.e, 1 + 2.0**-52, 1 - 2.0**-53, math.sqrt(2), math.sqrt(0.5), 1e-310, 1.7e308]
    while len(values) < COUNT:
        values.append(generator.choice([generator.uniform(0.5, 2), 10 ** generator.uniform(-300, 300)]))
    alone = lambda xs: [(x,) for x in xs]
    return [
        ("sine", mp.sin, alone(angles)),
        ("cosine", mp.cos, alone(angles)),
        ("tangent", mp.tan, alone(angles)),
        ("arcSine", mp.asin, alone(ratios)),
        ("arcTangent", mp.atan2, vectors),
        ("exponential", mp.exp, alone(exponents)),
        ("logarithm", mp.log, alone(values)),
    ]


def rows():
    for name, function, cases in inputs(random.Random(1984)):
        for case in cases:
            truth = function(*(mpf(x) for x in case))
            head = nearest(truth)
            tail = nearest(truth - mpf(head))
            words = [name, *(x.hex() for x in case), head.hex(), tail.hex()]
            yield "        " + " ".join(words)


HEADER = """/// What the elementary functions are, by 500-bit arithmetic; made by scripts/make_elementary_truth.py.
enum ElementaryTruth {
    /// Function, one argument (y then x for `arcTangent`), the true value as the nearest double and what that one misses.
    static let table = \"\"\"
"""

with open("Tests/GeoCoreTests/ElementaryTruth.swift", "w", encoding="utf-8") as file:
    file.write(HEADER + "\n".join(rows()) + '\n        """\n}\n')
