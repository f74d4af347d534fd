// A picture: in its place, and large after a press.
import { at } from "../address/root.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** The longer sides of the sizes there are, in pixels. */
const SIDES = { small: 480, medium: 1080, large: 2048 };
const ZOOM = 2.5;

/**
 * @param {string} id
 * @param {keyof typeof SIDES} size
 */
export function pictureAddress(id, size) {
    return at(`/pictures/${encodeURIComponent(id)}/${size}`);
}

/**
 * The picture itself, in the size that suits where it stands; its room is kept while it is on its way.
 *
 * @param {Picture} picture
 * @param {{sizes: string, class?: string}} options `sizes` as in HTML: how wide it is shown.
 */
export function pictureImage({ id, width, height, text }, { sizes, class: name }) {
    const share = width / Math.max(width, height);
    const sources = Object.entries(SIDES).map(
        ([size, side]) =>
            `${pictureAddress(id, /** @type {keyof typeof SIDES} */ (size))} ${Math.max(1, Math.round(side * share))}w`,
    );
    const image = make("img", {
        class: name,
        src: pictureAddress(id, "medium"),
        srcset: sources.join(", "),
        sizes,
        width,
        height,
        alt: text || say("picture.undescribed"),
        loading: "lazy",
        decoding: "async",
    });
    image.addEventListener("error", () => image.replaceWith(absentPicture(image.alt)));
    return image;
}

/**
 * Returns the replacement for a picture that cannot be loaded.
 *
 * @param {string} text the description of the picture.
 */
function absentPicture(text) {
    const words = text ? { role: "img", "aria-label": say("picture.absent", { text }) } : {};
    return make("span", { class: "no-picture absent", ...words }, icon("image"));
}

/**
 * A picture that opens large.
 *
 * @param {Picture} picture
 * @param {{sizes: string}} options
 */
export function pictureButton(picture, options) {
    return make(
        "button",
        {
            type: "button",
            class: "picture",
            "aria-label": say("picture.open", { text: picture.text || say("picture.undescribed") }),
            on: { click: () => openPicture(picture) },
        },
        pictureImage(picture, options),
    );
}

/**
 * Shows a picture over everything; a press or the keys + and − make it larger, Escape leads back.
 *
 * @param {Picture} picture
 */
export function openPicture(picture) {
    const image = pictureImage({ ...picture }, { sizes: "100vw" });
    image.loading = "eager";
    const frame = make(
        "div",
        // The scroll position counts from the left.
        {
            class: "frame",
            dir: "ltr",
            tabindex: 0,
            role: "group",
            "aria-label": picture.text || say("picture.undescribed"),
        },
        image,
    );
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ press) =>
        make("button", { type: "button", class: "round", "aria-label": label, on: { click: press } }, icon(name));
    let isLarge = false;
    const zoom = (/** @type {boolean} */ wish) => {
        isLarge = wish;
        enlarge(frame, image, isLarge);
        const hadFocus = [larger, smaller].some((each) => each === document.activeElement);
        larger.disabled = isLarge;
        smaller.disabled = !isLarge;
        if (hadFocus) (isLarge ? smaller : larger).focus();
    };
    const larger = button("plus", say("picture.larger"), () => zoom(true));
    const smaller = button("minus", say("picture.smaller"), () => zoom(false));
    smaller.disabled = true;
    image.addEventListener("click", () => zoom(!isLarge));
    const dialog = make(
        "dialog",
        { class: "picture-view", "aria-label": say("picture.view") },
        frame,
        make(
            "div",
            { class: "bar" },
            smaller,
            larger,
            button("x", say("action.close"), () => frame.closest("dialog")?.close()),
        ),
        picture.text && make("p", { dir: "auto" }, picture.text),
    );
    dialog.addEventListener("keydown", ({ key }) => {
        if (key === "+" || key === "-") zoom(key === "+");
    });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/**
 * Makes a picture larger, or as small as before, around the middle of the part that is in view.
 *
 * @param {HTMLElement} frame
 * @param {HTMLImageElement} image
 * @param {boolean} isLarge
 */
function enlarge(frame, image, isLarge) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
    const middle = [
        (scrollLeft + clientWidth / 2) / frame.scrollWidth,
        (scrollTop + clientHeight / 2) / frame.scrollHeight,
    ];
    image.style.setProperty("--zoom", String(isLarge ? ZOOM : 1));
    frame.classList.toggle("large", isLarge);
    frame.scrollTo(
        /** @type {number} */ (middle[0]) * frame.scrollWidth - clientWidth / 2,
        /** @type {number} */ (middle[1]) * frame.scrollHeight - clientHeight / 2,
    );
}
