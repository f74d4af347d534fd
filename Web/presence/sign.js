// The sign on the map that this page reports the position, on every screen.
import { durationText } from "../text/quantities.js";
import { say } from "../text/catalogue.js";

/**
 * @param {HTMLButtonElement} sign
 * @param {Page} page
 */
export function connectSign(sign, { reporting, views, position }) {
    const update = () => {
        sign.hidden = !reporting.isOn;
        if (!reporting.isOn) return;
        const isWorking = !reporting.isHeld && position.state === "found" && !reporting.failure;
        sign.classList.toggle("working", isWorking);
        const every = durationOf(reporting.interval);
        sign.title = say(isWorking ? "reporting.sign" : "reporting.signWaits", { every });
        sign.setAttribute("aria-label", sign.title);
    };
    sign.addEventListener("click", () => views.open({ screen: "now" }));
    reporting.addEventListener("change", update);
    update();
}

/**
 * Says a time between reports.
 *
 * @param {number} seconds
 */
export function durationOf(seconds) {
    return seconds < 60 ? say("reporting.seconds", { count: seconds }) : durationText(seconds);
}
