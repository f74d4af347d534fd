// A page for trials: sends a position as a device would, and shows the events that everybody gets of it from the
// server.
import { listen } from "../data/live.js";
import { sendAs } from "../data/http.js";
import { whoText } from "../presence/words.js";
import { field, withhold } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, distanceText, positionText } from "../text/quantities.js";
import { crowdPart } from "./crowd.js";

/** How many events to show. */
const MOST_HEARD = 30;
const LEAST_SECONDS = 10;
const MOST_SECONDS = 3600;

/** @param {Page} page */
export function developer(page) {
    const stream = streamPart();
    const crowd = crowdPart(page);
    const element = make(
        "section",
        { class: "settle developer", "aria-label": say("operator.developer") },
        make("p", { class: "quiet" }, say("developer.lead")),
        ...positionPart(page),
        ...intervalPart(page),
        ...stream.elements,
        ...crowd.elements,
    );
    return {
        element,
        leave() {
            stream.leave();
            crowd.leave();
        },
    };
}

/**
 * Returns the form that sends a position of any device, day and place, and shows the result.
 *
 * @param {Page} page
 */
function positionPart(page) {
    return [make("h3", {}, say("developer.position")), new PositionForm(page).element];
}

/** The form that sends one position as any device. */
class PositionForm {
    #outcome = make("p", { role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    #add = iconButton("plus", say("developer.device"), () => this.#addDevice());
    #send = make("button", { type: "submit", class: "main" }, say("developer.send"));

    /** @param {Page} page */
    constructor({ about, presence, now }) {
        this.presence = presence;
        this.fields = positionFields(about.center, now());
        this.element = make(
            "form",
            { class: "short-form", novalidate: true },
            ...Object.values(this.fields).map(({ element }) => element),
            this.#problem,
            this.#outcome,
            make("div", { class: "buttons" }, this.#add, this.#send),
        );
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit();
        });
    }

    async #addDevice() {
        const giveBack = withhold(this.#add);
        fill(this.#problem);
        try {
            const made = await this.presence.addDevice({ kind: "program", name: say("operator.developer") });
            this.fields.token.input.value = made.token;
        } catch (failure) {
            fill(this.#problem, failureText(failure));
        }
        giveBack();
    }

    async #submit() {
        fill(this.#problem);
        fill(this.#outcome);
        const { token, day, time, lat, lon } = this.fields;
        const empty = [token, day, time].find(({ input }) => !input.value.trim());
        if (empty) return empty.complain(say("form.empty"));
        const place = [lat, lon].find(
            ({ input }) => input.value.trim() === "" || !Number.isFinite(Number(input.value)),
        );
        if (place) return place.complain(say("developer.noNumber"));
        const giveBack = withhold(this.#send);
        try {
            const positions = this.#positions();
            const { added, repeated, refused } = await sendAs(token.input.value.trim(), "/api/v1/positions", {
                positions,
            });
            const taken = say("privacy.added", { added, repeated });
            fill(this.#outcome, refused.length > 0 ? say("devices.refused", { reason: refused[0].reason }) : taken);
        } catch (failure) {
            fill(this.#problem, failureText(failure));
        }
        return giveBack();
    }

    /** Returns the position that the fields say, and before it the same one at the beginning of a stay. */
    #positions() {
        const { day, time, lat, lon, stay } = this.fields;
        const at = Date.parse(`${day.input.value}T${time.input.value}`);
        const arrival = at - Math.max(0, Number(stay.input.value) || 0) * 60_000;
        return [...new Set([arrival, at])].map((moment) => ({
            time: moment,
            lat: Number(lat.input.value),
            lon: Number(lon.input.value),
        }));
    }
}

/**
 * @param {Position} center where the position is at first.
 * @param {number} now milliseconds since 1970.
 */
function positionFields(center, now) {
    const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString();
    const token = { id: "test-token", dir: "ltr", spellcheck: "false", autocomplete: "off" };
    const degrees = { inputmode: "decimal", dir: "ltr" };
    return {
        token: field(say("devices.token"), token),
        day: field(say("developer.day"), { id: "test-day", type: "date", value: local.slice(0, 10) }),
        time: field(say("developer.time"), { id: "test-time", type: "time", step: 1, value: local.slice(11, 19) }),
        lat: field(say("developer.lat"), { id: "test-lat", ...degrees, value: center.lat }),
        lon: field(say("developer.lon"), { id: "test-lon", ...degrees, value: center.lon }),
        stay: field(say("developer.stay"), { id: "test-stay", type: "number", min: 0, max: 1440, value: 0 }),
    };
}

/**
 * Returns the field for how often this page reports: any time, not only those in the usual choice.
 *
 * @param {Page} page
 */
function intervalPart({ reporting }) {
    const seconds = field(say("developer.interval"), {
        id: "test-interval",
        type: "number",
        min: LEAST_SECONDS,
        max: MOST_SECONDS,
        value: reporting.interval,
        disabled: !reporting.isOn,
    });
    seconds.input.addEventListener("change", () => {
        const wanted = Number(seconds.input.value);
        if (wanted >= LEAST_SECONDS && wanted <= MOST_SECONDS) reporting.every(Math.round(wanted));
        else seconds.complain(say("developer.badInterval", { least: LEAST_SECONDS, most: MOST_SECONDS }));
    });
    const off = reporting.isOn ? null : make("p", { class: "quiet" }, say("reporting.off"));
    return [make("h3", {}, say("reporting.title")), make("div", { class: "short-form" }, seconds.element, off)];
}

/** Returns the events about positions that every reader gets, the newest first. */
function streamPart() {
    const list = make("ul", { class: "heard", role: "log", "aria-label": say("developer.stream"), tabindex: 0 });
    const waiting = make("p", { class: "quiet" }, say("developer.waiting"));
    const leave = listen({
        people({ people, gone }) {
            const time = clockText(new Date().toISOString());
            const lines = people.map((one) => `${time} · ${one.name} · ${whoText(one)} · ${placeText(one)}`);
            if (gone.length > 0) lines.push(`${time} · ${say("developer.gone", { count: gone.length })}`);
            list.prepend(...lines.map((line) => make("li", { dir: "auto" }, line)));
            while (list.childElementCount > MOST_HEARD) list.lastElementChild?.remove();
            waiting.hidden = true;
        },
    });
    return { elements: [make("h3", {}, say("developer.stream")), waiting, list], leave };
}

/** @param {SeenPerson} person */
function placeText({ lat, lon, radius, is_at_home: isAtHome }) {
    if (isAtHome) return say("exposure.home");
    if (lat === undefined || lon === undefined) return "";
    const place = positionText({ lat, lon });
    return radius === undefined ? place : `${place} ± ${distanceText(radius)}`;
}
