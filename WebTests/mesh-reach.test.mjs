// Whether a node reaches a member of the place, by the links that nodes name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reachesMember } from "../Web/mesh/reach.js";

const NOW = 1_700_000_000_000;
const node = (key, { member = false, here = false, links = [], told = NOW } = {}) => ({
    key,
    name: key,
    is_member: member,
    is_this: here,
    is_linked: false,
    links: links.map((each) => ({ key: each })),
    links_told: told,
});

test("a member reaches one, and so does a node of which nothing is known", () => {
    assert.ok(reachesMember([node("a", { member: true, here: true })], NOW));
    assert.ok(reachesMember([], NOW));
});

test("a guest reaches a member over any number of guests, whichever side names the links", () => {
    const guest = node("a", { here: true });
    assert.ok(!reachesMember([guest, node("m", { member: true })], NOW));
    assert.ok(reachesMember([guest, node("m", { member: true, links: ["a"] })], NOW));
    const chain = [guest, node("b", { links: ["a", "c"] }), node("c", { links: ["m"] }), node("m", { member: true })];
    assert.ok(reachesMember(chain, NOW));
    assert.ok(!reachesMember(chain.slice(0, 3), NOW));
    assert.ok(reachesMember([guest, { ...node("m", { member: true }), is_linked: true }], NOW));
});

test("links that were named long ago lead nowhere, but those of this node hold", () => {
    const old = NOW - 3_600_000;
    const guest = node("a", { here: true, links: ["b"] });
    assert.ok(
        !reachesMember([guest, node("b", { links: ["m"], told: old }), node("m", { member: true, told: old })], NOW),
    );
    assert.ok(reachesMember([guest, node("b", { member: true, links: ["a"], told: old })], NOW));
});
