// The lines and help pins that people reported, with the buttons that hide them at all nodes or dismiss the reports.
import { fill, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { keyPicture } from "../key-picture.js";
import { timeText } from "../words.js";
import { actButton } from "./acting.js";

const PATH = "/api/v1/mesh/reports";
/** Reports come without an event. */
const AGAIN_MS = 60_000;

/**
 * @typedef {{id: string, kind: "line" | "pin", room?: string, pin?: string, text: string, time: number, author: string,
 *   name?: string, is_named: boolean, reported: number, reasons: {reason: string, count: number}[],
 *   nodes: {key: string, name?: string}[]}} Reported
 */

export class ReportedList {
    #list = make("div", {});
    #heading = make("h3", { tabindex: -1 }, say("reported.title"));
    #asked = 0;
    #isThere = false;

    /**
     * @param {import("./operating.js").Office} office
     * @param {{isOrganiser: boolean, signal: AbortSignal, hid: () => void}} options only the organiser's server hides; `hid`
     *   is called after that.
     */
    constructor(office, { isOrganiser, signal, hid }) {
        this.office = office;
        this.isOrganiser = isOrganiser;
        this.signal = signal;
        this.hid = hid;
        this.element = make("div", { class: "reported" }, this.#heading, this.#list);
        const timer = window.setInterval(() => document.hidden || this.renew(), AGAIN_MS);
        signal.addEventListener("abort", () => window.clearInterval(timer));
        this.#load();
    }

    #load = () => {
        fill(this.#list, this.office.skeleton());
        this.#isThere = false;
        return this.renew();
    };

    /** Reads the reports again; the list that is shown stays where that fails. */
    async renew() {
        this.#asked += 1;
        const asked = this.#asked;
        const isLate = () => asked !== this.#asked || this.signal.aborted;
        try {
            const { messages } = await this.office.read(PATH, this.signal);
            if (!isLate()) this.#show(messages);
        } catch (failure) {
            console.info("the reports did not come:", failure);
            if (!isLate() && !this.#isThere) fill(this.#list, this.office.trouble(failure, this.#load));
        }
    }

    /** @param {Reported[]} messages */
    #show(messages) {
        this.#isThere = true;
        // A question that waits for its answer stays.
        if (this.#list.querySelector(".sure")) return;
        const held = this.#list.contains(document.activeElement);
        fill(
            this.#list,
            messages.length > 0
                ? make("ul", { class: "sessions roster" }, ...messages.map((each) => this.#row(each)))
                : make("p", { class: "quiet none" }, say("reported.empty")),
        );
        if (held) this.#heading.focus({ preventScroll: true });
    }

    /** @param {Reported} message */
    #row(message) {
        const { id, kind, text, time, nodes, author, is_named: isNamed } = message;
        const facts = [say(`reported.${kind}`), timeText(time, this.office.now())].join(" · ");
        const names = nodes.map(({ name }) => name || say("operators.noName")).join(", ");
        const words = make(
            "div",
            { class: "words" },
            make("strong", { dir: "auto" }, text),
            make(
                "span",
                { class: "quiet" },
                make("bdi", {}, message.name || say("author.none")),
                " ",
                !isNamed && keyPicture(author),
                ` · ${facts}`,
            ),
            make("span", {}, message.reasons.map(reasonText).join(" · ")),
            make("span", { class: "quiet", dir: "auto" }, say("reported.at", { nodes: names })),
        );
        return make(
            "li",
            {},
            words,
            ...(this.isOrganiser ? this.#hiding(id, text) : []),
            ...this.#dismissing(id, text),
        );
    }

    /** @param {string} id @param {string} text */
    #hiding(id, text) {
        return actButton({
            label: say("reported.hide"),
            name: say("reported.hideThis", { text }),
            sure: say("reported.hideSure"),
            act: async () => {
                await this.#act("PUT", `/api/v1/mesh/hidden/message/${id}`, say("reported.hidden"));
                this.hid();
            },
            failureText: this.office.failureText,
        });
    }

    /** @param {string} id @param {string} text */
    #dismissing(id, text) {
        return actButton({
            label: say("reported.dismiss"),
            name: say("reported.dismissThis", { text }),
            act: () => this.#act("DELETE", `${PATH}/${id}`, say("reported.dismissed")),
            failureText: this.office.failureText,
        });
    }

    /** @param {"DELETE" | "PUT"} method @param {string} path @param {string} done what a notice says then. */
    async #act(method, path, done) {
        await this.office.write(method, path);
        this.office.notify(done);
        fill(this.#list);
        this.#heading.focus({ preventScroll: true });
        await this.renew();
    }
}

/** @param {{reason: string, count: number}} reason */
const reasonText = ({ reason, count }) => say("reported.count", { reason: say(`report.reason.${reason}`), count });
