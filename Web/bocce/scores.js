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

    /**
     * @param {Match} match
     * @param {number | null} [seconds] that are left for the throw, if they are few.
     */
    update(match, seconds = null) {
        for (const team of this.#teams) team.update(match, seconds);
    }
}

class TeamScore {
    #points = make("span", { class: "points digits", "aria-hidden": "true" });
    #left = make("span", { class: "left", "aria-hidden": "true" });
    #turn = make("span", { class: "turn", "aria-hidden": "true" });
    #you = make("span", { class: "you", hidden: true }, say("team.you"));
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
                this.#you,
                this.#points,
            ),
            make("span", { class: "second" }, this.#left, this.#turn),
            this.#spoken,
        );
    }

    /**
     * @param {Match} match
     * @param {number | null} seconds
     */
    update({ table, players, isRolling, isOver, you }, seconds) {
        const { team } = this;
        const points = table.leader === team ? table.points : 0;
        const left = table.left(team);
        const isNext = table.turn === team && !isRolling && !isOver;
        this.#points.textContent = String(points);
        fill(this.#left, ...Array.from({ length: PER_TEAM }, (_, index) => sign(index < left ? "" : "gone")));
        this.#you.hidden = you !== team;
        this.element.classList.toggle("is-next", isNext);
        this.element.classList.toggle("hurry", isNext && seconds !== null);
        this.#turn.textContent = isNext ? turnWord(table.nextIndex, players[team], seconds) : "";
        const name = you === team ? `${teamName(team)}, ${say("team.you")}` : teamName(team);
        this.#spoken.textContent = say("team.score", { team: name, points, left });
    }
}

/**
 * @param {number} index of what is thrown next.
 * @param {import('./match.js').Player} player
 * @param {number | null} seconds
 */
function turnWord(index, { isComputer }, seconds) {
    if (seconds !== null) return say("turn.seconds", { seconds });
    if (isComputer) return say("turn.thinks");
    return say(index === 0 ? "turn.jack" : "turn.throws");
}

/** The sign of a team: a ball with rings, or with a dot. */
export function sign(state = "") {
    return make("i", { class: `bocce-sign ${state}` });
}
