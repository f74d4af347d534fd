// A line of a room on screen.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { block } from "./blocked.js";
import { keyPicture } from "./key-picture.js";
import { stateText, timeText } from "./words.js";

/** A line that came later than this after it was sent says so. */
const LATE_MS = 60_000;

/**
 * @param {import("./room-lines.js").Line} line
 * @param {{now: number, isFirstNew: boolean, blocked: () => void, discard: (() => void) | null}} options `blocked` is
 *   called after the author was blocked.
 */
export function lineElement(line, { now, isFirstNew, blocked, discard }) {
    const { isOwn, text, state } = line;
    return make(
        "li",
        { class: ["chat-line", isOwn && "own", isFirstNew && "first-new"].filter(Boolean).join(" ") },
        isFirstNew && make("p", { class: "new-mark" }, say("room.new")),
        make(
            "article",
            {},
            make("header", {}, ...byWhom(line), sentAt(line, now)),
            make("p", { class: "chat-text", dir: "auto" }, text),
            isOwn && state && make("p", { class: `quiet state-${state}` }, stateText(line)),
            buttons(line, blocked, discard),
        ),
    );
}

/** @param {import("./room-lines.js").Line} line */
function byWhom({ name, isOwn, isNamed, author }) {
    if (isOwn) return [make("strong", {}, say("author.me"))];
    const shown = name ? make("bdi", {}, name) : say("author.none");
    return [make("strong", {}, shown), !isNamed && author && keyPicture(author)];
}

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

/**
 * @param {import("./room-lines.js").Line} line
 * @param {() => void} blocked
 * @param {(() => void) | null} discard
 */
function buttons({ isOwn, state, author, name }, blocked, discard) {
    if (isOwn)
        return (
            discard &&
            (state === "waiting" || state === "refused") &&
            iconButton("trash-2", say("line.discard"), discard, { class: "chat-small" })
        );
    const press = () => {
        if (author) block(author, name);
        blocked();
    };
    return author && iconButton("ban", say("line.block"), press, { class: "chat-small" });
}
