// The nodes and people of the roster, as operators see them.
import { make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { keyPicture } from "../key-picture.js";
import { timeText } from "../words.js";
import { actButton } from "./acting.js";

/**
 * @typedef {import("./operating.js").Roster} Roster
 * @typedef {import("./acting.js").Act} Act
 */

/**
 * @param {Roster} roster
 * @param {number} now
 * @param {{act: Act, failureText: (failure: unknown) => string} | null} acting null where the roster is not changed here.
 */
export function nodeList({ nodes }, now, acting) {
    const ordered = [...nodes].sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
    return make("ul", { class: "sessions roster" }, ...ordered.map((node) => nodeRow(node, now, acting)));
}

/** @param {import("./operating.js").RosterNode} node */
const rank = ({ role, is_this: isThis }) => (isThis ? -1 : ["organiser", "member", "guest", "removed"].indexOf(role));

/**
 * @param {import("./operating.js").RosterNode} node
 * @param {number} now
 * @param {{act: Act, failureText: (failure: unknown) => string} | null} acting
 */
function nodeRow(
    { key, name, role, is_this: isThis, is_linked: isLinked, is_hidden: isHidden, last_heard: heard },
    now,
    acting,
) {
    const shown = name || say("operators.noName");
    const facts = [
        say(`operators.node.${role}`),
        isThis && say("nodes.this"),
        isLinked && say("nodes.linked"),
        heard && !isThis && !isLinked && say("nodes.lastHeard", { time: timeText(heard, now) }),
        isHidden && say("operators.isHidden"),
    ].filter(Boolean);
    const removing = acting && {
        label: say("operators.remove"),
        name: say("operators.removeThis", { name: shown }),
        sure: say("operators.removeSure", { name: shown }),
        act: () => acting.act("DELETE", `nodes/${key}`, say("operators.removed", { name: shown })),
        failureText: acting.failureText,
    };
    const canRemove = removing && role === "member" && !isThis;
    const canHide = acting && !isThis && !isHidden && role !== "guest";
    return row(key, shown, facts.join(" · "), [
        ...(canHide ? hideButton("node", key, shown, acting) : []),
        ...(canRemove ? actButton(removing) : []),
    ]);
}

/**
 * @param {Roster} roster
 * @param {{act: Act, failureText: (failure: unknown) => string} | null} acting
 */
export function peopleList({ people }, acting) {
    const rows = people.map(({ key, name, role, is_hidden: isHidden }) => {
        const shown = name || say("operators.noName");
        const facts = [say(`operators.person.${role}`), isHidden && say("operators.isHidden")].filter(Boolean);
        return row(key, shown, facts.join(" · "), acting && !isHidden ? hideButton("author", key, shown, acting) : []);
    });
    return [
        make("h3", {}, say("operators.people")),
        make("p", { class: "quiet" }, say("operators.peopleText")),
        rows.length > 0
            ? make("ul", { class: "sessions roster" }, ...rows)
            : make("p", { class: "quiet none" }, say("operators.noPeople")),
    ];
}

/**
 * @param {"author" | "node"} kind
 * @param {string} key
 * @param {string} name
 * @param {{act: Act, failureText: (failure: unknown) => string}} acting
 */
function hideButton(kind, key, name, { act, failureText }) {
    return actButton({
        label: say("operators.hide"),
        name: say(`operators.hide.${kind}`, { name }),
        sure: say(`operators.hideSure.${kind}`, { name }),
        act: () => act("PUT", `hidden/${kind}/${key}`, say("operators.hidNow", { name })),
        failureText,
    });
}

/**
 * @param {string} key
 * @param {string} name
 * @param {string} facts
 * @param {HTMLElement[]} buttons
 */
function row(key, name, facts, buttons) {
    const words = make("div", { class: "words" }, make("strong", { dir: "auto" }, name), keyPicture(key, "operator"));
    words.append(make("span", { class: "quiet" }, facts));
    return make("li", {}, words, ...buttons);
}
