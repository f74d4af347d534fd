// The nodes of the place: a drawing of who reaches whom, and a list that says the same.
import { fill, iconButton, make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { JoinPhone } from "./join-phone.js";
import { keyPicture } from "./key-picture.js";
import { nodesDrawing } from "./nodes-drawing.js";
import { nameOf, reachedBy } from "./nodes.js";
import { timeText } from "./words.js";

const AGAIN_MS = 30_000;

export class NodesScreen {
    #leaving = new AbortController();
    #body = make("div", {});
    #asked = 0;
    #timer = 0;

    /**
     * @param {import("./chat.js").Chat} chat
     * @param {import("./open.js").Surroundings} surroundings
     */
    constructor(chat, surroundings) {
        this.chat = chat;
        this.surroundings = surroundings;
        surroundings.titled(say("nodes.title"));
        const join = new JoinPhone(chat.node, surroundings);
        this.element = make("div", { class: "chat-nodes" }, this.#body, join.element);
        const { signal } = this.#leaving;
        chat.addEventListener("nodes", () => this.#ask(), { signal });
        this.#timer = window.setInterval(() => document.hidden || this.#ask(), AGAIN_MS);
        fill(this.#body, surroundings.skeleton());
        this.#ask();
    }

    leave() {
        this.#leaving.abort();
        clearInterval(this.#timer);
    }

    async #ask() {
        this.#asked += 1;
        const asked = this.#asked;
        const isLate = () => asked !== this.#asked || this.#leaving.signal.aborted;
        try {
            const { node } = this.chat;
            const [about, { nodes }] = await Promise.all([node.about(), node.nodes()]);
            if (!isLate()) this.#show(about, nodes);
        } catch (failure) {
            if (isLate()) return;
            console.info("the nodes did not come:", failure);
            fill(
                this.#body,
                this.surroundings.trouble(failure, () => this.#ask()),
            );
        }
    }

    /**
     * @param {import("./node.js").NodeFacts} about
     * @param {import("./node.js").HeardNode[]} nodes
     */
    #show(about, nodes) {
        const isAlone = !nodes.some(({ is_linked: isLinked }) => isLinked);
        const ordered = [...nodes].sort(
            (one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)),
        );
        fill(
            this.#body,
            make("p", {}, say("nodes.summary", { name: about.node.name, count: about.links })),
            make("p", { class: "quiet" }, say("nodes.heard", { count: about.heard })),
            !about.clock_is_set && make("p", { class: "remark" }, say("nodes.noClock")),
            isAlone && make("p", { class: "remark" }, say("nodes.alone")),
            nodes.length > 1 && nodesDrawing(ordered),
            make("ul", { class: "chat-node-list" }, ...ordered.map((node) => this.#node(node, nodes))),
            this.#counts(about),
            make(
                "div",
                { class: "actions" },
                iconButton("refresh-cw", say("nodes.again"), () => this.#ask()),
            ),
        );
    }

    /** @param {import("./node.js").HeardNode} node @param {import("./node.js").HeardNode[]} all */
    #node(node, all) {
        const { key, is_member: isMember, is_this: isThis, last_heard: lastHeard } = node;
        const reached = reachedBy(node, all);
        const facts = [
            isThis && say("nodes.this"),
            say(isMember ? "nodes.member" : "nodes.guest"),
            node.is_linked && say("nodes.linked"),
            lastHeard && !isThis && say("nodes.lastHeard", { time: timeText(lastHeard, this.chat.now()) }),
        ].filter(Boolean);
        const names = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
        return make(
            "li",
            {},
            make("span", { class: "node-name" }, make("bdi", {}, nameOf(node)), !isMember && keyPicture(key)),
            make("span", { class: "quiet" }, facts.join(" · ")),
            make(
                "span",
                { class: "quiet" },
                reached.length > 0
                    ? say("nodes.reaches", { names: names.format(reached.map(nameOf)) })
                    : say("nodes.reachesNone"),
            ),
        );
    }

    /** @param {import("./node.js").NodeFacts} about */
    #counts({ classes, refused }) {
        const talk = classes.find(({ name }) => name === "talk");
        const all = classes.reduce((sum, { messages }) => sum + messages, 0);
        const reasons = refused.filter(({ count }) => count > 0);
        return make(
            "details",
            {},
            make("summary", {}, say("nodes.counts")),
            make("p", { class: "quiet" }, say("nodes.messages", { count: all, lines: talk?.messages ?? 0 })),
            reasons.length > 0 &&
                make(
                    "ul",
                    {},
                    ...reasons.map(({ reason, count }) =>
                        make(
                            "li",
                            {},
                            say("nodes.refused", { count, reason: sayIfKnown(`refused.${reason}`) ?? reason }),
                        ),
                    ),
                ),
        );
    }
}

/**
 * This node first, then those that it is linked to.
 *
 * @param {import("./node.js").HeardNode} node
 */
function rank({ is_this: isThis, is_linked: isLinked }) {
    if (isThis) return 0;
    return isLinked ? 1 : 2;
}
