// Says that some people are simulated, and leaves them out or shows them again at a press.
import { simulated } from "../data/simulated.js";
import { say } from "../text/catalogue.js";
import { fill, make } from "./make.js";

/**
 * @param {Element} element
 * @param {boolean} areThere whether there are any at all.
 */
export function offerSimulatedChoice(element, areThere) {
    if (!areThere) return fill(element);
    const isOut = simulated.isLeftOut;
    const press = () => (simulated.isLeftOut = !isOut);
    const button = make(
        "button",
        { type: "button", on: { click: press } },
        say(isOut ? "simulated.show" : "simulated.hide"),
    );
    const hadFocus = element.contains(document.activeElement);
    fill(element, make("p", { class: "quiet" }, say(isOut ? "simulated.off" : "simulated.on")), button);
    if (hadFocus) button.focus();
    return undefined;
}

/** Returns the badge of simulated people and of their posts. */
export function simulatedBadge() {
    return make("span", { class: "badge" }, say("simulated.badge"));
}
