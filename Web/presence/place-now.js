// On the card of a place: how busy it is, how long people wait there, and the form that reports a wait.
import { readBusyness, readQueue } from "../data/busyness.js";
import { localTime } from "../data/remote.js";
import { simulated } from "../data/simulated.js";
import { unfold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { simulatedBadge } from "../shell/simulated-choice.js";
import { busyText, queueText } from "../text/busy-words.js";
import { say } from "../text/catalogue.js";
import { decimalText } from "../text/quantities.js";
import { busyChart } from "./busy-chart.js";
import { queueForm } from "./queue-form.js";
import { usualWaits } from "./usual-waits.js";

/** Minutes of waiting that are long enough for a game. */
const LONG_WAIT = 5;
/** The types of search results, of all that the card shows, for which the server knows busyness and queues. */
const TYPES = ["place"];

/**
 * @param {Page} page
 * @param {Place} place
 */
export function placeNow(page, place) {
    return new PlaceNow(page, place);
}

/** How busy a place is and how long people wait there. */
class PlaceNow {
    #busy = make("div", {});
    #queue = make("p", { class: "queue-line", role: "status" });
    #game = make("div", {});
    #usual = make("div", {});
    #reportForm = make("div", {});
    #leaving = new AbortController();

    /**
     * @param {Page} page
     * @param {Place} place
     */
    constructor(page, place) {
        this.page = page;
        this.place = place;
        this.element = make(
            "section",
            { class: "place-now", hidden: true },
            this.#busy,
            this.#queue,
            this.#game,
            this.#usual,
            this.#reportForm,
        );
        if (TYPES.includes(place.type)) this.#load();
    }

    /** Shows each part as it comes. A part that the server does not offer, or that fails, leaves the others. */
    async #load() {
        const features = this.page.about.features ?? [];
        const busyness = features.includes("busyness") ? await this.#answer("how busy it is", readBusyness) : null;
        if (busyness) this.#show(shown(busyness));
        // Fuel stations and car parks have no queues.
        if (!features.includes("queues") || busyness?.has_queue === false) return;
        const [wait, me] = await Promise.all([
            this.#answer("how long people wait", readQueue),
            this.#answer("who may report a wait", () => this.page.community.lastMe()),
        ]);
        // Without a network, a member may still report: the report waits in the outbox.
        if (!wait && this.page.data.connection === "online") return;
        const seen = wait && shown(wait);
        if (seen) this.#showQueue(seen);
        const averages = wait && simulated.shows(wait) ? wait.usual : [];
        fill(this.#usual, waits(averages, busyness?.clock ?? localTime()));
        const open = (/** @type {() => void} */ close) => queueForm(this.page, this.place, this.#showQueue, close);
        fill(this.#reportForm, me?.account ? unfold("clock", say("queue.report"), open) : null);
        if (seen?.now || averages.length > 0 || me?.account) this.element.hidden = false;
    }

    /**
     * Returns an answer about the place; `null` if it fails, because the rest of the card is useful without it.
     *
     * @template Answer
     * @param {string} what for the log, the beginning of a sentence.
     * @param {(id: string, signal: AbortSignal) => Promise<Answer>} ask
     * @returns {Promise<Answer | null>} `null` also after the card was left.
     */
    async #answer(what, ask) {
        const { signal } = this.#leaving;
        try {
            const answer = await ask(this.place.id, signal);
            return signal.aborted ? null : answer;
        } catch (failure) {
            if (!signal.aborted) console.info(`${what} there is not known:`, failure);
            return null;
        }
    }

    /**
     * Shows the present level, 1 (quiet) to 5 (very busy), and the levels of each hour of the week: by day, Monday
     * first, then by hour of the day, 0 where too few people were there.
     *
     * @param {PlaceBusyness} busyness
     */
    #show(busyness) {
        const { now, levels, is_simulated: isSimulated } = busyness;
        const mark = isSimulated ? simulatedBadge() : null;
        fill(
            this.#busy,
            now && make("p", { class: "busy-line" }, icon("users"), make("strong", {}, busyText(now)), mark),
            levels && busyChart({ ...busyness, levels }),
        );
        if (now || levels) this.element.hidden = false;
    }

    /** @param {PlaceQueue} wait */
    #showQueue = ({ now, usually, is_simulated: isSimulated }) => {
        fill(this.#game, now && now.minutes >= LONG_WAIT && this.#gameLink());
        const parts = [];
        if (now) parts.push(queueText(now, this.page.now()));
        if (usually) parts.push(say("queue.usual", { minutes: decimalText(usually.minutes), count: usually.reports }));
        if (parts.length === 0) return fill(this.#queue);
        fill(this.#queue, icon("clock"), make("span", {}, parts.join(" · ")), isSimulated ? simulatedBadge() : null);
        return undefined;
    };

    /** Offers the game to people who wait. */
    #gameLink() {
        const open = () => this.page.views.open({ screen: "play" });
        return iconButton("dices", say("queue.play"), open, { class: "button" });
    }

    leave() {
        this.#leaving.abort();
    }
}

/**
 * Returns a button that opens the usual waits by day and hour; `null` if there are none.
 *
 * @param {PlaceQueue["usual"]} averages
 * @param {string} clock The local time there, as ISO 8601 without a zone.
 */
function waits(averages, clock) {
    if (averages.length === 0) return null;
    return unfold("clock", say("queue.usually"), () => usualWaits(averages, clock));
}

/**
 * Returns the facts about a place, without the present state and the levels if its people are simulated and this
 * device leaves simulated people out.
 *
 * @template {{is_simulated?: boolean}} Part
 * @param {Part} part
 * @returns {Part}
 */
const shown = (part) => (simulated.shows(part) ? part : { ...part, now: undefined, levels: undefined });
