import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../Web/text/catalogue.js";
import {
    agoText,
    directionText,
    distanceText,
    durationText,
    shownMetres,
    shownMinutes,
    sizeText,
} from "../Web/text/quantities.js";

useCatalogue("en", { "ago.now": "just now" });

test("distances are as exact as a walker needs", () => {
    const said = [0, 7.4, 19.6, 20, 254, 996, 1000, 1449, 9949, 12_600].map(distanceText);
    assert.deepEqual(said, ["0 m", "7 m", "20 m", "20 m", "250 m", "1 km", "1 km", "1.4 km", "9.9 km", "13 km"]);
});

test("durations are in minutes, never none, and hours from sixty on", () => {
    assert.deepEqual([0, 29, 91, 3569, 3600, 3700, 7500].map(durationText), [
        "1 min",
        "1 min",
        "2 min",
        "59 min",
        "1 hr",
        "1\u00a0hr\u00a02\u00a0min",
        "2\u00a0hr\u00a05\u00a0min",
    ]);
});

test("the rounded parts add up to their rounded sum", () => {
    for (let first = 0; first < 12_000; first += 37) {
        const [metres, minutes] = [shownMetres(first), shownMinutes(first)];
        assert.equal(distanceText(metres), distanceText(first));
        assert.equal(durationText(minutes * 60), durationText(first));
    }
    // Two walks of 2.4 minutes are 2 and 2, not 5.
    assert.equal(durationText((shownMinutes(144) + shownMinutes(144)) * 60), "4 min");
});

test("directions are eighths centred on their point, for any angle", () => {
    const said = [0, 22.4, 22.6, 90, 180, 270, 337.4, 337.6, 360, -90, 725].map((each) =>
        directionText(each).replace("direction.", ""),
    );
    assert.deepEqual(said, [
        "north",
        "north",
        "northeast",
        "east",
        "south",
        "west",
        "northwest",
        "north",
        "north",
        "west",
        "north",
    ]);
});

test("ages are relative", () => {
    const now = 1e12;
    const ago = (seconds) => agoText(now - seconds * 1000, now);
    assert.deepEqual([5, 600, 7200, 3 * 86_400].map(ago), ["just now", "10 minutes ago", "2 hours ago", "3 days ago"]);
    assert.equal(agoText(now + 5000, now), "just now");
});

test("sizes are in kilobytes and megabytes", () => {
    assert.deepEqual([3, 512_000, 4_210_000, 38_400_000].map(sizeText), ["1 kB", "512 kB", "4.2 MB", "38 MB"]);
});
