// The worker that answers from the kept atlas: the same engines as the server's, as WebAssembly, off the page's thread.
import { load } from "../core/core.js";
import { keptBytes } from "./kept-atlas.js";

/** @type {Promise<any> | null} */
let opened = null;

async function open() {
    const program = await fetch("/core.wasm");
    const core = await load(await program.arrayBuffer());
    return core.openAtlas(new Uint8Array(await keptBytes()));
}

/** @type {Record<string, (place: any, argument: any) => any>} */
const questions = {
    suggest: (place, { text, near, limit }) => read(place.suggest(text, near, limit)),
    place: (place, id) => read(place.place(id)),
    address: (place, { lat, lon }) => read(place.address(lat, lon)),
    route: (place, { from, to }) => read(place.route(from, to)),
    tile: (place, { z, x, y }) => place.tile(z, x, y).slice().buffer,
};

/** @param {Uint8Array | string} answer JSON */
function read(answer) {
    return JSON.parse(typeof answer === "string" ? answer : new TextDecoder().decode(answer));
}

self.addEventListener("message", async ({ data: { number, question, argument } }) => {
    try {
        opened ??= open();
        const answer = questions[question](await opened, argument);
        self.postMessage({ number, answer }, { transfer: answer instanceof ArrayBuffer ? [answer] : [] });
    } catch (failure) {
        const { code, message } = /** @type {any} */ (failure);
        self.postMessage({ number, failure: { code, message: message ?? String(failure) } });
    }
});
