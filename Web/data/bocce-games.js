// Games of bocce for two people, each on their own device: requests to the server. It calls a player's secret `seat`.
import { read } from "./http.js";

const GAMES = "/api/v1/bocce/games";

export class BocceGames {
    /** @param {import('./community.js').Community} community */
    constructor(community) {
        this.community = community;
    }

    /**
     * Makes a game. The same secret makes the same game.
     *
     * @param {string} secret proves who plays.
     * @returns {Promise<SharedBocceGame>}
     */
    add(secret) {
        return this.community.write("POST", GAMES, { seat: secret });
    }

    /**
     * @param {string} code
     * @returns {Promise<SharedBocceGame>}
     */
    read(code) {
        return this.community.member(read(this.#path(code), {}));
    }

    /**
     * Takes the free seat. The same secret takes one seat only.
     *
     * @param {string} code
     * @param {string} secret
     * @returns {Promise<SharedBocceGame>}
     */
    join(code, secret) {
        return this.community.write("POST", `${this.#path(code)}/players`, { seat: secret });
    }

    /**
     * Sends a throw. The same throw with the same number counts once.
     *
     * @param {string} code
     * @param {string} secret
     * @param {Omit<NewBocceThrow, "seat">} thrown
     * @returns {Promise<SharedBocceGame>}
     */
    play(code, secret, thrown) {
        return this.community.write("POST", `${this.#path(code)}/throws`, { seat: secret, ...thrown });
    }

    /**
     * Ends a game before its last throw.
     *
     * @param {string} code
     * @param {string} secret
     * @param {"left" | "different_result"} reason
     * @returns {Promise<SharedBocceGame>}
     */
    end(code, secret, reason) {
        return this.community.write("POST", `${this.#path(code)}/end`, { seat: secret, reason });
    }

    /**
     * Makes the game that follows one that is over, with the same players; returns it if the other player has made it.
     *
     * @param {string} code
     * @param {string} secret
     * @returns {Promise<NextBocceGame>} with the player's secret in that game.
     */
    again(code, secret) {
        return this.community.write("POST", `${this.#path(code)}/again`, { seat: secret });
    }

    /** @param {string} code */
    #path(code) {
        return `${GAMES}/${encodeURIComponent(code)}`;
    }
}
