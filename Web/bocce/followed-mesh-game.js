// A game of the mesh, as the court shows it. The mesh's program says what is known of it, and signs and keeps throws.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @typedef {{number: number, throw: BocceThrow, hash: string}} Unsent
 */

export class FollowedMeshGame {
    /** No server decides whose result counts, and no other game follows. */
    isJudged = false;
    remark = make("p", { class: "bocce-watching quiet", role: "status" });
    isOver = false;

    /** @param {PlayableMeshGames} games @param {string} id */
    constructor(games, id) {
        this.games = games;
        this.outbox = new MeshOutbox(games, id);
    }

    get isConnected() {
        return this.games.failure === null;
    }

    /** Why a node does not take a throw; null if it does. */
    get refusal() {
        return this.outbox.failure;
    }

    ask = () => this.games.refresh();

    /** What is known comes from the games alone. */
    receive() {}

    disagree() {}
}

/** The throws that no node has yet. Fires `refused` for one that was not this device's to make. */
class MeshOutbox extends EventTarget {
    /**
     * Throws that are not signed yet.
     *
     * @type {Unsent[]}
     */
    #pending = [];

    /** @param {PlayableMeshGames} games @param {string} id */
    constructor(games, id) {
        super();
        this.games = games;
        this.id = id;
    }

    get failure() {
        const isRefused = (this.games.find(this.id)?.refusal ?? null) !== null;
        return isRefused ? { name: "Refused", code: "not_taken", text: say("mesh.notTaken") } : null;
    }

    /** @returns {Unsent[]} */
    get unsent() {
        const game = this.games.find(this.id);
        const count = game?.game.throws.length ?? 0;
        const signed = (game?.unsent ?? []).map((thrown, index) => ({
            number: count + index,
            throw: thrown,
            hash: "",
        }));
        return [...signed, ...this.#pending.filter(({ number }) => number >= count + signed.length)];
    }

    /** @param {Unsent} thrown */
    async add(thrown) {
        this.#pending.push(thrown);
        const isOurs = await this.games.throw(this.id, thrown.number, thrown.throw).catch((failure) => {
            console.info("the throw was not signed:", failure);
            return false;
        });
        this.#pending = this.#pending.filter((each) => each !== thrown);
        if (!isOurs) this.dispatchEvent(new Event("refused"));
    }

    clear() {
        this.#pending = [];
    }

    /** The phone gives nodes what waits. */
    flush() {}
}
