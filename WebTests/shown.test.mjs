import assert from "node:assert/strict";
import { test } from "node:test";
import { shownToAllText } from "../Web/presence/words.js";
import { useCatalogue } from "../Web/text/catalogue.js";

useCatalogue("en", {});

const NOW = Date.parse("2026-10-01T12:00:00Z");
const last = "2026-10-01T11:58:00Z";
// From nothing to most.
const SHOWN = {
    "shown.nothing": { person: null },
    "shown.due": { person: null, due: NOW + 60_000 },
    "shown.homeNowhere": { person: { last, is_at_home: true } },
    "shown.home": { person: { last, is_at_home: true, area: {} } },
    "shown.area": { person: { last } },
    "shown.exact": { person: { last, is_exact: true } },
};

test("an owner reads the most that anybody sees, in whatever order they come", () => {
    const ranks = Object.entries(SHOWN);
    for (const [index, [text, most]] of ranks.entries()) {
        for (const [, less] of ranks.slice(0, index)) {
            assert.equal(shownToAllText([most, less], NOW), text);
            assert.equal(shownToAllText([less, most], NOW), text);
        }
    }
});
