// Everything that has access to an account, with what of it is to end: all, unless somebody unchecks something.
import { Latest } from "../data/latest.js";
import { lastText } from "../presence/devices.js";
import { shortForm, unfold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText, dateText } from "../text/quantities.js";
import { passkeyFacts } from "./passkeys.js";

/** @typedef {{id: string, name: string, facts: string[], isName?: boolean}} Item */

/**
 * Makes the list to choose from.
 *
 * @param {Page} page
 * @param {{isLeaving: boolean}} options whether this session may end, too.
 */
export function accessChoice({ people, now }, { isLeaving }) {
    const element = make("div", { class: "access" });
    const latest = new Latest();
    /** @type {{of: keyof KeptAccess, id: string, box: HTMLInputElement}[]} */
    let boxes = [];

    async function load() {
        boxes = [];
        fill(element, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => people.access(_, signal));
            if (found) show(found.answer);
        } catch (failure) {
            fill(element, trouble(failure, load));
        }
    }

    /** @param {AccountAccess} access */
    function show({ sessions, passkeys, devices, links, groups, registration_links, has_set_up_code }) {
        const ago = (/** @type {string} */ time) => agoText(Date.parse(time), now());
        const since = (/** @type {string} */ time) => say("access.created", { date: dateText(time) });
        const until = (/** @type {string} */ time) => say("access.ends", { date: dateText(time) });
        const parts = [
            part(
                "sessions",
                say("access.sessions"),
                sessions
                    .filter((session) => isLeaving || !session.is_current)
                    .map(({ id, kind, label, created, used, is_current }) => ({
                        id,
                        name: label,
                        facts: [
                            is_current ? say("session.this") : "",
                            say(`session.kind.${kind}`),
                            since(created),
                            used ? say("access.used", { ago: ago(used) }) : "",
                        ],
                    })),
            ),
            part(
                "passkeys",
                say("access.passkeys"),
                passkeys.map((passkey) => ({
                    id: passkey.id,
                    name: passkey.label,
                    facts: passkeyFacts(passkey, now()),
                })),
            ),
            part(
                "devices",
                say("access.devices"),
                devices.map((device) => ({
                    id: device.id,
                    name: device.name,
                    facts: [say(`devices.kind.${device.kind}`), since(device.created), lastText(device, now())],
                })),
            ),
            part(
                "links",
                say("access.links"),
                links.map(({ id, precision, created, ends }) => ({
                    id,
                    name: say(`access.link.${precision}`),
                    facts: [since(created), until(ends)],
                })),
            ),
            part(
                "groups",
                say("access.groups"),
                groups.map(({ id, name, created, ends }) => ({ id, name, facts: [since(created), until(ends)] })),
                groups.some(({ is_own }) => is_own) ? say("access.renewed") : "",
            ),
            part(
                "registration_links",
                say("access.invitations"),
                registration_links.map(({ id, note, created, expires }) => ({
                    id,
                    name: note || say("access.note"),
                    facts: [since(created), until(expires)],
                })),
            ),
            // Only a change of the password ends it.
            has_set_up_code && !isLeaving && make("p", { class: "quiet" }, say("access.code")),
        ].filter(Boolean);
        fill(element, ...(parts.length > 0 ? [make("p", {}, say("access.lead")), ...parts] : [none()]));
    }

    const none = () => make("p", { class: "quiet" }, say("access.none"));

    /**
     * @param {keyof KeptAccess} of
     * @param {string} title
     * @param {Item[]} items
     * @param {string} [remark]
     */
    function part(of, title, items, remark) {
        if (items.length === 0) return null;
        const rows = items.map(({ id, name, facts }) => {
            const box = make("input", { type: "checkbox", checked: true });
            boxes.push({ of, id, box });
            const said = facts.filter(Boolean);
            return make(
                "label",
                { class: "choice" },
                box,
                make(
                    "span",
                    { class: "words" },
                    make("strong", { dir: "auto" }, name),
                    make(
                        "span",
                        { class: "quiet" },
                        ...said.flatMap((fact, index) => [index > 0 ? " · " : "", make("bdi", {}, fact)]),
                    ),
                ),
            );
        });
        return make(
            "fieldset",
            {},
            make("legend", {}, title),
            ...rows,
            remark ? make("p", { class: "quiet" }, remark) : null,
        );
    }

    load();
    return {
        element,
        /** What was unchecked. */
        kept() {
            /** @type {KeptAccess} */
            const kept = { sessions: [], passkeys: [], devices: [], links: [], groups: [], registration_links: [] };
            for (const { of, id, box } of boxes) if (!box.checked) kept[of].push(id);
            return kept;
        },
    };
}

/**
 * Puts a choice into a form, above its buttons.
 *
 * @param {HTMLFormElement} form
 * @param {{element: HTMLElement}} choice
 */
export function withChoice(form, { element }) {
    form.querySelector(":scope > .problem")?.before(element);
    return form;
}

/**
 * Ending everything that has access to the account.
 *
 * @param {Page} page
 */
export function signingOut(page) {
    return unfold("log-out", say("signOut.do"), (close) => {
        const choice = accessChoice(page, { isLeaving: true });
        const form = shortForm({
            fields: [],
            text: say("signOut.text"),
            label: say("signOut.now"),
            async act() {
                await page.people.signOut(choice.kept());
                page.notices.tell(say("signOut.done"));
            },
            cancel: close,
        });
        form.classList.add("grave");
        return withChoice(form, choice);
    });
}
