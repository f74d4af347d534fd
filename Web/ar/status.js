// What the camera view says about itself: what it needs, what is missing and its remedy, and how exact it is.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { FACT, STATE } from "./program.js";
import { remedyText } from "./words.js";

/** States of the position in which there may be none. */
const NO_POSITION = ["denied", "off", "impossible", "lost"];

/** What may end while the view is open. */
const AGAIN = ["camera.busy", "position.off", "position.lost"];

export class Status {
    element = make("p", { class: "ar-status digits" });
    troubles = make("div", { class: "ar-troubles" });
    #shown = "";
    #isAsking = false;

    /**
     * @param {import("./open.js").Surroundings} given
     * @param {{again: () => void}} hands
     */
    constructor(given, { again }) {
        this.given = given;
        this.again = again;
    }

    /**
     * Says what the camera is for, before the browser asks.
     *
     * @param {() => void} start
     */
    ask(start) {
        this.#isAsking = true;
        fill(
            this.troubles,
            make(
                "div",
                { class: "ar-ask" },
                make("p", {}, say("ask.text")),
                make(
                    "button",
                    { type: "button", class: "main", autofocus: true, on: { click: start } },
                    say("ask.start"),
                ),
            ),
        );
        /** @type {HTMLElement | null} */ (this.troubles.querySelector("button"))?.focus();
    }

    asked() {
        if (this.#isAsking) fill(this.troubles);
        this.#isAsking = false;
    }

    /**
     * @param {import("./camera.js").CameraState} camera
     * @param {import("./sensors.js").SensorState} sensors
     */
    showTroubles(camera, sensors) {
        const { state } = this.given.position;
        const isInsecure = !window.isSecureContext;
        const causes = isInsecure
            ? ["insecure"]
            : [
                  ...(["denied", "missing", "busy"].includes(camera) ? [`camera.${camera}`] : []),
                  ...(["denied", "missing"].includes(sensors) ? [`sensors.${sensors}`] : []),
                  ...(NO_POSITION.includes(state) ? [`position.${state}`] : []),
              ];
        const shown = causes.join();
        if (shown === this.#shown) return;
        this.#shown = shown;
        fill(this.troubles, ...causes.map((cause) => this.#row(cause)));
    }

    /** @param {string} cause */
    #row(cause) {
        const [part, state] = cause.split(".");
        // Of the position, this page knows more remedies than others.
        const text = remedyText(cause) ?? this.given.positionText(state);
        const press = part === "position" ? () => this.given.position.start() : this.again;
        const again = make("button", { type: "button", on: { click: press } }, say("again"));
        const close = make("button", { type: "button", class: "closer", "aria-label": say("dismiss") }, icon("x"));
        const row = make(
            "div",
            { class: "ar-trouble", role: "alert", "data-cause": cause },
            icon(part === "position" ? "locate-off" : "triangle-alert"),
            make("p", {}, text),
            AGAIN.includes(cause) && again,
            close,
        );
        close.addEventListener("click", () => row.remove());
        return row;
    }

    /**
     * @param {Float64Array} facts
     * @param {{name: string}[]} places
     */
    show(facts, places) {
        const text = this.#text(facts, places);
        if (this.element.textContent !== text) this.element.textContent = text;
    }

    /**
     * @param {Float64Array} facts
     * @param {{name: string}[]} places
     */
    #text(facts, places) {
        switch (facts[FACT.state]) {
            case STATE.noSensors:
                return say("state.noSensors");
            case STATE.northUnknown:
                return say("state.northUnknown");
            case STATE.positionUnknown:
                return say("state.positionUnknown");
            default: {
                const here = places[facts[FACT.placeHere]];
                const degrees = Math.round(facts[FACT.headingError]);
                const exact = say("accuracy", { metres: this.given.distanceText(facts[FACT.accuracy]), degrees });
                const weak = facts[FACT.isCompassWeak] === 1 ? say("compassWeak") : null;
                const hidden = facts[FACT.hidden] > 0 ? say("more", { count: facts[FACT.hidden] }) : null;
                return [here && say("here", { name: here.name }), exact, weak, hidden].filter(Boolean).join(" · ");
            }
        }
    }
}
