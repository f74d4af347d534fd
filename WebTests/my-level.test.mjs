import assert from "node:assert/strict";
import { test } from "node:test";
import { Buildings } from "../Web/floors/buildings.js";
import { rememberedLevel, rememberLevel } from "../Web/floors/my-level.js";

test("my level is remembered also where the browser stores nothing", () => {
    const refuse = () => {
        throw new DOMException("full", "QuotaExceededError");
    };
    globalThis.sessionStorage = { getItem: () => null, setItem: refuse, removeItem: refuse };
    const level = { building: "w1", level: 2 };
    rememberLevel(level);
    assert.deepEqual(rememberedLevel(), level);
    rememberLevel(null);
    assert.equal(rememberedLevel(), null);
});

test("a building lacks a level only once its levels are known", async () => {
    const buildings = new Buildings({ building: async () => ({ levels: [{ level: 0 }, { level: 1 }] }) });
    assert.equal(buildings.lacks("w1", 99), false);
    await buildings.ask("w1");
    assert.deepEqual([buildings.lacks("w1", 99), buildings.lacks("w1", 1)], [true, false]);
});
