// The choice of a game: two people here or each on their own phone, or a person against the computer.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {import('./kept.js').Settings} Settings */

const STRENGTHS = /** @type {const} */ (["beginner", "skilled", "expert"]);

/**
 * @param {(settings: Settings) => void} begin
 * @param {(() => void) | null} resume goes on with the game that is not over, if there is one.
 * @param {HTMLElement} phones the part for two people on two phones.
 * @param {(() => void) | null} meet shows the games with people of the mesh, where there is one.
 */
export function choice(begin, resume, phones, meet) {
    return make(
        "div",
        { class: "bocce-choice" },
        make("canvas", { class: "bocce-sample", "aria-hidden": "true" }),
        make("p", { class: "quiet" }, say("choice.lead")),
        resume && iconButton("undo-2", say("choice.resume"), resume, { class: "bocce-choose resume" }),
        make("h3", {}, say("choice.people")),
        iconButton("users", say("choice.two"), () => begin({ computer: null }), { class: "bocce-choose" }),
        phones,
        meet && iconButton("messages-square", say("choice.mesh"), meet, { class: "bocce-choose" }),
        make("h3", { id: "bocce-computer" }, say("choice.computer")),
        make(
            "div",
            { class: "bocce-strengths", role: "group", "aria-labelledby": "bocce-computer" },
            ...STRENGTHS.map((name, computer) => strength(name, computer, begin)),
        ),
    );
}

/**
 * @param {string} name
 * @param {number} computer
 * @param {(settings: Settings) => void} begin
 */
function strength(name, computer, begin) {
    const dots = STRENGTHS.map((_, index) => make("i", { class: index <= computer ? "filled" : "" }));
    return make(
        "button",
        { type: "button", class: "bocce-choose", on: { click: () => begin({ computer }) } },
        make("span", { class: "strength", "aria-hidden": "true" }, ...dots),
        make("span", {}, say(`strength.${name}`)),
    );
}
