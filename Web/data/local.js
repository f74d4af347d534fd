// Answers from the atlas kept on this device.
import { currentLanguage } from "../text/catalogue.js";
import { Refused, Unreachable } from "./failures.js";
import { keptNote } from "./kept-atlas.js";

/** @implements {PlaceSource} */
export class LocalPlace {
    /** @type {Worker | null} */
    #worker = null;
    #asked = 0;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (failure: Error) => void}>} */
    #waiting = new Map();

    /** Forgets the open atlas, so that the next question opens what is kept then. */
    close() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#failAll("the kept atlas was replaced");
    }

    /**
     * Opens a copy that does not count yet. Throws when it cannot be used.
     *
     * @param {string} store
     */
    async check(store) {
        const trial = new LocalPlace();
        try {
            await trial.#ask("check", store);
        } finally {
            trial.close();
        }
    }

    /**
     * What the server said about the kept copy.
     *
     * @returns {Promise<About>}
     */
    async about() {
        const note = await keptNote();
        if (!note) throw new Unreachable("no atlas is kept on this device");
        return note.about;
    }

    /**
     * @param {SearchQuestion} question
     * @returns {Promise<Suggestions>}
     */
    suggest(question) {
        return this.#ask("suggest", question);
    }

    /**
     * @param {SearchQuestion} question
     * @returns {Promise<Suggestions>}
     */
    search(question) {
        return this.#ask("search", question);
    }

    /**
     * @param {string} id
     * @returns {Promise<Place>}
     */
    place(id) {
        return this.#ask("place", id);
    }

    /**
     * @param {Position} position
     * @returns {Promise<AddressAnswer>}
     */
    address(position) {
        return this.#ask("address", position);
    }

    /**
     * @param {{from: Position, to: Position}} ends
     * @returns {Promise<Route>}
     */
    route(ends) {
        return this.#ask("route", ends);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @returns {Promise<ArrayBuffer>}
     */
    tile(tile) {
        return this.#ask("tile", tile);
    }

    /**
     * @param {string} question
     * @param {unknown} [argument]
     * @returns {Promise<any>}
     */
    #ask(question, argument) {
        this.#worker ??= this.#start();
        const number = ++this.#asked;
        this.#worker.postMessage({ number, question, argument, language: currentLanguage() });
        return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    }

    #start() {
        const worker = new Worker(new URL("./core-worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data: { number, answer, failure } }) => {
            const waiting = this.#waiting.get(number);
            this.#waiting.delete(number);
            if (failure) waiting?.reject(new Refused(failure.code ?? "unknown", failure.message));
            else waiting?.resolve(answer);
        });
        worker.addEventListener("error", () => {
            this.#worker = null;
            this.#failAll("the kept atlas could not be opened");
        });
        return worker;
    }

    /** @param {string} reason */
    #failAll(reason) {
        for (const { reject } of this.#waiting.values()) reject(new Unreachable(reason));
        this.#waiting.clear();
    }
}
