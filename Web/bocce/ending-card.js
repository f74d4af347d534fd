// The end of a game: who won, and what to do next.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { sign } from "./scores.js";
import { overText, teamClass } from "./words.js";

/** @typedef {{again: (() => void) | null, change: () => void}} Actions `again` is null for one who only watches. */
/** @typedef {import('./match.js').Match} Match */

/**
 * @param {Match} match
 * @param {Actions} actions
 * @param {string} awaited what must still happen before another game; empty for nothing.
 */
export function endingCard({ table, ending: early }, { again, change }, awaited) {
    const leader = table.points > 0 ? table.leader : null;
    const team = early ? early.winner : leader;
    const winner = team === null ? "" : teamClass(team);
    return make(
        "div",
        { class: `bocce-ending ${winner}` },
        make("p", {}, winner && sign(), make("strong", {}, early?.text ?? overText(table))),
        awaited && make("p", { class: "quiet" }, awaited),
        make(
            "div",
            { class: "actions" },
            again && !awaited && iconButton("rotate-ccw", say("over.again"), again, { class: "main" }),
            make("button", { type: "button", on: { click: change } }, say("over.change")),
        ),
    );
}
