// The teams above the court: their signs and names, their points now, the balls that they have left, and whose turn it
// is.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { teamClass, teamName } from "./words.js";

/** @typedef {import('./match.js').Match} Match */

const TEAMS = [0, 1];
const PER_TEAM = 4;

export class Scores {
    #teams = TEAMS.map((team) => new TeamScore(team));
    element = make("ul", { class: "bocce-scores" }, ...this.#teams.map(({ element }) => element));

    /** @param {Match} match */
    update(match) {
        for (const team of this.#teams) team.update(match);
    }
}

class TeamScore {
    #points = make("span", { class: "points digits", "aria-hidden": "true" });
    #left = make("span", { class: "left", "aria-hidden": "true" });
    #turn = make("span", { class: "turn", "aria-hidden": "true" });
    #spoken = make("span", { class: "spoken" });

    /** @param {number} team */
    constructor(team) {
        this.team = team;
        this.element = make(
            "li",
            { class: `bocce-team ${teamClass(team)}` },
            make(
                "span",
                { class: "first", "aria-hidden": "true" },
                sign(),
                make("strong", {}, teamName(team)),
                this.#points,
            ),
            make("span", { class: "second" }, this.#left, this.#turn),
            this.#spoken,
        );
    }

    /** @param {Match} match */
    update({ table, players, isRolling }) {
        const { team } = this;
        const points = table.leader === team ? table.points : 0;
        const left = table.left(team);
        const isNext = table.turn === team;
        this.#points.textContent = String(points);
        fill(this.#left, ...Array.from({ length: PER_TEAM }, (_, index) => sign(index < left ? "" : "gone")));
        this.element.classList.toggle("is-next", isNext && !isRolling);
        this.#turn.textContent = isNext && !isRolling ? turnWord(table.nextIndex, players[team].isHere) : "";
        this.#spoken.textContent = say("team.score", { team: teamName(team), points, left });
    }
}

/**
 * @param {number} index of what is thrown next.
 * @param {boolean} isHere
 */
function turnWord(index, isHere) {
    if (!isHere) return say("turn.thinks");
    return say(index === 0 ? "turn.jack" : "turn.throws");
}

/** The sign of a team: a ball with rings, or with a dot. */
export function sign(state = "") {
    return make("i", { class: `bocce-sign ${state}` });
}
