// On the card of a place: how busy it is, how long people wait there, and the form that reports a wait.
import { readBusyness, readQueue } from "../data/busyness.js";
import { Latest } from "../data/latest.js";
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

/** A wait of so many minutes is long enough for a game. */
const LONG_WAIT = 5;
/** The types of places that may have a queue or busy hours. */
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
    #latest = new Latest();

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
        const isAsked = TYPES.includes(place.type) && page.about.features?.includes("queues");
        if (isAsked) this.#load();
    }

    /**
     * @param {string} id
     * @param {AbortSignal} signal
     */
    #ask = async (id, signal) => {
        const [busyness, me] = await Promise.all([readBusyness(id, signal), this.page.community.me()]);
        // Fuel stations and car parks have no queues.
        const wait = busyness.has_queue === false ? null : await readQueue(id, signal);
        return /** @type {const} */ ([busyness, wait, me]);
    };

    async #load() {
        try {
            const found = await this.#latest.ask(this.place.id, this.#ask);
            if (!found) return;
            const [busyness, wait, me] = found.answer;
            const seen = shown(busyness);
            this.#show(seen);
            this.element.hidden = !seen.now && !seen.levels;
            if (!wait) return;
            const part = { busyness: seen, wait: shown(wait) };
            this.#showQueue(part.wait);
            const averages = simulated.shows(wait) ? wait.usual : [];
            fill(this.#usual, waits(averages, busyness.clock));
            const open = (/** @type {() => void} */ close) => queueForm(this.page, this.place, this.#showQueue, close);
            fill(this.#reportForm, me.account ? unfold("clock", say("queue.report"), open) : null);
            this.element.hidden =
                !part.busyness.now && !part.busyness.levels && !part.wait.now && averages.length === 0 && !me.account;
        } catch (failure) {
            // The rest of the card is as good without it.
            console.info("how busy it is there is not known:", failure);
        }
    }

    /** @param {PlaceBusyness} busyness */
    #show(busyness) {
        const { now, levels, is_simulated: isSimulated } = busyness;
        const mark = isSimulated ? simulatedBadge() : null;
        fill(
            this.#busy,
            now && make("p", { class: "busy-line" }, icon("users"), make("strong", {}, busyText(now)), mark),
            levels && busyChart({ ...busyness, levels }),
        );
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
        return this.#latest.drop();
    }
}

/**
 * Returns how long people wait at other hours, folded away.
 *
 * @param {PlaceQueue["usual"]} averages
 * @param {string} clock
 */
function waits(averages, clock) {
    if (averages.length === 0) return null;
    return unfold("clock", say("queue.usually"), () => usualWaits(averages, clock));
}

/**
 * Returns the line about a place; nothing where all people are simulated and left out.
 *
 * @template {{is_simulated?: boolean}} Part
 * @param {Part} part
 * @returns {Part}
 */
const shown = (part) => (simulated.shows(part) ? part : { ...part, now: undefined, levels: undefined });
