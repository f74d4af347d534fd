// The activity of an account: log-ins, wrong passwords, and everything that got or lost access to it.
import { at } from "../address/root.js";
import { readHistory } from "../data/accounts.js";
import { Latest } from "../data/latest.js";
import { unfold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say, sayAround, sayIfKnown } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";

/** Events that the page announces at once, on every screen. */
const URGENT = [
    "log_in",
    "program_added",
    "device_added",
    "link_added",
    "password_changed",
    "role_changed",
    "friend_added",
    "group_joined",
    "sharing_changed",
    "passkey_added",
    "passkey_log_in",
    "passkey_copied",
];

/** @param {Page} page */
export function accountHistory({ community }) {
    return unfold("history", say("happened.title"), () => {
        const element = make("div", { class: "short-form" });
        const latest = new Latest();
        async function load() {
            fill(element, skeleton());
            try {
                const found = await latest.ask(undefined, (_, signal) => readHistory(community, signal));
                if (found) fill(element, ...shown(found.answer));
            } catch (failure) {
                fill(element, trouble(failure, load));
            }
        }
        load();
        return element;
    });
}

/** @param {AccountEvent[]} events */
function shown(events) {
    if (events.length === 0) return [make("p", { class: "quiet" }, say("happened.none"))];
    return [
        make("p", { class: "quiet" }, say("happened.text")),
        make("ul", { class: "account-history" }, ...events.map(item)),
        make(
            "a",
            { class: "button", href: at("/api/v1/me/history"), download: "account-history.json" },
            say("happened.download"),
        ),
    ];
}

/** @param {AccountEvent} event */
function item(event) {
    const { kind, time, count, is_rest: isRest } = event;
    const times = count > 1 && !isRest ? [" · ", say("happened.count", { count })] : [];
    return make(
        "li",
        { class: kind === "failed_log_in" ? "warning" : null },
        make(
            "strong",
            {},
            ...(isRest ? [say("happened.rest", { event: eventText(event), count })] : eventWords(event)),
        ),
        make("span", { class: "quiet" }, make("time", { datetime: time }, clockText(time)), ...times),
    );
}

/** @param {AccountEvent} event */
const subject = ({ kind, text, is_rest: isRest }) =>
    (isRest && "…") ||
    (kind === "role_changed" && sayIfKnown(`role.${text}`)) ||
    (kind === "sharing_changed" && sayIfKnown(`happened.shared.${text}`)) ||
    text ||
    "–";

/** @param {AccountEvent} event */
function eventText(event) {
    // A newer server may send more kinds of events.
    return sayIfKnown(`happened.${event.kind}`, { text: subject(event) }) ?? event.kind;
}

/**
 * The same with the name in it kept together, whichever way it is written.
 *
 * @param {AccountEvent} event
 */
function eventWords(event) {
    if (sayIfKnown(`happened.${event.kind}`) === undefined) return [event.kind];
    return sayAround(`happened.${event.kind}`, { text: make("bdi", {}, subject(event)) });
}

/**
 * Shows at once an event of the account that another browser or program caused.
 *
 * @param {Page} page
 * @param {AccountEvent} event
 */
export function showAccountEvent({ notices, views }, event) {
    if (!URGENT.includes(event.kind)) return;
    const look = { label: say("happened.look"), press: () => views.open({ screen: "account" }) };
    notices.show(say("happened.notice", { event: eventText(event) }), look);
}
