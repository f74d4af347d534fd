import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

let plugin;
const self = { registerRTLTextPlugin: (given) => (plugin = given) };
vm.runInNewContext(readFileSync(new URL("../Web/map/rtl.js", import.meta.url), "utf8"), { self });
// Values of another context have prototypes of their own.
const plain = (value) => JSON.parse(JSON.stringify(value));

test("letters join by their neighbours", () => {
    // بيت: initial beh, medial yeh, final teh (Unicode chart FE70).
    assert.equal(plugin.applyArabicShaping("بيت"), "\ufe91\ufef4\ufe96");
    // دار: dal and alef do not join what follows.
    assert.equal(plugin.applyArabicShaping("دار"), "\ufea9\ufe8d\ufead");
});

test("lam and alef become one, joined or not", () => {
    assert.equal(plugin.applyArabicShaping("لا"), "\ufefb");
    assert.equal(plugin.applyArabicShaping("سلام"), "\ufeb3\ufefc\ufee1");
});

test("other scripts stay as they are", () => {
    assert.equal(plugin.applyArabicShaping("Kauppatori שלום"), "Kauppatori שלום");
});

test("right-to-left text is drawn from the right, its numbers are not", () => {
    assert.deepEqual(plain(plugin.processBidirectionalText("שלום", [])), ["םולש"]);
    assert.deepEqual(plain(plugin.processBidirectionalText("רחוב 12", [])), ["12 בוחר"]);
    assert.deepEqual(plain(plugin.processBidirectionalText("(אב)", [])), ["(בא)"]);
});

// The expected texts are what python-bidi 0.6 draws. Escapes, because editors reorder the digits.
for (const [name, text, drawn] of [
    ["Arabic digits", "\u0634\u0627\u0631\u0639 \u0661\u0662", "\u0661\u0662 \u0639\u0631\u0627\u0634"],
    ["Persian digits", "\u062f\u0631 \u06f1\u06f2", "\u06f1\u06f2 \u0631\u062f"],
    ["digits without letters", "\u0661\u0662", "\u0661\u0662"],
    ["digits with separators", "\u062f \u0661\u066c\u0662\u066b\u0663", "\u0661\u066c\u0662\u066b\u0663 \u062f"],
    ["a slash between Arabic digits", "\u062f \u0661\u0662/\u0663", "\u0661\u0662/\u0663 \u062f"],
    ["a hyphen between Arabic digits", "\u062f \u0661\u0662-\u0663", "\u0663-\u0661\u0662 \u062f"],
    ["a hyphen between European digits", "\u05d0 12-3", "12-3 \u05d0"],
    ["European digits after Arabic letters", "\u062f 12-3", "3-12 \u062f"],
    ["a percent sign", "\u05d0 12%", "12% \u05d0"],
    ["a letter after digits", "\u062f \u0661\u0662\u0628", "\u0628\u0661\u0662 \u062f"],
    ["Arabic digits in Latin text", "Caf\u00e9 \u0661\u0662 bar", "Caf\u00e9 \u0661\u0662 bar"],
    ["Arabic words and digits in Latin text", "Bar \u062f\u0631 \u0661\u0662 x", "Bar \u0661\u0662 \u0631\u062f x"],
    ["Latin words and digits in Arabic text", "\u062f Bar 12 \u0661\u0662", "\u0661\u0662 Bar 12 \u062f"],
    ["European digits in Latin text", "Bar 12 \u062f\u0631", "Bar 12 \u0631\u062f"],
])
    test(`numbers run left to right: ${name}`, () => {
        assert.deepEqual(plain(plugin.processBidirectionalText(text, [])), [drawn]);
    });

test("left-to-right text with a foreign word keeps its own order", () => {
    assert.deepEqual(plain(plugin.processBidirectionalText("Café שלום bar", [])), ["Café םולש bar"]);
});

test("lines are ordered one by one, and styles go with their letters", () => {
    assert.deepEqual(plain(plugin.processBidirectionalText("אב גד", [3])), [" בא", "דג"]);
    assert.deepEqual(plain(plugin.processStyledBidirectionalText("אבa", [0, 1, 2], [])), [["aבא", [2, 1, 0]]]);
});

test("a character of two units stays whole among styles", () => {
    const styles = [0, 1, 2, 3, 4];
    assert.deepEqual(plain(plugin.processStyledBidirectionalText("אב😀ג", styles, [])), [["ג😀בא", [4, 2, 3, 1, 0]]]);
    assert.deepEqual(plain(plugin.processStyledBidirectionalText("ab😀ג", styles, [2])), [
        ["ab", [0, 1]],
        ["ג😀", [4, 2, 3]],
    ]);
});
