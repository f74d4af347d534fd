// The field to say something: it grows, keeps what was typed until that is sent, and shows what would be told of one's position.
import { metresBetween } from "../core/geodesy.js";
import { pictureField } from "../pictures/picture-field.js";
import { AddressLine } from "../place/address-line.js";
import { atHome } from "../presence/reporting.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText } from "../text/quantities.js";
import { MESSAGE_LENGTH } from "./post-card.js";

const NAME = "hereabouts.guest";
const NAME_LENGTH = 64;
/** How long the place's name is waited for; without it the server looks it up. */
const PLACE_MS = 3_000;
/** A smaller move keeps what is here. In metres. */
const SAME_PLACE_METRES = 25;

/**
 * @param {Page} page
 * @param {Me} me
 * @param {{posted: (post: Post, isDone: boolean) => void}} options `posted` is told what was posted, and whether nothing else is
 *   being written.
 */
export function composer(page, me, { posted }) {
    const { position, locating, facing, presence } = page;
    const kept = page.people.draft(me);
    let isLocated = false;
    /**
     * What is at the place that the post would show, asked for once for about the same spot.
     *
     * @type {{at: Position, answer: AddressAnswer | null} | null}
     */
    let looked = null;
    const here = new AddressLine(page.data, (_, answer) => {
        if (looked) looked.answer = answer;
    });
    here.element.removeAttribute("aria-live"); // What it stands in is read out.
    /** What `told` says but the address: who moves does not hear the same again. */
    let saying = "";
    /**
     * Where one is at home, as it was read last; guests have named nothing.
     *
     * @type {SharingState | null}
     */
    let sharing = null;
    const field = make("textarea", {
        "aria-label": say("composer.message"),
        placeholder: say("composer.message"),
        maxlength: MESSAGE_LENGTH,
        rows: 1,
        dir: "auto",
    });
    field.value = kept.message ?? "";
    // Who begins to write is asked for a name, not who only reads.
    field.addEventListener("focus", () => form.classList.add("open"));
    const name =
        !me.account &&
        make("input", {
            "aria-label": say("composer.name"),
            placeholder: say("composer.name"),
            maxlength: NAME_LENGTH,
            autocomplete: "nickname",
            value: localStorage.getItem(NAME) ?? "",
            dir: "auto",
        });
    const told = make("p", { class: "told quiet", "aria-live": "polite" });
    const locate = iconButton("map-pin", say("composer.locate"), toggle, { "aria-pressed": "false", class: "toggle" });
    const submit = make(
        "button",
        { class: "main", type: "submit" },
        icon("send"),
        make("span", {}, say("composer.send")),
    );
    const problem = make("div", {});
    const picture = pictureField(page.people);
    const form = make(
        "form",
        { class: field.value ? "composer open" : "composer" },
        field,
        name,
        picture.preview,
        told,
        problem,
        make("div", { class: "buttons" }, make("div", { class: "with" }, locate, picture.button), submit),
    );

    /** The same for as long as the post is: sending it again after a lost answer adds nothing. */
    let key = kept.key ?? randomKey();
    /** What was sent with the key: it may have arrived without our knowing, and other words are another post. */
    let tried = kept.tried;
    const keep = () => page.people.keepDraft(me, { message: field.value, key, tried });
    field.addEventListener("input", keep);

    async function toggle() {
        isLocated = !isLocated;
        fill(problem);
        try {
            if (isLocated && !(await locating.wish("post"))) isLocated = false;
            if (isLocated) await learnHomes();
        } catch (failure) {
            isLocated = false;
            fill(problem, trouble(failure, toggle));
        }
        showLocated();
    }

    function showLocated() {
        locate.setAttribute("aria-pressed", String(isLocated));
        tell();
    }

    /** Ready for the next post, which tells nothing of where one is unless that is asked for again. */
    function close() {
        isLocated = false;
        showLocated();
        form.classList.remove("open");
    }

    /** Each time: an area may have been named on another device meanwhile. */
    async function learnHomes() {
        if (me.account) sharing = await presence.sharing();
    }

    /** @param {Position} at */
    const home = (at) => sharing && atHome(at, sharing.areas, sharing.fields.at_home);

    function tell() {
        const fix = isLocated ? position.fix : null;
        // Until homes are known it may be the area that is told.
        const isOpen = fix && !(me.account && !sharing);
        const hidden = isOpen ? home(fix.position) : null;
        if (!isOpen || hidden) {
            here.leave();
            looked = null;
            if (hidden) return write([say(hidden.middle ? "composer.toldHome" : "composer.toldNowhere")]);
            return write(isLocated && !fix ? [say("composer.noFix")] : []);
        }
        if (!looked || metresBetween(looked.at, fix.position) > SAME_PLACE_METRES) {
            looked = { at: fix.position, answer: null };
            here.show(fix.position);
        }
        const shown = shownOf(fix);
        return write([
            say("composer.told", { distance: distanceText(shown.accuracy) }),
            here.element,
            ...motionWords(shown),
        ]);
    }

    /** @param {(string | HTMLElement)[]} parts */
    function write(parts) {
        const words = JSON.stringify(parts.map((part) => (typeof part === "string" ? part : "")));
        if (words === saying) return;
        saying = words;
        fill(told, ...parts.map((part) => (typeof part === "string" ? make("span", {}, part) : part)));
    }

    async function place(/** @type {Position} */ at) {
        if (looked?.answer && metresBetween(looked.at, at) <= SAME_PLACE_METRES) return placeName(looked.answer);
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(), PLACE_MS);
        const answer = await page.data.address(at, patience.signal).catch(() => null);
        clearTimeout(timer);
        return answer ? placeName(answer) : undefined;
    }

    /** @returns {Promise<Draft["location"]>} */
    async function location() {
        if (isLocated) await learnHomes();
        const fix = isLocated ? position.fix : null;
        if (!fix) return undefined;
        const hidden = home(fix.position);
        // Its name is found by the server: asking for that of the true place would tell it.
        if (hidden) return hidden.middle;
        return { ...shownOf(fix), place: await place(fix.position) };
    }

    /**
     * What a post shows of where I am, but for the place's name: what is said before and what is sent are the same.
     *
     * @param {import("../position/position.js").Fix} fix
     */
    function shownOf(fix) {
        const { accuracy, speed } = fix;
        return { ...fix.position, accuracy, heading: facing.degrees ?? undefined, speed: speed ?? undefined };
    }

    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (!field.value.trim() && !picture.has()) {
            fill(problem, make("p", { class: "problem", role: "alert" }, say("composer.empty")));
            return field.focus();
        }
        if (name) localStorage.setItem(NAME, name.value.trim());
        const giveBack = withhold(submit);
        fill(problem);
        try {
            const guest = name ? name.value.trim() || undefined : undefined;
            const message = field.value;
            const [where, shown] = await Promise.all([location(), picture.taken()]);
            const words = JSON.stringify([message, guest, shown]);
            if (tried !== undefined && tried !== words) key = randomKey();
            tried = words;
            keep();
            const post = await page.people.add({ message, name: guest, location: where, picture: shown, key });
            // What was written or chosen meanwhile is the next post.
            if (field.value === message) field.value = "";
            if (shown) picture.clear(shown.id);
            key = randomKey();
            tried = undefined;
            keep();
            giveBack();
            const isDone = !field.value && !picture.has();
            close();
            if (!isDone) form.classList.add("open");
            page.notices.tell(say("composer.sent"));
            posted(post, isDone);
        } catch (failure) {
            giveBack();
            fill(
                problem,
                trouble(failure, () => form.requestSubmit()),
            );
        }
    });
    const follow = () => {
        if (form.isConnected) return tell();
        position.removeEventListener("change", follow);
        facing.removeEventListener("change", follow);
        return here.leave();
    };
    position.addEventListener("change", follow);
    facing.addEventListener("change", follow);
    return form;
}

/**
 * What is said of the motion that a post shows: nothing when it shows none.
 *
 * @param {{heading?: number, speed?: number}} shown
 */
function motionWords({ heading, speed }) {
    if (heading !== undefined) return [say(speed === undefined ? "composer.toldFacing" : "composer.toldFacingSpeed")];
    return speed === undefined ? [] : [say("composer.toldSpeed")];
}

/**
 * The town, or what there is of one, which the post says that it is from.
 *
 * @param {AddressAnswer} answer
 */
function placeName({ address }) {
    return address?.city ?? address?.suburb ?? address?.neighbourhood ?? undefined;
}

/** 128 random bits, in hexadecimal digits; `crypto.randomUUID` is there on secure pages only. */
function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
