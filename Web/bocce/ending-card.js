// The end of a game: who won, and what to do next.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { sign } from "./scores.js";
import { overText, teamClass } from "./words.js";

/**
 * Another game: a text above the buttons, empty for none, and a button, if it can begin now.
 *
 * @typedef {{text: string, button?: {icon: string, label: string, press: () => void}}} Offer
 */
/** @typedef {import('./match.js').Match} Match */

/**
 * The offer of another game between the same players.
 *
 * @param {() => void} press
 * @returns {Offer}
 */
export function playAgain(press) {
    return { text: "", button: { icon: "rotate-ccw", label: say("over.again"), press } };
}

/**
 * @param {Match} match
 * @param {{offer: Offer | null, change: () => void}} actions
 */
export function endingCard({ table, ending: early }, { offer, change }) {
    const leader = table.points > 0 ? table.leader : null;
    const team = early ? early.winner : leader;
    const winner = team === null ? "" : teamClass(team);
    const button = offer?.button;
    return make(
        "div",
        { class: `bocce-ending ${winner}` },
        make("p", {}, winner && sign(), make("strong", {}, early?.text ?? overText(table))),
        offer?.text && make("p", { class: "quiet" }, offer.text),
        make(
            "div",
            { class: "actions" },
            button && iconButton(button.icon, button.label, button.press, { class: "main" }),
            make("button", { type: "button", on: { click: change } }, say("over.change")),
        ),
    );
}
