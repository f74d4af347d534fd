import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { publicPart } from "../Web/data/kept-guide.js";
import { webAddress } from "../Web/address/web-address.js";
import { dimensionsText, mapAddress } from "../Web/guide/facts.js";
import {
    LENGTHS,
    LONGEST,
    YEARS,
    completeLink,
    isLink,
    localTime,
    numberText,
    readDegrees,
    readLength,
    readNumber,
    readYear,
    sentTime,
    withUnchanged,
} from "../Web/guide/values.js";
import { useCatalogue } from "../Web/text/catalogue.js";

useCatalogue("en", {});

test("the public part of the guide has the published and due entries, no votes and no count of drafts", () => {
    const now = Date.parse("2026-10-01T12:00:00Z");
    const entry = (id, state, publish_at) => ({ id, state, ...(publish_at && { publish_at }), works: 3 });
    const due = entry("due", "published", "2026-10-01T12:00:00.000Z");
    const hidden = [entry("later", "published", "2026-10-01T12:00:00.001Z"), entry("draft", "draft")];
    const tour = { ...entry("tour", "published"), venues: ["later", "due", "draft"] };
    const index = { venues: [due, ...hidden], tours: [tour, entry("draft", "draft")] };
    const shown = { ...tour, venues: ["due"] };
    assert.deepEqual(publicPart(index, { now, countsAll: false }), { venues: [due], tours: [shown] });
    assert.deepEqual(publicPart(index, { now, countsAll: true }).venues, [{ ...due, works: 0 }]);
    const works = [{ ...due, votes: 2, my_vote: true }, ...hidden];
    assert.deepEqual(publicPart({ venue: due, works }, { now, countsAll: true }), {
        venue: { ...due, works: 1 },
        works: [{ ...due, votes: 2 }],
    });
    for (const venue of hidden) assert.equal(publicPart({ venue, works: [] }, { now, countsAll: true }), null);
});

test("a work's size is width and height, or the one that is known", () => {
    assert.equal(dimensionsText({ width: 24, height: 18.5, unit: "in" }), "24 in × 18.5 in");
    assert.equal(dimensionsText({ width: 60 }), "60 cm");
    assert.equal(dimensionsText({ height: 18.5, unit: "in" }), "18.5 in");
    assert.equal(dimensionsText({}), null);
});

test("a place opens in the device's own map", () => {
    const at = { lat: 60.17, lon: 24.94 };
    const phone = { isPhone: true, isApple: false };
    assert.equal(mapAddress(at, "A (b) & c", phone), "geo:60.17,24.94?q=60.17,24.94(A%20(b)%20%26%20c)");
    assert.equal(mapAddress(at, "A", { isPhone: true, isApple: true }), "https://maps.apple.com/?ll=60.17,24.94&q=A");
    assert.match(
        mapAddress(at, "A", { isPhone: false, isApple: false }),
        /^https:\/\/www\.openstreetmap\.org\/\?mlat=60.17&mlon=24.94/,
    );
});

test("only addresses of the web are links", () => {
    for (const text of ["https://example.org", "http://example.org/a?b#c"]) assert.ok(isLink(text) && webAddress(text));
    for (const text of [
        "javascript:alert(1)",
        "example.org",
        "data:text/html,x",
        "https://",
        "https:example.org",
        "https://example.org/a b",
    ])
        assert.ok(!isLink(text), text);
    assert.ok(isLink(" "));
});

test("an address without its beginning gets one", () => {
    assert.equal(completeLink(" www.example.org/a?b#c "), "https://www.example.org/a?b#c");
    assert.equal(completeLink("example.org:8080"), "https://example.org:8080");
    for (const text of [
        "",
        "https://example.org",
        "HTTP://example.org",
        "javascript:alert(1)",
        "me@example.org",
        "two words.org",
        "none",
    ])
        assert.equal(completeLink(text), text);
});

test("numbers are read with point or comma, and other text is no number", () => {
    assert.equal(readNumber(" 18,5 "), 18.5);
    assert.equal(readNumber("−3"), -3);
    assert.equal(readNumber(""), undefined);
    for (const text of ["a", "1e3", "1.2.3", "0x10", "Infinity"]) assert.ok(Number.isNaN(readNumber(text)), text);
    for (const text of ["0", "-1", "1000000.5"]) assert.ok(Number.isNaN(readLength(text)), text);
    for (const year of [-100_000, -500, 3000]) assert.equal(readYear(String(year)), year);
    for (const text of ["1897.5", "3001", "-100001"]) assert.ok(Number.isNaN(readYear(text)), text);
});

test("a number that is written and read again is the same number", () => {
    for (const value of [18.5, -100_000, 60.1704512, 1e-7, -1e-7, 1e6, 0.1 + 0.2])
        assert.equal(readNumber(numberText(value)), value);
    assert.equal(numberText(undefined), "");
});

test("forms accept the values that the server accepts", () => {
    const source = readFileSync(new URL("../Sources/Community/Guide/Guide.swift", import.meta.url), "utf8");
    const server = (name) => {
        const said = source.match(new RegExp(`static let ${name} = (\\S+)`))[1];
        return said.split("...").map((each) => Number(each.replaceAll("_", "")));
    };
    assert.deepEqual(
        [[LENGTHS.name], [LENGTHS.line], [LENGTHS.description], [LONGEST], YEARS],
        ["nameLength", "lineLength", "descriptionLength", "maximumLength", "years"].map(server),
    );
});

test("degrees stay in their range", () => {
    assert.equal(readDegrees("90", 90), 90);
    for (const text of ["90.1", "-91", "N"]) assert.ok(Number.isNaN(readDegrees(text, 90)), text);
    assert.equal(readDegrees("-180", 180), -180);
    assert.equal(readDegrees("", 180), undefined);
});

test("a time is shown in the time of the place and sent as it is", () => {
    for (const seconds of ["00.000", "15.000", "00.250", "59.999"]) {
        const time = `2026-12-01T10:30:${seconds}Z`;
        assert.equal(sentTime(localTime(time)), time);
    }
    assert.match(localTime("2026-12-01T10:30:00.000Z"), /T\d\d:\d\d$/);
    assert.equal(localTime(undefined), "");
    assert.equal(sentTime(""), undefined);
});

test("unchanged values are sent unchanged", () => {
    const was = { name: " A ", address: "B\r\nC", location: { lat: 1, lon: 2 }, publish_at: "2026-10-25T00:30:15Z" };
    const typed = {
        name: "A",
        address: undefined,
        link: undefined,
        location: { lat: 3, lon: 2 },
        publish_at: "2026-10-25T01:30:00.000Z",
        picture: { id: "x" },
    };
    const sent = (...changed) => withUnchanged(typed, was, (field) => changed.includes(field));
    assert.deepEqual(sent(), { ...was, link: undefined, picture: { id: "x" } });
    assert.deepEqual(sent("address", "lat"), { ...typed, name: was.name, publish_at: was.publish_at });
    assert.equal(sent("from").publish_at, typed.publish_at);
});
