// The forms by which groups and links are created.
import { field, shortForm, unfold } from "../shell/form.js";
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

/** @typedef {import("../data/circles.js").Circles} Circles */

const HOUR = 3600;
/** How long a link and a group may last, in seconds. */
const LINK_TIMES = [HOUR, 3 * HOUR, 8 * HOUR, 24 * HOUR, 7 * 24 * HOUR];
const GROUP_TIMES = [3 * HOUR, 8 * HOUR, 24 * HOUR, 3 * 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];

/**
 * @param {string} id
 * @param {Precision} [chosen]
 */
export function precisionChoice(id, chosen = "fuzzy") {
    const options = ["fuzzy", "exact"].map((each) => make("option", { value: each }, say(`privacy.friends.${each}`)));
    const select = make("select", { id }, ...options);
    select.value = chosen;
    return select;
}

/**
 * @param {Page} page
 * @param {Circles} circles
 * @param {() => void} added
 */
export function groupForm({ now }, circles, added) {
    return unfold("plus", say("groups.begin"), (close) => {
        const name = field(say("groups.name"), { id: "group-name", maxlength: 64, dir: "auto", autocomplete: "off" });
        const time = timeField("group-time", GROUP_TIMES, 24 * HOUR);
        const precision = precisionField("group-precision");
        return shortForm({
            fields: [name, time, precision],
            text: say("groups.beginText"),
            label: say("groups.beginNow"),
            async act() {
                await circles.addGroup({
                    name: name.input.value.trim(),
                    ends: endOf(time, now()),
                    precision: /** @type {Precision} */ (precision.input.value),
                });
                close();
                added();
            },
            showRefusal({ code, field: at }) {
                if (code !== "invalid_body") return false;
                if (at === "name") name.complain(say("devices.badName"));
                else time.complain(say(at === "circles" ? "groups.tooMany" : "groups.badTime"));
                return true;
            },
            cancel: close,
        });
    });
}

/**
 * @param {Page} page
 * @param {Circles} circles
 * @param {(link: PersonLink) => void} added
 */
export function linkForm({ now }, circles, added) {
    return unfold("plus", say("groups.makeLink"), (close) => {
        const time = timeField("link-time", LINK_TIMES, 3 * HOUR);
        const precision = precisionField("link-precision");
        return shortForm({
            fields: [time, precision],
            text: say("groups.linkText"),
            label: say("groups.makeNow"),
            async act() {
                const link = await circles.addLink({
                    ends: endOf(time, now()),
                    precision: /** @type {Precision} */ (precision.input.value),
                });
                close();
                added(link);
            },
            showRefusal({ code, field: at }) {
                if (code !== "invalid_body") return false;
                time.complain(say(at === "circles" ? "groups.tooMany" : "groups.badTime"));
                return true;
            },
            cancel: close,
        });
    });
}

/**
 * @param {string} id
 * @param {number[]} times in seconds.
 * @param {number} chosen
 */
function timeField(id, times, chosen) {
    const options = times.map((seconds) => make("option", { value: seconds }, lengthText(seconds)));
    const made = field(say("groups.time"), { id }, "select", ...options);
    made.input.value = String(chosen);
    return made;
}

/** @param {number} seconds */
function lengthText(seconds) {
    const days = seconds / (24 * HOUR);
    return days >= 1 ? say("privacy.days", { count: days }) : durationText(seconds);
}

/** @param {string} id */
function precisionField(id) {
    const options = ["fuzzy", "exact"].map((each) => make("option", { value: each }, say(`privacy.friends.${each}`)));
    return field(say("groups.precision"), { id }, "select", ...options);
}

/**
 * @param {import("../shell/form.js").Field} time
 * @param {number} now in milliseconds.
 */
function endOf({ input }, now) {
    return new Date(now + Number(input.value) * 1000).toISOString();
}
