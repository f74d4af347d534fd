// The posts that were loaded, on the map: a mark each, and the card of the one that was pressed or stepped to. It asks for nothing and sends nothing.
import { fill, iconButton, make } from "../shell/make.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { postCard } from "./post-card.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function postsMap(page) {
    const { views, people, marks, camera, position } = page;
    const located = people.loaded.filter((post) => post.location);
    const card = make("div", { class: "chosen-post", "aria-live": "polite" });
    const count = say("timeline.located", { count: located.length });
    const newer = iconButton("arrow-up", say("timeline.newer"), () => choose(chosen - 1));
    const older = iconButton("arrow-down", say("timeline.next"), () => choose(chosen + 1));
    const steps = make("div", { class: "post-steps" }, newer, older);
    let chosen = -1;
    const element = make(
        "article",
        { class: "screen timeline" },
        screenHead(say("timeline.onMap"), count, () => views.close()),
        located.length > 0 ? steps : make("div", { class: "hint" }, make("p", {}, say("timeline.noneLocated"))),
        card,
    );
    const update = () => {
        newer.disabled = chosen <= 0;
        older.disabled = chosen + 1 >= located.length;
    };
    update();

    async function choose(/** @type {number} */ index) {
        chosen = index;
        update();
        const post = located[index];
        // Who is asking was known when the posts were loaded.
        const me = await people.me();
        fill(card, postCard(page, post, me, { changed: () => views.close(), isOnMap: true, isShort: true }));
        marks.choosePost(post.id);
        if (post.location) camera.keepClear(post.location);
    }

    marks.showPosts(located, (id) => choose(located.findIndex((post) => post.id === id)));
    const me = position.fix?.position;
    const start = me && camera.isHere(me) ? me : located[0]?.location;
    if (start) camera.visit(start);
    return {
        element,
        stop: "half",
        leave() {
            marks.showPosts([]);
        },
    };
}

/**
 * Calls `act` when a finger goes left across an element; up and down it scrolls.
 *
 * @param {HTMLElement} element
 * @param {() => void} act
 */
export function onSwipeLeft(element, act) {
    /** @type {{x: number, y: number} | null} */
    let start = null;
    element.addEventListener("pointerdown", ({ pointerType, clientX, clientY, target }) => {
        const isInField = /** @type {Element} */ (target).closest("textarea, input") !== null;
        start = pointerType === "mouse" || isInField ? null : { x: clientX, y: clientY };
    });
    element.addEventListener("pointercancel", () => (start = null));
    element.addEventListener("pointerup", ({ clientX, clientY }) => {
        if (!start) return;
        const [across, down] = [clientX - start.x, clientY - start.y];
        start = null;
        if (across <= -SWIPE_PIXELS && Math.abs(down) <= SWIPE_HEIGHT) act();
    });
}

const SWIPE_PIXELS = 3;
const SWIPE_HEIGHT = 100;
