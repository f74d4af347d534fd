// The words of the camera view about itself: its questions, its troubles with their remedies, and how exact it is.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { FACT, STATE } from "./program.js";
import { remedyText } from "./words.js";

/** States of the position in which there may be none. */
const NO_POSITION = ["denied", "off", "impossible", "lost"];

/** The troubles that may end while the view is open. */
const AGAIN = ["camera.busy", "position.off", "position.lost"];

export class Status {
    element = make("p", { class: "ar-status digits" });
    troubles = make("div", { class: "ar-troubles" });
    /** By cause. @type {Map<string, HTMLElement>} */
    #rows = new Map();
    /** The causes that the user dismissed; they do not come back. @type {Set<string>} */
    #dismissed = new Set();
    #isAsking = false;

    /**
     * @param {import("./open.js").Surroundings} given
     * @param {{again: () => void, focusPicture: () => void}} actions
     */
    constructor(given, { again, focusPicture }) {
        this.given = given;
        this.again = again;
        this.focusPicture = focusPicture;
    }

    /**
     * Explains the camera's purpose before the browser asks.
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
        for (const cause of this.#rows.keys()) if (!causes.includes(cause)) this.#remove(cause);
        for (const cause of causes) {
            if (this.#rows.has(cause) || this.#dismissed.has(cause)) continue;
            const row = this.#row(cause);
            this.#rows.set(cause, row);
            this.troubles.append(row);
        }
    }

    /** @param {string} cause */
    #remove(cause) {
        const row = this.#rows.get(cause);
        const hasFocus = row?.contains(document.activeElement);
        row?.remove();
        this.#rows.delete(cause);
        if (hasFocus) this.focusPicture();
    }

    /** @param {string} cause */
    #row(cause) {
        const [part, state] = cause.split(".");
        // Of the position, this page knows more remedies than others.
        const text = remedyText(cause) ?? this.given.positionText(state);
        const press = part === "position" ? () => this.given.position.start() : this.again;
        const again = make("button", { type: "button", on: { click: press } }, say("again"));
        const dismiss = () => {
            this.#dismissed.add(cause);
            this.#remove(cause);
            this.focusPicture();
        };
        const close = make(
            "button",
            { type: "button", class: "closer", "aria-label": say("dismiss"), on: { click: dismiss } },
            icon("x"),
        );
        return make(
            "div",
            { class: "ar-trouble", role: "alert", "data-cause": cause },
            icon(part === "position" ? "locate-off" : "triangle-alert"),
            make("p", {}, text),
            AGAIN.includes(cause) && again,
            close,
        );
    }

    /**
     * @param {import("./program.js").View} view
     * @param {{name: string}[]} places
     */
    show(view, places) {
        const text = this.#text(view, places);
        if (this.element.textContent !== text) this.element.textContent = text;
    }

    /**
     * @param {import("./program.js").View} view
     * @param {{name: string}[]} places
     */
    #text({ parts: { facts }, isNorthAssumed }, places) {
        const { state, fix } = this.given.position;
        // Without a position there is nothing to show, whatever the sensors say.
        if (!fix && NO_POSITION.includes(state)) return say("state.noPosition");
        switch (facts[FACT.state]) {
            case STATE.noSensors:
                return say("state.noSensors");
            case STATE.northUnknown:
                return say(fix ? "state.northUnknown" : "state.positionUnknown");
            case STATE.positionUnknown:
                return say("state.positionUnknown");
            default: {
                const here = places[facts[FACT.placeHere]];
                const weak = !isNorthAssumed && facts[FACT.isCompassWeak] === 1 ? say("compassWeak") : null;
                const hidden = facts[FACT.hidden] > 0 ? say("more", { count: facts[FACT.hidden] }) : null;
                return [here && say("here", { name: here.name }), this.#exact(facts, isNorthAssumed), weak, hidden]
                    .filter(Boolean)
                    .join(" · ");
            }
        }
    }

    /**
     * Returns how exact position and direction are. An assumed direction has no accuracy; the words say how to set it.
     *
     * @param {Float64Array} facts
     * @param {boolean} isNorthAssumed
     */
    #exact(facts, isNorthAssumed) {
        const metres = this.given.distanceText(facts[FACT.accuracy]);
        if (isNorthAssumed) return `${say("state.northAssumed")} · ${say("accuracy.position", { metres })}`;
        return say("accuracy", { metres, degrees: Math.round(facts[FACT.headingError]) });
    }
}
