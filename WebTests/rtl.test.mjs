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

test("left-to-right text with a foreign word keeps its own order", () => {
    assert.deepEqual(plain(plugin.processBidirectionalText("Café שלום bar", [])), ["Café םולש bar"]);
});

test("lines are ordered one by one, and styles go with their letters", () => {
    assert.deepEqual(plain(plugin.processBidirectionalText("אב גד", [3])), [" בא", "דג"]);
    assert.deepEqual(plain(plugin.processStyledBidirectionalText("אבa", [0, 1, 2], [])), [["aבא", [2, 1, 0]]]);
});
