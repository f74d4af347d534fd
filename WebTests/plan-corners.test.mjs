import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
    PLAN_WIDTHS,
    moved,
    planCorners,
    planTop,
    rotationTowards,
    tidyRotation,
    tidyWidth,
    widthTowards,
} from "../Web/core/plan-corners.js";
import { LABEL_LENGTH, LEVELS, MOST, detailFields, detailText, isLevel } from "../Web/guide/building-values.js";

/** A sphere with the mean radius of the Earth (IUGG), as the page's other lengths. */
const METRES_PER_DEGREE = (6_371_008.8 * 2 * Math.PI) / 360;

/** Metres to the east and to the north of a middle, on a plane that touches the sphere there. */
function onPlane(middle, { lat, lon }) {
    const parallel = METRES_PER_DEGREE * Math.cos((middle.lat / 180) * Math.PI);
    return [(lon - middle.lon) * parallel, (lat - middle.lat) * METRES_PER_DEGREE];
}

/** A millimetre: the plane and the page round differently far below that. */
function near(actual, expected) {
    for (const [index, value] of expected.entries())
        assert.ok(Math.abs(actual[index] - value) < 1e-3, `${actual} is not ${expected}`);
}

const HELSINKI = { lat: 60.17, lon: 24.94 };

test("the corners go clockwise from the top left of the picture", () => {
    const corners = planCorners({ center: HELSINKI, width: 80, rotation: 0 }, { width: 1600, height: 900 });
    const expected = [
        [-40, 22.5],
        [40, 22.5],
        [40, -22.5],
        [-40, -22.5],
    ];
    corners.forEach((corner, index) => near(onPlane(HELSINKI, corner), expected[index]));
});

test("a quarter turn clockwise puts the picture's upper edge in the east", () => {
    const corners = planCorners({ center: HELSINKI, width: 80, rotation: 90 }, { width: 1600, height: 900 });
    const expected = [
        [22.5, 40],
        [22.5, -40],
        [-22.5, -40],
        [-22.5, 40],
    ];
    corners.forEach((corner, index) => near(onPlane(HELSINKI, corner), expected[index]));
});

for (const center of [HELSINKI, { lat: -33.86, lon: 151.21 }, { lat: 0, lon: 0 }, { lat: 78.2, lon: -15.6 }])
    test(`any turn at ${center.lat} keeps sides, angles and directions`, () => {
        for (const rotation of [0, 30, 123.4, 180, 271, 359.9])
            for (const shape of [
                { width: 1600, height: 900 },
                { width: 700, height: 2048 },
            ]) {
                const width = 133.7;
                const points = planCorners({ center, width, rotation }, shape).map((each) => onPlane(center, each));
                // Polar form: a point of the picture at angle a and distance r lies at the bearing a + rotation.
                const half = [width / 2, (width / 2) * (shape.height / shape.width)];
                const far = Math.hypot(...half);
                const aside = (Math.atan2(half[0], half[1]) * 180) / Math.PI;
                const bearings = [-aside, aside, 180 - aside, 180 + aside];
                for (const [index, bearing] of bearings.entries()) {
                    const radians = ((bearing + rotation) / 180) * Math.PI;
                    near(points[index], [far * Math.sin(radians), far * Math.cos(radians)]);
                }
            }
    });

test("handles lead back to the plan that they belong to", () => {
    const shape = { width: 1600, height: 900 };
    for (const rotation of [0, 45.5, 200]) {
        const plan = { center: HELSINKI, width: 64.5, rotation };
        assert.ok(Math.abs(rotationTowards(plan, planTop(plan, shape)) - rotation) <= 0.1);
        for (const corner of planCorners(plan, shape)) assert.equal(widthTowards(plan, shape, corner), 64.5);
    }
    near(onPlane(HELSINKI, moved(HELSINKI, 12, -7)), [12, -7]);
});

test("rotations and widths stay in their ranges", () => {
    assert.deepEqual([-0.04, 359.96, 360, -90, 725.25].map(tidyRotation), [0, 0, 0, 270, 5.3]);
    assert.deepEqual([0, 12.34, 1e9].map(tidyWidth), [PLAN_WIDTHS[0], 12.3, PLAN_WIDTHS[1]]);
});

test("levels have at most one decimal", () => {
    for (const level of [0, -100, 200, 0.5, -1.5, 0.3, undefined]) assert.ok(isLevel(level), String(level));
    for (const level of [0.25, -100.5, 201, Number.NaN, Number.POSITIVE_INFINITY])
        assert.ok(!isLevel(level), String(level));
});

test("the page has the server's limits of a building", () => {
    const read = (name) => readFileSync(new URL(`../Sources/Community/Guide/${name}`, import.meta.url), "utf8");
    const rules = read("Guide+VenueDetail.swift");
    const number = (name) => Number(rules.match(new RegExp(`static let ${name} = (\\d+)\\n`))[1]);
    assert.deepEqual(MOST, {
        pictures: number("venuePictures"),
        plans: number("floorPlans"),
        entrances: number("entrances"),
    });
    assert.equal(LABEL_LENGTH, number("labelLength"));
    assert.deepEqual(
        [...PLAN_WIDTHS],
        rules
            .match(/planWidths = (.+)\n/)[1]
            .split("...")
            .map(Number),
    );
    assert.deepEqual(
        LEVELS,
        rules
            .match(/planLevels = (.+)\n/)[1]
            .split("...")
            .map(Number),
    );
});

test("a building about which nothing is said is not sent, and the same building has the same text", () => {
    assert.equal(detailFields({ pictures: [], plans: [], entrances: [], access: { lift: "unknown" } }), undefined);
    const one = { pictures: [], plans: [], entrances: [], access: { lift: "yes", automatic_door: "no" } };
    const other = {
        pictures: [],
        plans: [],
        entrances: [],
        access: { automatic_door: "no", lift: "yes", note: undefined },
    };
    assert.equal(detailText(one), detailText(other));
    assert.equal(detailText(undefined), detailText({ pictures: [], plans: [], entrances: [] }));
    const plan = {
        picture: { id: "p", width: 8, height: 6, text: "" },
        level: 0.5,
        center: HELSINKI,
        width: 10,
        rotation: 0,
        opacity: 1,
    };
    const sent = detailFields({ pictures: [], plans: [plan], entrances: [], access: {} });
    assert.equal(JSON.stringify(sent?.plans?.[0]?.picture), '{"id":"p"}');
});
