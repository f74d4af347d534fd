// The field to say something: it grows, keeps what was typed until that is sent, and shows what would be told of one's position.
import { pictureField } from "../pictures/picture-field.js";
import { atHome } from "../presence/reporting.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText, positionText } from "../text/quantities.js";
import { MESSAGE_LENGTH } from "./post-card.js";

const NAME = "hereabouts.guest";
const NAME_LENGTH = 64;
/** How long the place's name is waited for; without it the server looks it up. */
const PLACE_MS = 3_000;

/**
 * @param {Page} page
 * @param {Me} me
 * @param {{posted: () => void}} options
 */
export function composer(page, me, { posted }) {
    const { position, locating, facing, presence } = page;
    const kept = page.people.draft(me);
    let isLocated = false;
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
        locate.setAttribute("aria-pressed", String(isLocated));
        tell();
    }

    /** Each time: an area may have been named on another device meanwhile. */
    async function learnHomes() {
        if (me.account) sharing = await presence.sharing();
    }

    /** @param {Position} at */
    const home = (at) => sharing && atHome(at, sharing.areas, sharing.fields.at_home);

    function tell() {
        const fix = isLocated ? position.fix : null;
        if (!fix) return fill(told, isLocated ? say("composer.noFix") : null);
        // Until homes are known it may be the area that is told.
        if (me.account && !sharing) return fill(told);
        const hidden = home(fix.position);
        if (hidden) return fill(told, hidden.middle ? say("composer.toldHome") : say("composer.toldNowhere"));
        const distance = distanceText(fix.accuracy);
        fill(told, say("composer.told", { position: positionText(fix.position), distance }));
    }

    async function place(/** @type {Position} */ at) {
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(), PLACE_MS);
        const answer = await page.data.address(at, patience.signal).catch(() => null);
        clearTimeout(timer);
        return answer?.address?.city ?? answer?.address?.suburb ?? answer?.address?.neighbourhood ?? undefined;
    }

    /** @returns {Promise<Draft["location"]>} */
    async function location() {
        if (isLocated) await learnHomes();
        const fix = isLocated ? position.fix : null;
        if (!fix) return undefined;
        const hidden = home(fix.position);
        // Its name is found by the server: asking for that of the true place would tell it.
        if (hidden) return hidden.middle;
        const heading = facing.degrees ?? undefined;
        const { accuracy, speed } = fix;
        return { ...fix.position, accuracy, heading, speed: speed ?? undefined, place: await place(fix.position) };
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
            await page.people.add({ message, name: guest, location: where, picture: shown, key });
            // What was written or chosen meanwhile is the next post.
            if (field.value === message) field.value = "";
            if (shown) picture.clear(shown.id);
            key = randomKey();
            tried = undefined;
            keep();
            page.notices.tell(say("composer.sent"));
            posted();
        } catch (failure) {
            fill(
                problem,
                trouble(failure, () => form.requestSubmit()),
            );
        }
        giveBack();
    });
    const follow = () => (form.isConnected ? tell() : position.removeEventListener("change", follow));
    position.addEventListener("change", follow);
    return form;
}

/** 128 random bits, in hexadecimal digits; `crypto.randomUUID` is there on secure pages only. */
function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
