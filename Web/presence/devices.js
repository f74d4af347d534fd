// The devices that report for a member: apps on a phone, receivers, programs. Each gets a token of its own, once, and
// can lose it.
import { isOnlyHere } from "../address/loopback.js";
import { ROOT } from "../address/root.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { entrance, meScreen } from "../sheet/me-screen.js";
import { field, shortForm, unfold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, dateText, decimalText } from "../text/quantities.js";

/** @type {DeviceKind[]} */
const KINDS = ["owntracks", "traccar", "osmand", "overland", "gpsd", "program"];
/** The kinds of devices that may run on the server's own machine. */
const ON_MACHINES = ["gpsd", "program"];
/** How long a device counts as new, in milliseconds. */
const DAY = 86_400_000;

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function devicesPage(page) {
    return new DevicesPage(page).screen;
}

/** The devices that report for a member, and the form that adds one. */
class DevicesPage {
    #element = make("article", { class: "screen devices" });
    #list = make("div", {});
    #latest = new Latest();

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        this.screen = meScreen(this.page, this.#element, this.#show, () => this.#latest.drop());
    }

    #head() {
        return screenHead(say("devices.title"), say("devices.fact"), () => this.page.views.close());
    }

    #show = async () => {
        fillScreen(this.#element, this.#head(), skeleton());
        try {
            const { account } = await this.page.community.me();
            if (!account) {
                fillScreen(this.#element, this.#head(), entrance(this.page, say("devices.logIn")));
                return;
            }
            fillScreen(
                this.#element,
                this.#head(),
                make("p", { class: "lead" }, say("devices.lead")),
                this.#list,
                adding(this.page, this.#load),
            );
            await this.#load();
        } catch (failure) {
            fillScreen(this.#element, this.#head(), trouble(failure, this.#show));
        }
    };

    #load = async () => {
        if (!this.#list.childElementCount) fill(this.#list, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) =>
                // Devices are shown even without their use of the limits.
                Promise.all([this.page.presence.devices(signal), this.page.presence.quotas(signal).catch(() => [])]),
            );
            if (!found) return;
            const [devices, quotas] = found.answer;
            const none = make("p", { class: "quiet" }, say("devices.none"));
            const items = devices.length > 0 ? make("ul", { class: "people-list" }, ...devices.map(this.#item)) : none;
            fill(this.#list, items, ...quotas.flatMap(quotaLines));
        } catch (failure) {
            fill(this.#list, trouble(failure, this.#load));
        }
    };

    /** @param {Device} device */
    #item = (device) => {
        const { kind, name, created, refusal } = device;
        const problem = make("p", { class: "problem", role: "alert" });
        const remove = make(
            "button",
            {
                type: "button",
                class: "button",
                "aria-label": say("devices.removeThis", { name }),
                on: { click: () => press() },
            },
            say("devices.remove"),
        );
        const press = async () => {
            const question = {
                title: say("devices.removeThis", { name }),
                text: say("devices.removeText"),
                yes: say("devices.remove"),
            };
            if (!(await this.page.notices.ask(question))) return;
            remove.disabled = true;
            fill(problem);
            try {
                await this.page.presence.removeDevice(device);
                this.#element.querySelector("h2")?.focus({ preventScroll: true });
                await this.#load();
            } catch (failure) {
                remove.disabled = false;
                fill(problem, failureText(failure));
            }
        };
        const facts = [say(`devices.kind.${kind}`), dateText(created), lastText(device, this.page.now())];
        return make(
            "li",
            {},
            make("span", { class: "kind" }, icon(kind === "page" ? "monitor" : "smartphone")),
            make(
                "div",
                { class: "words" },
                make("strong", { dir: "auto" }, name),
                make(
                    "span",
                    { class: "quiet" },
                    ...facts.flatMap((each, index) => [index > 0 ? " · " : "", make("bdi", {}, each)]),
                ),
                refusal && make("span", { class: "problem" }, say("devices.refused", { reason: refusal })),
                problem,
            ),
            remove,
        );
    };
}

/**
 * Returns how much of a quota the devices have used; nothing for other quotas.
 *
 * @param {QuotaUse} quota
 */
function quotaLines({ of, used, limit, left_out: leftOut }) {
    if (of !== "positions_of_day" && of !== "kept_positions") return [];
    const counts = { used: decimalText(used, 0), limit: decimalText(limit, 0) };
    const text = of === "positions_of_day" ? say("devices.keptToday", counts) : say("devices.keptAll", counts);
    const lines = [make("p", { class: "quiet" }, text)];
    if (!leftOut) return lines;
    const problem = say("devices.leftOut", { count: decimalText(leftOut, 0) });
    return [...lines, make("p", { class: "problem" }, problem)];
}

/**
 * When a device reported last. The server knows that only since its start: a device that it has no report of may have
 * reported before, unless it is new.
 *
 * @param {Device} device
 * @param {number} now in milliseconds.
 */
export function lastText({ created, heard }, now) {
    if (heard) return say("devices.heard", { ago: agoText(Date.parse(heard), now) });
    return say(now - Date.parse(created) < DAY ? "devices.waiting" : "devices.unheard");
}

/**
 * Returns the form that adds a device. It shows the details for the app once.
 *
 * @param {Page} page
 * @param {() => void} added
 */
function adding({ presence, notices }, added) {
    return unfold("plus", say("devices.add"), (close) => {
        const options = KINDS.map((kind) => make("option", { value: kind }, say(`devices.kind.${kind}`)));
        const kind = field(say("devices.kind"), { id: "device-kind" }, "select", ...options);
        const name = field(say("devices.name"), { id: "device-name", maxlength: 64, dir: "auto", autocomplete: "off" });
        const element = make("div", {});
        const form = shortForm({
            fields: [kind, name],
            text: say("devices.addText"),
            label: say("devices.create"),
            async act() {
                const wanted = /** @type {DeviceKind} */ (kind.input.value);
                const made = await presence.addDevice({ kind: wanted, name: name.input.value.trim() });
                fill(element, setUp(made, notices, close));
                element.querySelector("h3")?.focus();
                added();
            },
            showRefusal({ code }) {
                if (code !== "invalid_body") return false;
                name.complain(say("devices.badName"));
                return true;
            },
            cancel: close,
        });
        fill(element, form);
        return element;
    });
}

/**
 * Shows once the details that the app needs to report for a new device.
 *
 * @param {AddedDevice} added
 * @param {Page["notices"]} notices
 * @param {() => void} close
 */
function setUp({ device, token, set_up: { url, link, code } }, notices, close) {
    const done = make("button", { type: "button", class: "main", on: { click: close } }, say("devices.done"));
    return make(
        "div",
        { class: "short-form set-up" },
        make("h3", { tabindex: -1 }, say("devices.once")),
        make("p", {}, say(`devices.how.${device.kind}`, { address: window.location.origin + ROOT })),
        code &&
            make("img", {
                class: "code",
                src: `data:image/svg+xml,${encodeURIComponent(code)}`,
                alt: say("devices.code"),
                width: 220,
                height: 220,
            }),
        !ON_MACHINES.includes(device.kind) && isOnlyHere(url)
            ? make(
                  "p",
                  { class: "remark" },
                  icon("circle-alert"),
                  make("span", {}, say("devices.local", { host: new URL(url).host })),
              )
            : null,
        link && make("a", { class: "button main", href: link }, say("devices.open")),
        secret("device-url", say("devices.url"), url, notices),
        secret("device-token", say("devices.token"), token, notices),
        make("div", { class: "buttons" }, done),
    );
}

/**
 * Returns a field that shows a secret, with a button that copies it.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {Page["notices"]} notices
 */
function secret(id, label, value, notices) {
    const shown = make("input", { id, value, readonly: true, dir: "ltr", spellcheck: "false", class: "token" });
    shown.addEventListener("focus", () => shown.select());
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(value);
            notices.show(say("devices.copied"));
        } catch {
            // Without a secure connection there is no clipboard for pages; all of it is selected.
            shown.focus();
            notices.show(say("token.byHand"));
        }
    };
    return make(
        "div",
        { class: "field" },
        make("label", { for: id }, label),
        make("div", { class: "with-button" }, shown, iconButton("copy", say("token.copy"), copy, { class: "button" })),
    );
}
