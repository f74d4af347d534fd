// A line of a room on screen.
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { keyPicture } from "./key-picture.js";
import { stateText, timeText } from "./words.js";

/** A line that came later than this after it was sent says so. */
const LATE_MS = 60_000;

/**
 * @param {import("./room-lines.js").Line} line
 * @param {{now: number, isFirstNew: boolean, block: (key: string) => void,
 *   reporting: import("./reporting.js").Reporting,
 *   writeTo: ((key: string) => void) | null, discard: (() => void) | null,
 *   hide: ((pressed: HTMLButtonElement) => void) | null}} options without `writeTo`, there are no private messages;
 *   operators hide lines from everybody.
 */
export function lineElement(line, { now, isFirstNew, block, reporting, writeTo, discard, hide }) {
    const { isOwn, text, state } = line;
    const reported = isOwn ? null : reporting.of(line);
    return make(
        "li",
        { class: ["chat-line", isOwn && "own", isFirstNew && "first-new"].filter(Boolean).join(" ") },
        isFirstNew && make("p", { class: "new-mark" }, say("room.new")),
        make(
            "div",
            { class: "chat-row" },
            make(
                "article",
                {},
                make("header", {}, ...byWhom(line), sentAt(line, now)),
                make("p", { class: "chat-text", dir: "auto" }, text),
                isOwn && state && make("p", { class: `quiet state-${state}` }, stateText(line)),
                isOwn && discard && (state === "waiting" || state === "refused") && discardButton(discard),
            ),
            // Nobody has the key of a visitor: the node has it.
            !isOwn && writeTo && line.visitedNode === null && writeButton(line, writeTo),
            !isOwn && blockButton(line, block),
            reported?.button,
            hide && state !== "waiting" && state !== "refused" && hideButton(line, hide),
        ),
        reported?.below,
    );
}

/** @param {import("./room-lines.js").Line} line */
function byWhom(line) {
    const { name, isOwn, isNamed, author, visitedNode } = line;
    if (isOwn) return [make("strong", {}, say("author.me"))];
    const shown = name ? make("bdi", {}, name) : whoText(line);
    // All visitors of a node have its key, which tells none of them apart.
    if (visitedNode !== null)
        return [make("strong", {}, shown), name && make("span", { class: "quiet" }, visitorText(line))];
    return [make("strong", {}, shown), !isNamed && author && keyPicture(author)];
}

/** @param {import("./room-lines.js").Line} line */
const visitorText = ({ visitedNode }) =>
    visitedNode ? say("author.visitor", { node: visitedNode }) : say("author.none");

/** @param {import("./room-lines.js").Line} line */
const whoText = (line) => line.name || visitorText(line);

/** @param {import("./room-lines.js").Line} line @param {number} now */
function sentAt({ time, entered }, now) {
    const moment = (/** @type {number} */ at) =>
        make("time", { datetime: new Date(at).toISOString() }, timeText(at, now));
    const isLate = entered !== null && Math.abs(entered - time) > LATE_MS;
    return make(
        "span",
        { class: "quiet" },
        moment(time),
        isLate && make("span", {}, ` · ${say("line.came", { time: timeText(entered, now) })}`),
    );
}

/** @param {() => void} press */
const discardButton = (press) => iconButton("trash-2", say("line.discard"), press, { class: "chat-small" });

/** @param {import("./room-lines.js").Line} line @param {(key: string) => void} writeTo */
function writeButton(line, writeTo) {
    const { author } = line;
    if (!author) return null;
    const label = say("line.write", { name: whoText(line) });
    const on = { click: () => writeTo(author) };
    return make("button", { type: "button", class: "chat-block", "aria-label": label, title: label, on }, icon("mail"));
}

/** @param {import("./room-lines.js").Line} line @param {(pressed: HTMLButtonElement) => void} hide */
function hideButton(line, hide) {
    const label = say("line.hide", { name: line.isOwn ? say("author.me") : whoText(line) });
    const on = { click: () => hide(button) };
    const button = make(
        "button",
        { type: "button", class: "chat-block", "aria-label": label, title: label, on },
        icon("eye-off"),
    );
    return button;
}

/** @param {import("./room-lines.js").Line} line @param {(key: string) => void} block */
function blockButton(line, block) {
    const { author } = line;
    if (!author) return null;
    const label = say("line.block", { name: whoText(line) });
    const on = { click: () => block(author) };
    return make("button", { type: "button", class: "chat-block", "aria-label": label, title: label, on }, icon("ban"));
}
