// The posts that were loaded, on the map: a mark each, and the card of the one that was pressed or stepped to. It sends nothing, and asks for nothing
// unless it was opened by its address, when nothing was loaded yet: then for the newest, as the timeline does.
import { metresBetween } from "../core/geodesy.js";
import { Latest } from "../data/latest.js";
import { simulated } from "../data/simulated.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "./post-card.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function postsMap(page) {
    const { views, people, marks, camera, position } = page;
    /** @type {Post[]} */
    let located = [];
    const latest = new Latest();
    const card = make("div", { class: "chosen-post", "aria-live": "polite" });
    const newer = iconButton("arrow-up", say("timeline.newer"), () => choose(chosen - 1));
    const older = iconButton("arrow-down", say("timeline.next"), () => choose(chosen + 1));
    const steps = make("div", { class: "actions" }, newer, older);
    const isHere = views.here();
    const changed = () => isHere() && views.close();
    let chosen = -1;
    const element = make("article", { class: "screen timeline" });
    const head = (/** @type {string | null} */ fact) => screenHead(say("timeline.onMap"), fact, () => views.close());
    const update = () => {
        newer.disabled = chosen <= 0;
        older.disabled = chosen + 1 >= located.length;
    };

    async function load() {
        fillScreen(element, head(null), skeleton());
        try {
            const found = await latest.ask(undefined, (before, signal) => people.posts(before, signal));
            if (!found) return;
            people.loaded = found.answer.posts.filter((post) => simulated.shows(post));
            show();
        } catch (failure) {
            fillScreen(element, head(null), trouble(failure, load, say("timeline.offlineEmpty")));
        }
    }

    function show() {
        located = people.loaded.filter((post) => post.location);
        const why = people.loaded.length > 0 ? "timeline.noneLocated" : "timeline.empty";
        const none = make("div", { class: "hint" }, make("p", {}, say(why)));
        const count = say("timeline.located", { count: located.length });
        fillScreen(element, head(count), located.length > 0 ? steps : none, card);
        update();
        marks.showPosts(located, {
            chosen: (id) => choose(located.findIndex((post) => post.id === id)),
            gathered: (middle, zoom) => camera.show(middle, zoom),
        });
        look();
    }

    /**
     * Opens where posts are: around me if some are in sight of me; else the map stays where some are to be seen on it, and
     * otherwise it goes to the newest.
     */
    function look() {
        const points = /** @type {PostLocation[]} */ (located.map((post) => post.location));
        const me = position.fix?.position;
        if (points.length === 0) return;
        if (me && points.some((point) => metresBetween(me, point) < IN_SIGHT_METRES)) camera.visit(me);
        else camera.showAny(points, recent(points));
    }

    async function choose(/** @type {number} */ index) {
        chosen = index;
        update();
        const post = located[index];
        // Who is asking was known when the posts were loaded.
        const me = await people.me();
        fill(card, postCard(page, post, me, { changed, isOnMap: true, isShort: true }));
        marks.choosePost(post);
        if (post.location) camera.keepClear(post.location);
    }

    if (people.loaded.length > 0) show();
    else load();
    return {
        element,
        stop: "half",
        leave() {
            latest.drop();
            marks.showPosts([]);
        },
    };
}

/**
 * The newest places, as far as they lie near the very newest: one post from far away does not show all the land between.
 *
 * @template {Position} Point
 * @param {Point[]} points the newest first.
 */
function recent(points) {
    return points.slice(0, MOST_RECENT).filter((point) => metresBetween(point, points[0]) < NEAR_METRES);
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

/** So far something is seen well by who looks at a point from 500 m away. */
const IN_SIGHT_METRES = 150;
const MOST_RECENT = 20;
const NEAR_METRES = 2_000;
const SWIPE_PIXELS = 3;
const SWIPE_HEIGHT = 100;
