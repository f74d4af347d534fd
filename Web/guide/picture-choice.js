// The picture of an entry while it is edited: the one there is with its words, another one, or none.
import { pictureField } from "../pictures/picture-field.js";
import { pictureImage } from "../pictures/picture.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * `taken` sends a newly chosen picture first; it is what the entry then shows.
 *
 * @typedef {{element: HTMLElement, taken: () => Promise<{id: string, text?: string} | undefined>, isChanged: () => boolean,
 *   reset: () => void, renew: (picture: Picture | undefined) => void}} PictureChoice
 */

/**
 * @param {Page} page
 * @param {Picture | undefined} given
 * @returns {PictureChoice}
 */
export function pictureChoice({ people }, given) {
    let kept = given;
    let isRemoved = false;
    const other = pictureField(people);
    const text = make("input", {
        "aria-label": say("picture.text"),
        placeholder: say("picture.text"),
        maxlength: 500,
        dir: "auto",
    });
    const present = make("div", { class: "picture-preview" });
    const element = make("div", { class: "picture-choice" }, present, other.preview, other.button);
    const changed = () => element.dispatchEvent(new Event("change", { bubbles: true }));

    function nameButton() {
        const label = say(other.has() || (kept && !isRemoved) ? "picture.replace" : "picture.add");
        other.button.querySelector("span")?.replaceChildren(label);
    }

    function show() {
        text.value = kept?.text ?? "";
        nameButton();
        if (!kept || isRemoved) return fill(present);
        const remove = iconButton("x", say("picture.remove"), () => {
            isRemoved = true;
            show();
            changed();
            other.button.focus();
        });
        return fill(present, pictureImage(kept, { sizes: "96px" }), make("div", {}, text, remove));
    }

    // A picture that was chosen takes the place of the one there is.
    new MutationObserver(() => {
        present.hidden = other.has();
        nameButton();
        changed();
    }).observe(other.preview, { childList: true });
    show();
    return {
        element,
        async taken() {
            const taken = await other.taken();
            if (taken) return taken;
            return kept && !isRemoved ? { id: kept.id, text: text.value.trim() || undefined } : undefined;
        },
        isChanged: () => other.has() || isRemoved || (kept !== undefined && text.value !== (kept.text ?? "")),
        reset() {
            other.clear();
            isRemoved = false;
            show();
        },
        renew(picture) {
            const words = text.value;
            const wasTold = words !== (kept?.text ?? "");
            kept = picture;
            show();
            if (wasTold) text.value = words;
        },
    };
}
