// What this node does for others: passing on, links to guests, and how much disk it leaves.
import { field, withhold } from "../../shell/form.js";
import { fill, make } from "../../shell/make.js";
import { formatsLanguage, say } from "../../text/catalogue.js";

const MEBIBYTE = 1 << 20;
/** As the server limits it. */
const MOST_MEBIBYTES = 1 << 30;

/**
 * @param {import("./operating.js").Office} office
 * @param {import("./operating.js").Duties} state
 * @returns {(HTMLElement | false)[]}
 */
export function dutiesForm({ write, notify, failureText }, { duties, disk_free: free, is_disk_full: isFull }) {
    const relay = checkbox("mesh-relay", say("operators.relay"), say("operators.relayText"), duties.relay);
    const guests = checkbox("mesh-guests", say("operators.guests"), say("operators.guestsText"), duties.guests);
    const disk = field(say("operators.freeDisk"), {
        id: "mesh-free-disk",
        type: "number",
        min: 0,
        max: MOST_MEBIBYTES,
        inputmode: "numeric",
        value: Math.ceil(duties.free_disk / MEBIBYTE),
    });
    const full = make("p", { class: "problem", role: "status" }, isFull ? say("operators.diskFull") : "");
    const problem = make("p", { class: "problem", role: "alert" });
    const save = make("button", { type: "submit", class: "main" }, say("operators.save"));
    const form = make(
        "form",
        { class: "short-form duties", novalidate: true },
        relay.element,
        guests.element,
        disk.element,
        free !== undefined && make("p", { class: "quiet" }, say("operators.free", { size: mebibytes(free) })),
        full,
        problem,
        make("div", { class: "buttons" }, save),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        const text = disk.input.value.trim();
        const size = Number(text);
        if (text === "" || !Number.isInteger(size) || size < 0 || size > MOST_MEBIBYTES)
            return disk.complain(say("operators.badDisk"));
        const giveBack = withhold(save);
        try {
            const wanted = { relay: relay.box.checked, guests: guests.box.checked, free_disk: size * MEBIBYTE };
            const now = await write("PUT", "/api/v1/mesh/duties", wanted);
            fill(full, now.is_disk_full ? say("operators.diskFull") : "");
            notify(say("operators.saved"));
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        return giveBack();
    });
    return [make("h3", {}, say("operators.duties")), form];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {string} meaning
 * @param {boolean} isOn
 */
function checkbox(id, name, meaning, isOn) {
    const box = make("input", { type: "checkbox", id, checked: isOn, "aria-describedby": `${id}-text` });
    const label = make("label", { for: id }, box, make("span", {}, name));
    const text = make("p", { class: "quiet", id: `${id}-text` }, meaning);
    return { box, element: make("div", { class: "duty" }, label, text) };
}

/** @param {number} bytes */
function mebibytes(bytes) {
    return new Intl.NumberFormat(formatsLanguage(), { maximumFractionDigits: 0 }).format(bytes / MEBIBYTE);
}
