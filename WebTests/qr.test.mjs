import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { encodeQR } from "../Web/guide/qr.js";

// Made with libqrencode 4.1.1, byte mode, level M, which chooses its mask by another reading of the standard's rules.
const HELLO = `
111111101001001111111
100000101111001000001
101110100010101011101
101110101010101011101
101110100001001011101
100000100001101000001
111111101010101111111
000000001001100000000
101101110101101001011
011011010111111001100
100010100101000000011
101100010001001111010
010111111000100100101
000000001111001000101
111111101001100100000
100000101010000111110
101110100000111111011
101110101011001011110
101110101100101100100
100000100010010110001
111111101010010100000`.trim();
/** The longest texts of the letter x in each version from 1 to 10 and the shortest of version 2: mask, and the begin of the SHA-256 of the modules. */
const LONGEST = /** @type {[number, number, string][]} */ ([
    [14, 1, "ce179c5d0e1ce44e"],
    [15, 0, "be1f4b93f39e9f2b"],
    [26, 0, "6b3c728f6da5c737"],
    [42, 3, "42f90fb873889c4e"],
    [62, 0, "9040f52bb1e8a298"],
    [84, 3, "dc1afb3451959d9f"],
    [106, 3, "536f804ac066bd50"],
    [122, 0, "91c925bdfb77e72b"],
    [152, 0, "8216411ad53f340a"],
    [180, 0, "21e02ceea8d235cf"],
    [213, 0, "f8a692e420006d88"],
]);
const text = (modules) => modules.map((row) => row.map(Number).join("")).join("\n");

test("a short text makes the code that another encoder makes", () => {
    assert.equal(text(encodeQR("HELLO", 3)), HELLO);
});

for (const [length, mask, hash] of LONGEST) {
    test(`a text of ${length} bytes makes the code that another encoder makes`, () => {
        const made = text(encodeQR("x".repeat(length), mask));
        assert.equal(createHash("sha256").update(made).digest("hex").slice(0, 16), hash);
    });
}

test("a text of more than 213 bytes makes none", () => {
    assert.equal(encodeQR("x".repeat(214)), null);
    assert.equal(encodeQR("ä".repeat(107)), null);
});

test("without a wish that mask is taken which misleads least, always the same", () => {
    const chosen = text(encodeQR("https://example.org/#venue=1"));
    assert.equal(text(encodeQR("https://example.org/#venue=1")), chosen);
    assert.ok(
        Array.from({ length: 8 }, (_, mask) => text(encodeQR("https://example.org/#venue=1", mask))).includes(chosen),
    );
});
