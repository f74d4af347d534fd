// The nodes of the place: a drawing of who reaches whom, and a list that says the same.
import { fill, iconButton, make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { JoinPhone } from "./join-phone.js";
import { keyPicture } from "./key-picture.js";
import { nodesDrawing } from "./nodes-drawing.js";
import { OLD_MS, nameOf, reachedBy, waysFromHere } from "./nodes.js";
import { reachesMember } from "./reach.js";
import { seldom } from "./seldom.js";
import { timeText } from "./words.js";

const AGAIN_MS = 30_000;
/** Links may come and go often. */
const SOON_MS = 1_000;

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
        chat.addEventListener(
            "nodes",
            seldom(() => this.#ask(), SOON_MS, signal),
            { signal },
        );
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
        const hasNoMember = !reachesMember(nodes, this.chat.now());
        const ordered = [...nodes].sort(
            (one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)),
        );
        fill(
            this.#body,
            make("p", {}, say("nodes.summary", { name: about.node.name, count: about.links })),
            make("p", { class: "quiet" }, say("nodes.heard", { count: about.heard })),
            !about.clock_is_set && make("p", { class: "remark" }, say("nodes.noClock")),
            (hasNoMember || isAlone) &&
                make("p", { class: "remark", role: "status" }, say(hasNoMember ? "nodes.noMember" : "nodes.alone")),
            nodes.length > 1 && nodesDrawing(ordered, this.chat.now()),
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
        const now = this.chat.now();
        const facts = [
            isThis && say("nodes.this"),
            say(isMember ? "nodes.member" : "nodes.guest"),
            node.is_linked && say("nodes.linked"),
            lastHeard && !isThis && say("nodes.lastHeard", { time: timeText(lastHeard, now) }),
        ].filter(Boolean);
        const names = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
        const way = waysFromHere(all).get(key);
        const told = node.links_told ?? 0;
        const isOldWord = !isThis && !node.is_linked && told > 0 && told < now - OLD_MS;
        return make(
            "li",
            {},
            make("span", { class: "node-name" }, make("bdi", {}, nameOf(node)), !isMember && keyPicture(key)),
            make("span", { class: "quiet" }, facts.join(" · ")),
            make(
                "span",
                { class: "quiet" },
                reached.length > 0
                    ? say("nodes.reaches", { names: names.format(reached.map((end) => endText(end, now))) })
                    : say("nodes.reachesNone"),
            ),
            !isThis && !node.is_linked && make("span", { class: "quiet" }, wayText(way, names)),
            isOldWord && make("span", { class: "quiet" }, say("nodes.told", { time: timeText(told, now) })),
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

/** @param {{node: import("./node.js").HeardNode, since: number | null}} end @param {number} now */
function endText({ node, since }, now) {
    const name = nameOf(node);
    return since === null ? name : say("nodes.since", { name, time: timeText(since, now) });
}

/**
 * Over which nodes this one is reached from here.
 *
 * @param {import("./node.js").HeardNode[] | undefined} way
 * @param {Intl.ListFormat} names
 */
function wayText(way, names) {
    return way ? say("nodes.through", { names: names.format(way.map(nameOf)) }) : say("nodes.noWay");
}
