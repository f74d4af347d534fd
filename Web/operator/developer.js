// For trying things out: sends a position as a device would, and shows what everybody hears of it, as the server tells it and not as it was sent.
import { listen } from "../data/live.js";
import { sendAs } from "../data/remote.js";
import { whoText } from "../presence/words.js";
import { field, withhold } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText, distanceText, positionText } from "../text/quantities.js";
import { crowdPart } from "./crowd.js";

/** So much of what was heard is shown. */
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
 * A position of any device, day and place, and what became of it.
 *
 * @param {Page} page
 */
function positionPart({ about, presence, now }) {
    const local = new Date(now() - new Date(now()).getTimezoneOffset() * 60_000).toISOString();
    const token = field(say("devices.token"), {
        id: "test-token",
        dir: "ltr",
        spellcheck: "false",
        autocomplete: "off",
    });
    const day = field(say("developer.day"), { id: "test-day", type: "date", value: local.slice(0, 10) });
    const time = field(say("developer.time"), { id: "test-time", type: "time", step: 1, value: local.slice(11, 19) });
    const lat = field(say("developer.lat"), {
        id: "test-lat",
        inputmode: "decimal",
        dir: "ltr",
        value: about.center.lat,
    });
    const lon = field(say("developer.lon"), {
        id: "test-lon",
        inputmode: "decimal",
        dir: "ltr",
        value: about.center.lon,
    });
    const stay = field(say("developer.stay"), { id: "test-stay", type: "number", min: 0, max: 1440, value: 0 });
    const outcome = make("p", { role: "status" });
    const problem = make("p", { class: "problem", role: "alert" });

    const addDevice = iconButton("plus", say("developer.device"), async () => {
        const giveBack = withhold(addDevice);
        fill(problem);
        try {
            const made = await presence.addDevice({ kind: "program", name: say("operator.developer") });
            token.input.value = made.token;
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        giveBack();
    });

    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        ...[token, day, time, lat, lon, stay].map(({ element }) => element),
        problem,
        outcome,
        make(
            "div",
            { class: "buttons" },
            addDevice,
            make("button", { type: "submit", class: "main" }, say("developer.send")),
        ),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        fill(outcome);
        const empty = [token, day, time].find(({ input }) => !input.value.trim());
        if (empty) return empty.complain(say("form.empty"));
        const place = [lat, lon].find(
            ({ input }) => input.value.trim() === "" || !Number.isFinite(Number(input.value)),
        );
        if (place) return place.complain(say("developer.noNumber"));
        const at = Date.parse(`${day.input.value}T${time.input.value}`);
        const arrival = at - Math.max(0, Number(stay.input.value) || 0) * 60_000;
        const send = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
        const giveBack = withhold(send);
        try {
            const positions = [...new Set([arrival, at])].map((moment) => ({
                time: moment,
                lat: Number(lat.input.value),
                lon: Number(lon.input.value),
            }));
            const { added, repeated, refused } = await sendAs(token.input.value.trim(), "/api/v1/positions", {
                positions,
            });
            const taken = say("privacy.added", { added, repeated });
            fill(outcome, refused.length > 0 ? say("devices.refused", { reason: refused[0].reason }) : taken);
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        return giveBack();
    });
    return [make("h3", {}, say("developer.position")), form];
}

/**
 * How often this page reports where one is: any time, and not only those that are offered.
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

/** What everybody who looks hears of who is where, the newest first. */
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
