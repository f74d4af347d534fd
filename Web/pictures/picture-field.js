// Choosing a picture to send: the device makes it smaller and shows it before sending, with a description.
import { addPicture } from "../data/posts.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** No side that is sent is longer: the server keeps no larger size. In pixels. */
const SIDE = 2048;
const QUALITY = 0.9;
const TEXT_LENGTH = 500;

/**
 * @typedef {{button: HTMLElement, preview: HTMLElement, taken: () => Promise<{id: string, text?: string} | undefined>,
 *   chosen: () => Promise<{file: Blob, text?: string, source: Blob} | undefined>,
 *   choose: (file: Blob, text?: string) => void, clear: (source?: Blob) => void, has: () => boolean}} PictureField
 *
 * `taken` sends the chosen picture. `chosen` returns it as it would be sent, with the file that it was made of, and
 * `choose` chooses another. `clear` takes the choice back; with a file, only if nothing else was chosen since.
 */
/**
 * @param {import("../data/community.js").Community} community
 * @returns {PictureField}
 */
export function pictureField(community) {
    return new PictureChooser(community);
}

/** A button that chooses a picture, and the preview with its description. */
class PictureChooser {
    /** @type {Blob | null} */
    #file = null;
    /**
     * The id once it was sent: a post that is tried again does not send it again.
     *
     * @type {string | null}
     */
    #sent = null;
    #address = "";
    #text = make("input", {
        "aria-label": say("picture.text"),
        placeholder: say("picture.text"),
        maxlength: TEXT_LENGTH,
        dir: "auto",
    });
    preview = make("div", { class: "picture-preview" });

    /** @param {import("../data/community.js").Community} community */
    constructor(community) {
        this.community = community;
        const choose = make("input", { type: "file", accept: "image/jpeg,image/png,image/webp,image/*", hidden: true });
        this.button = iconButton("image-plus", say("picture.add"), () => choose.click());
        this.button.append(choose);
        choose.addEventListener("click", (event) => event.stopPropagation());
        choose.addEventListener("change", () => {
            const chosen = choose.files?.[0];
            // The same file may be chosen again after it was taken back.
            choose.value = "";
            if (chosen) this.#take(chosen);
        });
    }

    #take(/** @type {Blob} */ chosen) {
        this.clear();
        this.#file = chosen;
        this.#address = URL.createObjectURL(chosen);
        const image = make("img", { src: this.#address, alt: say("picture.chosen") });
        image.addEventListener("error", () => {
            if (this.#file !== chosen) return;
            this.clear();
            fill(this.preview, make("p", { class: "trouble", role: "alert" }, say("picture.unreadable")));
        });
        const remove = iconButton("x", say("picture.remove"), () => {
            this.clear();
            this.button.focus();
        });
        fill(this.preview, image, make("div", {}, this.#text, remove));
        // The words come before the button in the page: by keyboard people would miss them.
        if (this.button.matches(":focus-visible")) this.#text.focus();
    }

    clear = (/** @type {Blob | undefined} */ source = undefined) => {
        if (source && source !== this.#file) return;
        if (this.#address) URL.revokeObjectURL(this.#address);
        [this.#file, this.#sent, this.#address] = [null, null, ""];
        this.#text.value = "";
        fill(this.preview);
    };

    taken = async () => {
        const chosen = this.#file;
        if (!chosen) return undefined;
        const words = this.#text.value.trim() || undefined;
        const id = this.#sent ?? (await addPicture(this.community, await smaller(chosen))).id;
        if (this.#file === chosen) this.#sent = id;
        return { id, text: words };
    };

    chosen = async () => {
        const source = this.#file;
        if (!source) return undefined;
        return { file: await smaller(source), text: this.#text.value.trim() || undefined, source };
    };

    choose = (/** @type {Blob} */ file, text = "") => {
        this.#take(file);
        this.#text.value = text;
    };

    has() {
        return this.#file !== null;
    }
}

/**
 * The picture in the stored size, which also removes the camera's metadata; as it is when this browser cannot read it.
 *
 * @param {Blob} file
 * @returns {Promise<Blob>}
 */
async function smaller(file) {
    try {
        const bitmap = await createImageBitmap(file);
        const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
        const canvas = make("canvas", {
            width: Math.max(1, Math.round(bitmap.width * scale)),
            height: Math.max(1, Math.round(bitmap.height * scale)),
        });
        canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        bitmap.close();
        const type = file.type === "image/png" ? "image/png" : "image/jpeg";
        const made = await new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
        return made ?? file;
    } catch {
        return file;
    }
}
