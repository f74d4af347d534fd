// The end of a game: who won, and what to do next.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { sign } from "./scores.js";
import { overText, teamClass } from "./words.js";

/** @typedef {import('./table.js').Table} Table */

/**
 * @param {Table} table
 * @param {() => void} again
 * @param {() => void} change
 */
export function ending(table, again, change) {
    const winner = table.points > 0 ? teamClass(table.leader) : "";
    return make(
        "div",
        { class: `bocce-ending ${winner}` },
        make("p", {}, winner && sign(), make("strong", {}, overText(table))),
        make(
            "div",
            { class: "actions" },
            iconButton("rotate-ccw", say("over.again"), again, { class: "main" }),
            make("button", { type: "button", on: { click: change } }, say("over.change")),
        ),
    );
}
