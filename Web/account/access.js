// Everything that has access to an account, as a list to choose from. Every item ends unless the member unchecks it.
import { readAccess, signOut } from "../data/accounts.js";
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
export function accessChoice(page, options) {
    return new AccessChoice(page, options);
}

/** A list of everything that has access to an account. Everything that stays checked ends. */
class AccessChoice {
    element = make("div", { class: "access" });
    #latest = new Latest();
    /** @type {{of: keyof KeptAccess, id: string, box: HTMLInputElement}[]} */
    #boxes = [];

    /**
     * @param {Page} page
     * @param {{isLeaving: boolean}} options whether this session may end, too.
     */
    constructor({ community, now }, { isLeaving }) {
        this.community = community;
        this.now = now;
        this.isLeaving = isLeaving;
        this.#load();
    }

    #load = async () => {
        this.#boxes = [];
        fill(this.element, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => readAccess(this.community, signal));
            if (found) this.#show(found.answer);
        } catch (failure) {
            fill(this.element, trouble(failure, this.#load));
        }
    };

    /** @param {AccountAccess} access */
    #show(access) {
        const isAnyOwn = access.groups.some(({ is_own }) => is_own);
        const parts = [
            this.#part("sessions", say("access.sessions"), this.#sessions(access.sessions)),
            this.#part("passkeys", say("access.passkeys"), this.#passkeys(access.passkeys)),
            this.#part("devices", say("access.devices"), this.#devices(access.devices)),
            this.#part("links", say("access.links"), access.links.map(linkItem)),
            this.#part(
                "groups",
                say("access.groups"),
                access.groups.map(groupItem),
                isAnyOwn ? say("access.renewed") : "",
            ),
            this.#part("registration_links", say("access.invitations"), access.registration_links.map(invitationItem)),
            // Only a change of the password ends it.
            access.has_set_up_code && !this.isLeaving && make("p", { class: "quiet" }, say("access.code")),
        ].filter(Boolean);
        fill(this.element, ...(parts.length > 0 ? [make("p", {}, say("access.lead")), ...parts] : [none()]));
    }

    /**
     * @param {Session[]} sessions
     * @returns {Item[]}
     */
    #sessions(sessions) {
        return sessions
            .filter((session) => this.isLeaving || !session.is_current)
            .map(({ id, kind, label, created, used, is_current }) => ({
                id,
                name: label,
                facts: [
                    is_current ? say("session.this") : "",
                    say(`session.kind.${kind}`),
                    sinceText(created),
                    used ? say("access.used", { ago: agoText(Date.parse(used), this.now()) }) : "",
                ],
            }));
    }

    /**
     * @param {Passkey[]} passkeys
     * @returns {Item[]}
     */
    #passkeys(passkeys) {
        return passkeys.map((passkey) => ({
            id: passkey.id,
            name: passkey.label,
            facts: passkeyFacts(passkey, this.now()),
        }));
    }

    /**
     * @param {Device[]} devices
     * @returns {Item[]}
     */
    #devices(devices) {
        return devices.map((device) => ({
            id: device.id,
            name: device.name,
            facts: [say(`devices.kind.${device.kind}`), sinceText(device.created), lastText(device, this.now())],
        }));
    }

    /**
     * @param {keyof KeptAccess} of
     * @param {string} title
     * @param {Item[]} items
     * @param {string} [remark]
     */
    #part(of, title, items, remark) {
        if (items.length === 0) return null;
        const rows = items.map(({ id, name, facts }) => {
            const box = make("input", { type: "checkbox", checked: true });
            this.#boxes.push({ of, id, box });
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

    /** Returns the unchecked items. */
    kept() {
        /** @type {KeptAccess} */
        const kept = { sessions: [], passkeys: [], devices: [], links: [], groups: [], registration_links: [] };
        for (const { of, id, box } of this.#boxes) if (!box.checked) kept[of].push(id);
        return kept;
    }
}

/** @param {string} time */
const sinceText = (time) => say("access.created", { date: dateText(time) });
/** @param {string} time */
const untilText = (time) => say("access.ends", { date: dateText(time) });

/**
 * @param {AccountAccess["links"][number]} link
 * @returns {Item}
 */
const linkItem = ({ id, precision, created, ends }) => ({
    id,
    name: say(`access.link.${precision}`),
    facts: [sinceText(created), untilText(ends)],
});

/**
 * @param {AccountAccess["groups"][number]} group
 * @returns {Item}
 */
const groupItem = ({ id, name, created, ends }) => ({ id, name, facts: [sinceText(created), untilText(ends)] });

/**
 * @param {AccountAccess["registration_links"][number]} invitation
 * @returns {Item}
 */
const invitationItem = ({ id, note, created, expires }) => ({
    id,
    name: note || say("access.note"),
    facts: [sinceText(created), untilText(expires)],
});

const none = () => make("p", { class: "quiet" }, say("access.none"));

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
                await signOut(page.community, choice.kept());
                page.notices.show(say("signOut.done"));
            },
            cancel: close,
        });
        form.classList.add("grave");
        return withChoice(form, choice);
    });
}
