// Asks a server and the browser's core the same questions, so many of each kind, and compares bytes. The core has the
// copy that a device keeps: the server's pack, decoded as the page does.
//
//     node wasm/offline.mjs Web/core.wasm http://127.0.0.1:8080 [EACH [SEED]]
//
// Ends with status 1 at the first difference. The server has no changes to streets.
import { readFileSync } from "node:fs";
import { CoreError, load } from "../Web/core/core.js";
import { setTimeZone } from "../Web/core/place-clock.js";
import { contentOf } from "../Web/data/pack-object.js";
import { Numbers, Questions } from "./questions.mjs";

/** Points to ask for addresses before the questions begin: they give names and places. */
const SCOUTS = 150;
const MOST_WAITS = 100;
const [program, server, each = "1000", seed = "1"] = process.argv.slice(2);
if (!server) {
    console.error("usage: node wasm/offline.mjs CORE.WASM ADDRESS [EACH [SEED]]");
    process.exit(2);
}

/** @param {string} address @returns {Promise<Response>} the answer, after as many waits as the server wants. */
async function ask(address) {
    for (let left = MOST_WAITS; ; left--) {
        const answer = await fetch(server + address);
        if ((answer.status !== 429 && answer.status !== 503) || left === 0) return answer;
        await answer.arrayBuffer();
        await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
    }
}

/** @param {string} address */
async function read(address) {
    const answer = await ask(address);
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    return answer.json();
}

/** @returns {Promise<Uint8Array>} the file that a device puts together. */
async function copy() {
    const pack = await read("/api/v1/pack?content=all");
    const file = new Uint8Array(pack.bytes);
    for (const object of pack.objects) {
        const packed = new Uint8Array(await (await ask(`/api/v1/pack/${object.hash}`)).arrayBuffer());
        file.set(await contentOf(packed, object), object.offset);
    }
    return file;
}

/** Names that the place has, points where something is, and ids of buildings and of nothing. */
async function scouted(/** @type {number[]} */ bounds) {
    const [west, south, east, north] = bounds;
    const numbers = new Numbers(Number(seed));
    const part = () => numbers.below(1000) / 1000;
    const names = new Set(["Main Street"]);
    const points = [{ lat: (south + north) / 2, lon: (west + east) / 2 }];
    const buildings = new Set(["w1", "n999999999999", "x"]);
    for (let scout = 0; scout < SCOUTS; scout++) {
        const lat = (south + part() * (north - south)).toFixed(5);
        const lon = (west + part() * (east - west)).toFixed(5);
        const found = JSON.stringify(await read(`/api/v1/address?lat=${lat}&lon=${lon}`));
        const street = /"street":"([^"\\]+)"/.exec(found)?.[1];
        if (street) names.add(street);
        if (!street || scout % 2) continue;
        const { results } = await read(`/api/v1/places?${new URLSearchParams({ q: street, limit: "20" })}`);
        for (const place of results) {
            if (place.name) names.add(place.name);
            points.push({ lat: place.lat, lon: place.lon });
        }
    }
    for (const text of ["room", "toilets", "stairs", "lift", "101", "entrance"]) {
        const { results } = await read(`/api/v1/places?${new URLSearchParams({ q: text, limit: "50" })}`);
        for (const room of results.filter((/** @type {any} */ place) => place.building)) {
            buildings.add(room.building.id);
            points.push({ lat: room.lat, lon: room.lon });
        }
    }
    return { bounds, names: [...names], points, buildings: [...buildings] };
}

/** The server's answer: its bytes, and whether it refused. */
async function answered(/** @type {string} */ address) {
    const answer = await ask(address);
    const isRefusal = answer.status >= 400;
    // Where the map has nothing, as the page has it.
    if (answer.status === 404 && address.startsWith("/tiles/")) return { bytes: new Uint8Array(0), isRefusal: false };
    return { bytes: new Uint8Array(await answer.arrayBuffer()), isRefusal };
}

/** The core's answer likewise. */
function computed(/** @type {any} */ atlas, /** @type {import("./questions.mjs").Question} */ { method, values }) {
    try {
        return { bytes: /** @type {Uint8Array} */ (atlas[method](...values)), isRefusal: false };
    } catch (failure) {
        if (!(failure instanceof CoreError)) throw failure;
        const { code, message, field } = failure;
        return { bytes: new TextEncoder().encode(JSON.stringify({ code, message, field })), isRefusal: true };
    }
}

const about = await read("/api/v1/about");
setTimeZone(about.time_zone);
const atlas = (await load(readFileSync(program))).openAtlas(await copy());
const questions = new Questions(Number(seed), await scouted(about.bounds));
for (const [kind, make] of Object.entries(questions.kinds)) {
    const begin = performance.now();
    let [refusals, bytes] = [0, 0];
    for (let number = 0; number < Number(each); number++) {
        const question = make();
        const [native, browser] = [await answered(question.address), computed(atlas, question)];
        if (native.isRefusal !== browser.isRefusal || Buffer.compare(native.bytes, browser.bytes) !== 0) {
            const shown = [native, browser].map((answer) => Buffer.from(answer.bytes).toString("utf8").slice(0, 2000));
            console.error(`offline: ${kind} ${number} of seed ${seed} differs: ${question.address}`);
            console.error(`server\n${shown[0]}\nbrowser\n${shown[1]}`);
            process.exit(1);
        }
        refusals += native.isRefusal ? 1 : 0;
        bytes += native.bytes.length;
    }
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${kind}: ${each} answers the same, ${refusals} of them refusals, ${bytes} bytes, ${seconds} s`);
}
