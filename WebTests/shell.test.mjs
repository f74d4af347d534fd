import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";

const WEB = new URL("../Web/", import.meta.url);
/** Modules and style sheets are gathered into these; map/rtl.js is loaded by the map's worker, by itself. */
const BUILT = [
    "/built/main.js",
    "/built/chunk.js",
    "/built/later.js",
    "/built/core-worker.js",
    "/built/unpack-worker.js",
    "/built/look.css",
    "/built/bocce.js",
    "/built/bocce.css",
    "/built/ar.js",
    "/built/ar.css",
    "/built/compass.js",
    "/built/floors.css",
    "/built/mesh.js",
    "/built/mesh.css",
];
/** Letters and icons for map programs that draw none themselves. */
const isForOthers = (name) => /^vendor\/(glyphs|sprites)\//.test(name);
const isGathered = (name) => /\.(js|css)$/.test(name) && !name.startsWith("vendor/") && name !== "map/rtl.js";
/** What the page does not need to open: the worker that keeps the page, what only the server or the tools read, what was gathered,
 * and the page for phones that do not trust the server yet. */
const NOT_KEPT = [
    "index.html",
    "vendor/maplibre-gl.css",
    "shell.json",
    "types.d.ts",
    "map/library.d.ts",
    "icons.txt",
    "styles/layers.json",
    "styles/palettes.json",
    "trust/index.html",
];
/** The files that the server makes. */
const MADE = ["/", "/styles/streets.json", "/styles/light.json", "/styles/dark.json"];
const read = (name) => readFileSync(new URL(name, WEB), "utf8");
const shell = JSON.parse(read("shell.json"));

test("the kept page is exactly the files there are", () => {
    const files = readdirSync(WEB, { recursive: true })
        .filter((name) => statSync(new URL(name, WEB)).isFile() && !/(^|\/)\./.test(name))
        .filter((name) => !NOT_KEPT.includes(name) && !isGathered(name) && !isForOthers(name))
        .map((name) => `/${name}`);
    // Built files may be missing here.
    const wanted = new Set([...files, ...MADE, ...BUILT, "/core.wasm", "/bocce.wasm", "/ar.wasm", "/mesh.wasm"]);
    assert.deepEqual([...shell].toSorted(), [...wanted].toSorted());
});

test("every icon that the page names is in the list that set-up draws them from", () => {
    const listed = new Set(read("icons.txt").split("\n"));
    const sources = readdirSync(WEB, { recursive: true })
        .filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("vendor/"))
        .map(read)
        .join("\n");
    const named = [
        ...sources.matchAll(
            /icon\(\s*"([\w-]+)"|icons\.svg#([\w-]+)"|(?:iconButton|factRow|linkRow|unfold)\(\s*"([\w-]+)"/g,
        ),
    ];
    assert.ok(named.length > 25);
    for (const match of named) {
        const name = match.slice(1).find(Boolean);
        assert.ok(listed.has(name), name);
    }
});

test("every icon that the map's style and the kinds of places name is in the list", () => {
    const listed = new Set([...read("icons.txt").split("\n"), "dot"]);
    for (const [, name] of read("styles/layers.json").matchAll(/"([\w-]+):(?:\w+)"/g))
        assert.ok(listed.has(name), name);
    const kinds = /const ICONS = \{([^}]*)\}/s.exec(read("place/kinds.js"))[1];
    for (const [, name] of kinds.matchAll(/: "([\w-]+)"/g)) assert.ok(listed.has(name), name);
});
