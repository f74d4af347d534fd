// Games of bocce for two people, each on their own device: requests to the server.
import { read } from "./remote.js";

const GAMES = "/api/v1/bocce/games";

export class BocceGames {
    /** @param {import('./community.js').Community} community */
    constructor(community) {
        this.community = community;
    }

    /**
     * Makes a game. The same seat makes the same game.
     *
     * @param {string} seat the maker's secret.
     * @param {BocceTeam} first the team that throws first; the maker plays blue.
     * @returns {Promise<SharedBocceGame>}
     */
    add(seat, first) {
        return this.community.write("POST", GAMES, { seat, first });
    }

    /**
     * @param {string} code
     * @returns {Promise<SharedBocceGame>}
     */
    read(code) {
        return this.community.member(read(this.#path(code), {}));
    }

    /**
     * Takes the free seat. The same seat is taken once.
     *
     * @param {string} code
     * @param {string} seat
     * @returns {Promise<SharedBocceGame>}
     */
    join(code, seat) {
        return this.community.write("POST", `${this.#path(code)}/players`, { seat });
    }

    /**
     * Sends a throw. The same throw with the same number counts once.
     *
     * @param {string} code
     * @param {NewBocceThrow} thrown
     * @returns {Promise<SharedBocceGame>}
     */
    play(code, thrown) {
        return this.community.write("POST", `${this.#path(code)}/throws`, thrown);
    }

    /**
     * Ends a game before its last throw.
     *
     * @param {string} code
     * @param {string} seat
     * @param {"left" | "different_result"} reason
     * @returns {Promise<SharedBocceGame>}
     */
    end(code, seat, reason) {
        return this.community.write("POST", `${this.#path(code)}/end`, { seat, reason });
    }

    /** @param {string} code */
    #path(code) {
        return `${GAMES}/${encodeURIComponent(code)}`;
    }
}
