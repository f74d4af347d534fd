// The mesh for operators: one more node, the nodes and people of the roster, what is hidden, and what this node does for
// others. What only the organiser's server can do is not offered elsewhere.
import { fill, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { seldom } from "../seldom.js";
import { dutiesForm } from "./duties-form.js";
import { hiddenList } from "./hidden-list.js";
import { invitationPart } from "./invitation.js";
import { ReportedList } from "./reported-list.js";
import { nodeList, peopleList } from "./roster-lists.js";

const ROOT = "/api/v1/mesh";
/** Links may come and go often. */
const SOON_MS = 1_000;

/**
 * What the page gives.
 *
 * @typedef {{
 *   read: (path: string, signal: AbortSignal) => Promise<any>,
 *   write: (method: string, path: string, body?: object) => Promise<any>,
 *   notify: (text: string) => void,
 *   listen: (heard: import("../../data/live.js").Listener) => () => void,
 *   now: () => number,
 *   failureText: (failure: unknown) => string,
 *   trouble: (failure: unknown, retry: () => void) => HTMLElement,
 *   skeleton: () => HTMLElement,
 * }} Office
 *
 * @typedef {{key: string, name: string, role: "organiser" | "member" | "removed" | "guest", is_this: boolean,
 *   is_linked: boolean, is_hidden: boolean, last_heard?: number}} RosterNode
 * @typedef {{key: string, name?: string, role: "user" | "curator" | "operator", is_hidden: boolean}} RosterPerson
 * @typedef {{kind: "message" | "author" | "node", subject: string, since: number, name?: string, text?: string}} Hidden
 * @typedef {{is_organiser: boolean, organiser?: string, nodes: RosterNode[], people: RosterPerson[],
 *   hidden: Hidden[]}} Roster
 * @typedef {{duties: {relay: boolean, guests: boolean, free_disk: number}, disk_free?: number,
 *   is_disk_full: boolean}} Duties
 */

export class Operating {
    #leaving = new AbortController();
    #roster = make("div", {});
    #heading = make("h3", { tabindex: -1 }, say("operators.roster"));
    #asked = 0;
    #isThere = false;

    /**
     * @param {HTMLElement} element
     * @param {Office} office
     */
    constructor(element, office) {
        this.element = element;
        this.office = office;
        const renew = seldom(() => this.#isThere && this.#renew(), SOON_MS, this.#leaving.signal);
        this.stopListening = office.listen({ mesh: ({ nodes }) => nodes && renew() });
        this.#load();
    }

    leave() {
        this.#leaving.abort();
        this.stopListening();
    }

    /** @param {string} path */
    #read(path) {
        return this.office.read(`${ROOT}/${path}`, this.#leaving.signal);
    }

    #load = async () => {
        fill(this.element, this.office.skeleton());
        try {
            const [roster, duties] = await Promise.all([this.#read("roster"), this.#read("duties")]);
            if (this.#leaving.signal.aborted) return;
            this.#isThere = true;
            const reported = new ReportedList(this.office, {
                isOrganiser: roster.is_organiser,
                signal: this.#leaving.signal,
                hid: () => this.#renew(),
            });
            fill(
                this.element,
                ...(roster.is_organiser ? invitationPart(this.office) : [elsewhere(roster)]),
                reported.element,
                this.#heading,
                this.#roster,
                ...dutiesForm(this.office, duties),
            );
            this.#show(roster);
        } catch (failure) {
            if (!this.#leaving.signal.aborted) fill(this.element, this.office.trouble(failure, this.#load));
        }
    };

    /** Reads the roster again; what is shown stays where that fails. */
    async #renew() {
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const roster = await this.#read("roster");
            if (asked === this.#asked && !this.#leaving.signal.aborted) this.#show(roster);
        } catch (failure) {
            console.info("the roster did not come:", failure);
        }
    }

    /** @param {Roster} roster */
    #show(roster) {
        // A question that waits for its answer stays.
        if (this.#roster.querySelector(".sure")) return;
        const held = this.#roster.contains(document.activeElement);
        const acting = roster.is_organiser ? { act: this.#act, failureText: this.office.failureText } : null;
        fill(
            this.#roster,
            nodeList(roster, this.office.now(), acting),
            ...peopleList(roster, acting),
            ...hiddenList(roster, this.office.now(), acting),
        );
        if (held) this.#heading.focus({ preventScroll: true });
    }

    /**
     * Does something about the roster, and shows the roster that follows.
     *
     * @param {"DELETE" | "PUT"} method
     * @param {string} path
     * @param {string} done what a notice says then.
     */
    #act = async (method, path, done) => {
        await this.office.write(method, `${ROOT}/${path}`);
        this.office.notify(done);
        fill(this.#roster);
        this.#heading.focus({ preventScroll: true });
        await this.#renew();
    };
}

/** @param {Roster} roster */
function elsewhere({ organiser }) {
    const text = organiser ? say("operators.elsewhere", { name: organiser }) : say("operators.elsewhereUnknown");
    return make("p", { class: "remark" }, text);
}
