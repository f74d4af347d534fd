import assert from "node:assert/strict";
import { test } from "node:test";
import { BadTrack, MOST_POINTS, readTrack } from "../Web/position/gpx.js";
import { textOf } from "../Web/position/xml.js";

const gpx = (...points) =>
    `<?xml version="1.0"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n${points.join("\n")}\n</trkseg></trk></gpx>`;
const point = (lat, lon, time) => `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`;
const GOOD = point("60", "24", "2026-01-01T00:00:00Z");
/** As receivers write it. */
const RECORDED = `\ufeff<?xml version='1.0'?>\r
<!-- made by hand -->
<gpx version="1.1" creator="A &amp; B" xmlns:x="http://example.org/x">
  <metadata><time>2020-01-01T00:00:00Z</time></metadata>
  <wpt lat="1" lon="1"><time>1999-01-01T00:00:00Z</time></wpt>
  <trk><name>ääni</name><trkseg>
    <trkpt lat="60.1702" lon="24.9415"><ele>4.5</ele><time>2026-10-01T12:00:00Z</time></trkpt>
    <trkpt lon = '24.9415' lat = '60.1712' >
      <time> 2026-10-01T12:01:20.500Z
      </time>
      <extensions><x:time>1999</x:time><time>1998-01-01T00:00:00Z</time><![CDATA[<trkpt lat="9" lon="9">]]></extensions>
    </trkpt>
    <trkpt lat="60.1712" lon="24.9435"><time>2026-10-01T15:02:00+03:00</time></trkpt>
  </trkseg><trkseg>
    <trkpt lat="60.1800" lon="24.9500"><time>2026-10-01T12:30:00</time></trkpt>
    <trkpt lat="60.1801" lon="24.9500"><time>2026-10-01T12:31:40Z</time></trkpt>
  </trkseg></trk>
</gpx>`;

/** The fault and line of what reading throws; anything but a BadTrack fails. */
function fault(text) {
    try {
        readTrack(text);
    } catch (failure) {
        assert.ok(failure instanceof BadTrack, String(failure));
        return [failure.fault, failure.line];
    }
    return null;
}

/** A degree of the meridian on the sphere of the mean radius R1: 2πR/360. */
const METRES_PER_DEGREE = 111_195.08;
const isNear = (value, wanted, tolerance = 1e-5) =>
    assert.ok(Math.abs(value / wanted - 1) < tolerance, `${value} ${wanted}`);

test("points come with their times, speeds and courses", () => {
    const { fixes, refused } = readTrack(RECORDED);
    assert.equal(refused, 0);
    const noon = Date.UTC(2026, 9, 1, 12);
    assert.deepEqual(
        fixes.map(({ at }) => at - noon),
        [0, 80_500, 120_000, 1_800_000, 1_900_000],
    );
    assert.deepEqual(fixes[2].position, { lat: 60.1712, lon: 24.9435 });
    assert.deepEqual([fixes[0].speed, fixes[0].course], [null, null]);
    isNear(fixes[1].speed, (METRES_PER_DEGREE * 0.001) / 80.5);
    assert.ok(Math.abs(fixes[1].course) < 1e-9);
    // Along the parallel, flat: within a millionth at this length.
    isNear(fixes[2].speed, (METRES_PER_DEGREE * 0.002 * Math.cos((60.1712 * Math.PI) / 180)) / 39.5);
    assert.ok(Math.abs(fixes[2].course - 90.000868) < 1e-5);
    // Nobody knows what was between the segments; 11 m in 100 s is rest.
    assert.deepEqual([fixes[3].speed, fixes[3].course], [null, null]);
    isNear(fixes[4].speed, (METRES_PER_DEGREE * 0.0001) / 100);
    assert.equal(fixes[4].course, null);
});

test("of points at the same time, the last counts", () => {
    const again = point("60.001", "24", "2026-01-01T00:00:00Z");
    const { fixes } = readTrack(gpx(GOOD, again, point("60.002", "24", "2026-01-01T00:01:40Z")));
    assert.deepEqual(
        fixes.map(({ position }) => position.lat),
        [60.001, 60.002],
    );
    isNear(fixes[1].speed, METRES_PER_DEGREE / 100_000);
});

/** How many points of a file are kept, and how many left out. */
function counts(...points) {
    const { fixes, refused } = readTrack(gpx(...points));
    return [fixes.length, refused];
}
const LATER = point("61", "24", "2026-01-01T01:00:00Z");

test("one bad point costs that point", () => {
    for (const [lat, lon] of ["90.1 24", "60 180.1", "nan 24", "6e 24", "1e999 24", "0x3c 24", " 24", "60,5 24"].map(
        (text) => text.split(" "),
    ))
        assert.deepEqual(counts(GOOD, point(lat, lon, "2026-01-01T00:00:30Z"), LATER), [2, 1]);
    for (const time of [
        "",
        "yesterday",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00+15:00",
        "1767225600",
        "2026-01-01<b/>T00:00:00Z",
        "2026-01-01T00:00:00Z</time><time>2026-01-01T00:00:00Z",
        "2025-12-31T23:59:59Z",
        "9999-12-31T23:59:59Z",
        "0000-01-01T00:00:00Z",
    ])
        assert.deepEqual(counts(GOOD, GOOD, point("60", "24", time), LATER), [2, 1], time);
    assert.deepEqual(counts(GOOD, '<trkpt lat="60" lon="24"/>', LATER), [2, 1]);
    assert.deepEqual(fault(gpx('<trkpt lat="60" lon="24"/>')), ["noTimes", undefined]);
    assert.deepEqual(fault(gpx(LATER, GOOD)), ["timesBackwards", undefined]);
});

test("a vocabulary may be declared on any element, by any prefix, and numbers have exponents", () => {
    const track = (prefix, attributes = "") =>
        `<${prefix}trk ${attributes}>${point("51", "5.0E-4", "2026-01-01T00:00:00Z")
            .replace("<trkpt", "<trkseg><trkpt")
            .replace("</trkpt>", "</trkpt></trkseg>")
            .replaceAll("</", `</${prefix}`)
            .replaceAll(/<(?!\/)/g, `<${prefix}`)}</${prefix}trk>`;
    for (const file of [
        `<gpx xmlns="N">${track("g:", 'xmlns:g="N"')}</gpx>`,
        `<gpx xmlns="N">${track("g:", 'xmlns:g="N"')}${track("g:", 'xmlns:g="other"')}</gpx>`,
        `<g:gpx xmlns:g="N">${track("", 'xmlns="N"')}</g:gpx>`,
        `<gpx xmlns="N">${track("", 'xmlns=""')}</gpx>`,
        `<gpx xmlns="N" xmlns:g="other">${track("g:", 'xmlns:g="N"')}${track("g:")}</gpx>`,
    ]) {
        const { fixes } = readTrack(file);
        assert.deepEqual(
            fixes.map(({ position }) => position),
            [{ lat: 51, lon: 0.0005 }],
            file,
        );
    }
    assert.throws(() => readTrack(`<gpx xmlns="N" xmlns:g="other">${track("g:")}</gpx>`), BadTrack);
});

test("routes and waypoints with times are tracks where there is none, and prefixes do not matter", () => {
    const waypoint = '<wpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></wpt>';
    const route = '<rte><rtept lat="3" lon="4"><time>2026-01-01T00:00:00Z</time></rtept></rte>';
    assert.equal(readTrack(`<gpx>${waypoint}${route}</gpx>`).fixes[0].position.lat, 3);
    assert.equal(readTrack(`<gpx>${waypoint}</gpx>`).fixes[0].position.lat, 1);
    const prefixed = gpx(GOOD)
        .replace(/<(\/?)([a-z])/g, "<$1g:$2")
        .replace("xmlns=", "xmlns:g=");
    assert.equal(readTrack(prefixed).fixes.length, 1);
});

test("files in UTF-16 are read", () => {
    for (const [isBig, mark] of [
        [false, "\ufeff"],
        [true, "\ufeff"],
        [false, ""],
        [true, ""],
    ]) {
        const text = mark + gpx(GOOD);
        const view = new DataView(new ArrayBuffer(text.length * 2));
        for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), !isBig);
        assert.equal(readTrack(textOf(view.buffer)).fixes.length, 1);
    }
    assert.equal(textOf(new TextEncoder().encode("ä").buffer), "ä");
});

test("files in UTF-32 are read", () => {
    for (const isLittleEndian of [false, true]) {
        const text = `\ufeff${gpx(GOOD)}<!-- \u{1f6b6} -->`;
        const codes = [...text].map((character) => character.codePointAt(0));
        const view = new DataView(new ArrayBuffer(codes.length * 4));
        for (const [index, code] of codes.entries()) view.setUint32(index * 4, code, isLittleEndian);
        assert.equal(textOf(view.buffer), text.slice(1));
        assert.equal(readTrack(textOf(view.buffer)).fixes.length, 1);
    }
});

test("a bad track hides no route, and waypoints stand for neither", () => {
    const timed = (lat) => `lat="${lat}" lon="24"><time>2026-01-01T00:00:00Z</time>`;
    const [mark, route] = [`<wpt ${timed(61)}</wpt>`, `<rte><rtept ${timed(62)}</rtept></rte>`];
    const [bad, bare] = ["<trkpt/>", '<trkpt lat="63" lon="24"/>'].map((one) => `<trk><trkseg>${one}</trkseg></trk>`);
    for (const [text, lat] of [
        [mark + route + bad, 62],
        [mark + bare + route, 62],
        [mark + bad, 61],
    ])
        assert.equal(readTrack(`<gpx>${text}</gpx>`).fixes[0].position.lat, lat);
    assert.deepEqual(fault(`<gpx>${mark}${bare}</gpx>`), ["noTimes", undefined]);
});

test("an element has 64 attributes at most, and a name begins behind its first colon", () => {
    const attributes = (count) => Array.from({ length: count }, (_, index) => ` a${index}=""`).join("");
    assert.deepEqual(counts(GOOD, `<x${attributes(64)}/>`), [1, 0]);
    assert.deepEqual(fault(`<gpx${attributes(65)}>`), ["badXML", 1]);
    assert.deepEqual(counts(GOOD, LATER.replaceAll("trkpt", "a::trkpt")), [1, 0]);
});

test("times of all kinds are read", () => {
    const times = {
        "1970-01-01T00:00:00Z": 0,
        "0050-03-01T00:00:00Z": Date.parse("0050-03-01T00:00:00Z"),
        "2000-02-29T23:59:60Z": Date.UTC(2000, 2, 1),
        "2024-03-01T12:34:56-03:30": Date.UTC(2024, 2, 1, 16, 4, 56),
        "1970-01-01T00:00:00.9999Z": 999,
        "1970-01-01T00:00:00.1": 100,
        "1970-01-01T00:00:00,25Z": 250,
        "1970-01-01 00:00:01Z": 1000,
        "1970-01-01t00:01z": 60_000,
        "1970-01-01T02:00:00+02": 0,
        "1970-01-01T02:00:00+0200": 0,
        "&#49;970-01-01T00:00:01&#x5a;": 1000,
        "<![CDATA[1970-01-01T00:00:01Z]]>": 1000,
        "1970-01-01<!-- -->T00:00:01Z": 1000,
    };
    for (const [text, wanted] of Object.entries(times))
        assert.equal(readTrack(gpx(point(0, 0, text))).fixes[0].at, wanted, text);
});

test("broken syntax, other files and document types are refused", () => {
    const broken = {
        "": 1,
        "no XML": 1,
        "<gpx>\n<trk>\n</gpx>": 3,
        "<gpx/>\n<gpx/>": 2,
        "<gpx/>\ntext": 2,
        "<gpx a='1' a='2'/>": 1,
        "<gpx a='1'b='2'/>": 1,
        "<gpx a='<'/>": 1,
        "<gpx></gpx x>": 1,
        "<![CDATA[x]]><gpx/>": 1,
        '\n<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>': 2,
        '<!DOCTYPE g [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>': 1,
        [`<gpx>${"<a>".repeat(100_000)}`]: 1,
        [`<gpx>${" ".repeat(1_000_000)}`]: 1,
        [`<gpx${" ".repeat(1_000_000)}`]: 1,
    };
    for (const [text, line] of Object.entries(broken))
        assert.deepEqual(fault(text), ["badXML", line], text.slice(0, 40));
    assert.deepEqual(fault("\n<kml/>"), ["notGPX", 2]);
    assert.deepEqual(fault(gpx()), ["noTrack", undefined]);
    const many = gpx('<trkpt lat="0" lon="0"><time>2020-01-01T00:00:00</time></trkpt>'.repeat(MOST_POINTS + 1));
    assert.deepEqual(fault(many), ["tooManyPoints", 4]);
    // Points before damage are kept.
    for (const text of ["</gpx>", "<1/>", "<!-- ", "<![CDATA[", "<a b/>", "", "<!DOCTYPE g []>"])
        assert.deepEqual(readTrack(`<gpx><trk><trkseg>${GOOD}${text}`).refused, 1, text);
});

test("every truncation keeps the points before it, and every flipped character gives an error or a track", () => {
    let most = 0;
    for (let length = 0; length < RECORDED.length; length += 1) {
        const text = RECORDED.slice(0, length).replace(/<wpt.*<\/wpt>/, "");
        if (fault(text)) assert.equal(most, 0);
        else {
            const { fixes, refused } = readTrack(text);
            assert.ok(fixes.length >= most && refused === 1, String(length));
            most = fixes.length;
        }
    }
    assert.equal(most, 5);
    let readable = 0;
    for (let index = 0; index < RECORDED.length; index += 1) {
        for (const mask of [0xff, 0x80, 0x01]) {
            const flipped = String.fromCharCode(RECORDED.charCodeAt(index) ^ mask);
            const damaged = RECORDED.slice(0, index) + flipped + RECORDED.slice(index + 1);
            if (fault(damaged)) continue;
            readable += 1;
            for (const { speed } of readTrack(damaged).fixes) assert.ok(speed === null || Number.isFinite(speed));
        }
    }
    assert.ok(readable > 0);
});
