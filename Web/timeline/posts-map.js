// The posts that were loaded, on the map: a mark each, and the card of the one that was pressed or stepped to. It sends
// nothing, and asks for nothing unless it was opened by its address, when nothing was loaded yet: then for the newest,
// as the timeline does.
import { metresBetween } from "../core/geodesy.js";
import { Latest } from "../data/latest.js";
import { readPosts } from "../data/posts.js";
import { simulated } from "../data/simulated.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "./post-card.js";

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function postsMap(page) {
    return new PostsMap(page);
}

/** The posts that have a location, on the map and one by one in the sheet. */
class PostsMap {
    stop = /** @type {const} */ ("half");
    /** @type {Post[]} */
    #located = [];
    #latest = new Latest();
    #card = make("div", { class: "chosen-post", "aria-live": "polite" });
    #chosen = -1;
    element = make("article", { class: "screen timeline" });

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { views, community } = page;
        this.newer = iconButton("arrow-up", say("timeline.newer"), () => this.#choose(this.#chosen - 1));
        this.older = iconButton("arrow-down", say("timeline.next"), () => this.#choose(this.#chosen + 1));
        this.steps = make("div", { class: "actions" }, this.newer, this.older);
        this.isHere = views.here();
        if (community.loaded.length > 0) this.#show();
        else this.#load();
    }

    #changed = () => this.isHere() && this.page.views.close();

    #head(/** @type {string | null} */ fact) {
        return screenHead(say("timeline.onMap"), fact, () => this.page.views.close());
    }

    #update() {
        this.newer.disabled = this.#chosen <= 0;
        this.older.disabled = this.#chosen + 1 >= this.#located.length;
    }

    #load = async () => {
        fillScreen(this.element, this.#head(null), skeleton());
        try {
            const found = await this.#latest.ask(undefined, (before, signal) => readPosts(before, signal));
            if (!found) return;
            this.page.community.loaded = found.answer.posts.filter((post) => simulated.shows(post));
            this.#show();
        } catch (failure) {
            fillScreen(this.element, this.#head(null), trouble(failure, this.#load, say("timeline.offlineEmpty")));
        }
    };

    #show() {
        this.#located = this.page.community.loaded.filter((post) => post.location);
        const why = this.page.community.loaded.length > 0 ? "timeline.noneLocated" : "timeline.empty";
        const none = make("div", { class: "hint" }, make("p", {}, say(why)));
        const count = say("timeline.located", { count: this.#located.length });
        fillScreen(this.element, this.#head(count), this.#located.length > 0 ? this.steps : none, this.#card);
        this.#update();
        this.page.marks.showPosts(this.#located, {
            chosen: (id) => this.#choose(this.#located.findIndex((post) => post.id === id)),
            gathered: (middle, zoom) => this.page.camera.show(middle, zoom),
        });
        this.#look();
    }

    /**
     * Opens the map at posts: around me if posts are near me. Otherwise the map stays if it shows posts, or else moves
     * to the newest.
     */
    #look() {
        const points = /** @type {PostLocation[]} */ (this.#located.map((post) => post.location));
        const me = this.page.position.fix?.position;
        if (points.length === 0) return;
        if (me && points.some((point) => metresBetween(me, point) < IN_SIGHT_METRES)) this.page.camera.visit(me);
        else this.page.camera.showAny(points, recent(points));
    }

    async #choose(/** @type {number} */ index) {
        this.#chosen = index;
        this.#update();
        const post = this.#located[index];
        // The answer is there: it came with the posts.
        const me = await this.page.community.me();
        fill(this.#card, postCard(this.page, post, me, { changed: this.#changed, isOnMap: true, isShort: true }));
        this.page.marks.choosePost(post);
        if (post.location) this.page.camera.keepClear(post.location);
    }

    leave() {
        this.#latest.drop();
        this.page.marks.showPosts([]);
    }
}

/**
 * The newest places, as far as they lie near the very newest: one post from far away does not show all the land
 * between.
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

/** How far around a point things are seen well from 500 m away. */
const IN_SIGHT_METRES = 150;
const MOST_RECENT = 20;
const NEAR_METRES = 2_000;
const SWIPE_PIXELS = 3;
const SWIPE_HEIGHT = 100;
