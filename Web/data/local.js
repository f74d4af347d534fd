// Answers from the atlas kept on this device.
import { numbersOfChanges } from "../core/changes.js";
import { currentLanguage, namesLanguage } from "../text/catalogue.js";
import { NotKept, Refused, Unreachable, WalkingOnly } from "./failures.js";
import { keptNote } from "./pack-store.js";

/** @implements {PlaceSource} */
export class LocalPlace {
    /** @type {Worker | null} */
    #worker = null;
    #asked = 0;
    /**
     * The temporary changes to streets, as the core takes them.
     *
     * @type {number[]}
     */
    #changes = [];
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (failure: Error) => void}>} */
    #waiting = new Map();

    /** Forgets the open atlas, so that the next question opens the copy that is kept then. */
    close() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#failAll("the kept atlas was replaced");
    }

    /** Opens the download that is complete and does not count yet. Throws when it cannot be used. */
    async check() {
        const trial = new LocalPlace();
        try {
            await trial.#ask("check");
        } finally {
            trial.close();
        }
    }

    /**
     * Applies the temporary changes to routes, times and reach.
     *
     * @param {OverlayFeature[]} features that hold.
     */
    applyChanges(features) {
        const changes = numbersOfChanges(features);
        if (JSON.stringify(changes) === JSON.stringify(this.#changes)) return;
        this.#changes = changes;
        if (this.#worker) this.#sendChanges();
    }

    #sendChanges() {
        // The former changes stay in force.
        this.#ask("applyChanges", this.#changes).catch((failure) =>
            console.info("the changes were not applied:", failure),
        );
    }

    /**
     * Returns the server's description of the kept copy, which the page asks for before anything else. The copy begins
     * to open meanwhile, so that the first tile does not wait for it.
     *
     * @returns {Promise<About>}
     */
    async about() {
        const note = await keptNote();
        if (!note) throw new Unreachable("no atlas is kept on this device");
        if (!this.#worker)
            this.#ask("open").catch((failure) => console.info("the kept atlas was not opened:", failure));
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
     * @param {RouteQuestion} question
     * @returns {Promise<Route>}
     */
    route(question) {
        return this.#ask("route", question, currentLanguage());
    }

    /**
     * @param {RouteQuestion} question
     * @returns {Promise<string>}
     */
    routeGPX(question) {
        return this.#ask("routeGPX", question, currentLanguage());
    }

    /**
     * @param {ReachQuestion} question
     * @returns {Promise<ReachAnswer>}
     */
    reach(question) {
        return this.#ask("reach", question);
    }

    /**
     * @param {LoopQuestion} question
     * @returns {Promise<{routes: Loop[]}>}
     */
    loop(question) {
        return this.#ask("loop", question, currentLanguage());
    }

    /**
     * @param {TimesQuestion} question
     * @returns {Promise<(number | null)[]>}
     */
    travelTimes(question) {
        return this.#ask("travelTimes", question);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @returns {Promise<ArrayBuffer>}
     */
    tile(tile) {
        return this.#ask("tile", tile);
    }

    /**
     * @param {{z: number, x: number, y: number}} tile
     * @returns {Promise<ArrayBuffer>}
     */
    indoorTile(tile) {
        return this.#ask("indoorTile", tile);
    }

    /**
     * @param {string} id
     * @returns {Promise<IndoorBuilding>}
     */
    building(id) {
        return this.#ask("building", id);
    }

    /**
     * @param {string} question
     * @param {unknown} [argument]
     * @param {string} [language] of the answer's words; of its names without it.
     * @returns {Promise<any>}
     */
    #ask(question, argument, language = namesLanguage()) {
        if (!this.#worker) {
            this.#worker = this.#start();
            if (this.#changes.length > 0) this.#sendChanges();
        }
        const number = ++this.#asked;
        this.#worker.postMessage({ number, question, argument, language });
        return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    }

    #start() {
        const worker = new Worker(new URL("./core-worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data: { number, answer, failure } }) => {
            const waiting = this.#waiting.get(number);
            this.#waiting.delete(number);
            if (failure) waiting?.reject(failureOf(failure));
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

/** @param {{code?: string, message: string}} failure of the worker. */
function failureOf({ code, message }) {
    if (code === "not_kept") return new WalkingOnly(message);
    return code === "not_complete" ? new NotKept(message) : new Refused(code ?? "unknown", message);
}
