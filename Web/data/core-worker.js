// The worker that answers from the kept atlas: the same engines as the server's, as WebAssembly, off the page's thread.
import { at } from "../address/root.js";
import { load } from "../core/core.js";
import { setTimeZone } from "../core/place-clock.js";
import { NotKept } from "./failures.js";
import { keptBytes, keptNote } from "./pack-store.js";
import { keptTopics } from "./kept-topics.js";

/** The kept guide is read again after so long: the page may have kept another meanwhile. */
const GUIDE_MS = 10_000;

/** @type {Promise<any> | null} */
let opened = null;
let guideReadAt = Number.NEGATIVE_INFINITY;

/**
 * Has the core look in the kept guide.
 *
 * @param {any} place
 * @param {boolean} [isWanted]
 */
async function withGuide(place, isWanted) {
    if (!isWanted || Date.now() - guideReadAt < GUIDE_MS) return place;
    try {
        place.guide(await keptTopics());
    } catch (failure) {
        // The map has answers without it.
        console.info("the kept guide cannot be searched:", failure);
    }
    guideReadAt = Date.now();
    return place;
}

/** @param {boolean} isTrial whether to open the download that does not count yet. */
async function open(isTrial) {
    // The program compiles while the device reads the copy.
    const [core, bytes, note] = await Promise.all([
        fetch(at("/core.wasm")).then(async (program) => load(await program.arrayBuffer())),
        keptBytes(isTrial),
        keptNote().catch(() => null),
    ]);
    setTimeZone(note?.about.time_zone);
    return core.openAtlas(bytes);
}

/** @type {Record<string, (place: any, argument: any, language: string) => any>} */
const questions = {
    // Opening has verified every byte.
    check: () => true,
    open: () => true,
    applyChanges: (place, changes) => place.applyChanges(changes).length === 0,
    suggest: async (place, { text, near, limit, guide }, language) =>
        read((await withGuide(place, guide)).suggest(text, near, limit, language)),
    search: async (place, { text, near, limit, guide }, language) =>
        read((await withGuide(place, guide)).places(text, near, limit, language)),
    // Without a language: the page picks among the names itself, and shows the local one beneath.
    place: (place, id) => read(place.place(id)),
    address: (place, { lat, lon }, language) => read(place.address(lat, lon, language)),
    route: (place, { points, profile, alternatives, ...levels }, language) =>
        read(place.route(points, profile, language, alternatives, levels)),
    routeGPX: (place, { points, profile, alternatives, only, ...levels }, language) =>
        decoded(place.routeGPX(points, profile, language, alternatives, only, levels)),
    reach: (place, { from, minutes, profile }) => read(place.reach(from, minutes, profile, false)),
    loop: (place, { from, length, kind, profile, alternatives }, language) =>
        read(place.loop(from, length, kind, profile, alternatives, language)),
    travelTimes: (place, { from, to, profile }) =>
        read(
            place.table(
                [from, ...to],
                [0],
                to.map((/** @type {unknown} */ _, /** @type {number} */ index) => index + 1),
                profile,
            ),
        ).durations[0],
    tile: (place, { z, x, y }) => place.tile(z, x, y).slice().buffer,
    indoorTile: (place, { z, x, y }) => place.indoorTile(z, x, y).slice().buffer,
    building: (place, id, language) => read(place.building(id, language)),
};

/** @param {Uint8Array} answer in UTF-8 */
function decoded(answer) {
    return new TextDecoder().decode(answer);
}

/** @param {Uint8Array} answer JSON in UTF-8 */
function read(answer) {
    return JSON.parse(decoded(answer));
}

self.addEventListener("message", async ({ data: { number, question, argument, language } }) => {
    try {
        opened ??= open(question === "check").catch((failure) => {
            // The next question tries again.
            opened = null;
            throw failure;
        });
        const answer = await questions[question](await opened, argument, language);
        self.postMessage({ number, answer }, { transfer: answer instanceof ArrayBuffer ? [answer] : [] });
    } catch (failure) {
        const { code, message } = /** @type {any} */ (failure);
        const stable = failure instanceof NotKept ? "not_complete" : code;
        self.postMessage({ number, failure: { code: stable, message: message ?? String(failure) } });
    }
});
