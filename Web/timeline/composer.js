// The field to say something: it grows, keeps what was typed until that is sent, and shows what would be told of one's position.
import { pictureField } from "../pictures/picture-field.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { distanceText, positionText } from "../text/quantities.js";

const DRAFT = "hereabouts.draft";
const NAME = "hereabouts.guest";
const MESSAGE_LENGTH = 4000;
const NAME_LENGTH = 64;
/** How long the place's name is waited for; without it the server looks it up. */
const PLACE_MS = 3_000;

/**
 * @param {Page} page
 * @param {Me} me
 * @param {{posted: () => void}} options
 */
export function composer(page, me, { posted }) {
    const { position, locating, facing } = page;
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
    let isLocated = false;
    const field = make("textarea", {
        "aria-label": say("composer.message"),
        placeholder: say("composer.message"),
        maxlength: MESSAGE_LENGTH,
        rows: 1,
        dir: "auto",
    });
    field.value = kept.message ?? "";
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
        { class: "composer" },
        name,
        field,
        picture.preview,
        told,
        problem,
        make("div", { class: "buttons" }, make("div", { class: "with" }, locate, picture.button), submit),
    );

    /** The same for as long as the post is: sending it again after a lost answer adds nothing. */
    let key = kept.key ?? randomKey();
    const keep = () => sessionStorage.setItem(DRAFT, JSON.stringify({ message: field.value, key }));
    let hasFailed = false;
    field.addEventListener("input", () => {
        // Other words are another post, even if the first one has arrived without our knowing.
        if (hasFailed) key = randomKey();
        hasFailed = false;
        keep();
    });

    async function toggle() {
        isLocated = !isLocated;
        if (isLocated && !(await locating.wish())) isLocated = false;
        locate.setAttribute("aria-pressed", String(isLocated));
        tell();
    }

    function tell() {
        const fix = isLocated ? position.fix : null;
        if (!fix) return fill(told, isLocated ? say("composer.noFix") : null);
        const distance = distanceText(fix.accuracy);
        fill(told, say("composer.told", { position: positionText(fix.position), distance }));
    }

    async function place(/** @type {Position} */ at) {
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(), PLACE_MS);
        const answer = await page.data.address(at, patience.signal).catch(() => null);
        clearTimeout(timer);
        return answer?.address?.city ?? answer?.address?.suburb ?? undefined;
    }

    /** @returns {Promise<Draft["location"]>} */
    async function location() {
        const fix = isLocated ? position.fix : null;
        if (!fix) return undefined;
        const heading = facing.degrees ?? undefined;
        const { accuracy, speed } = fix;
        return { ...fix.position, accuracy, heading, speed: speed ?? undefined, place: await place(fix.position) };
    }

    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (!field.value.trim() && !picture.has()) return field.focus();
        if (name) localStorage.setItem(NAME, name.value.trim());
        submit.disabled = true;
        fill(problem);
        try {
            const guest = name ? name.value.trim() || undefined : undefined;
            const [where, shown] = await Promise.all([location(), picture.taken()]);
            await page.people.add({ message: field.value, name: guest, location: where, picture: shown, key });
            field.value = "";
            picture.clear();
            key = randomKey();
            keep();
            page.notices.tell(say("composer.sent"));
            posted();
        } catch (failure) {
            hasFailed = true;
            fill(
                problem,
                trouble(failure, () => form.requestSubmit()),
            );
        }
        submit.disabled = false;
    });
    const follow = () => (form.isConnected ? tell() : position.removeEventListener("change", follow));
    position.addEventListener("change", follow);
    return form;
}

/** 128 random bits, in hexadecimal digits; `crypto.randomUUID` is there on secure pages only. */
function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
