// The choice between everything and walking only, each with its size.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { sizeText } from "../text/quantities.js";

/** @typedef {import("../data/pack-store.js").PackContent} PackContent */

/** @type {PackContent[]} */
const CONTENTS = ["all", "walking"];

/**
 * @param {import("./offline.js").Offers} offers
 * @param {PackContent} chosen
 * @param {(content: PackContent) => void} choose
 */
export function packChoice(offers, chosen, choose) {
    const rows = CONTENTS.map((content) => {
        const { pack, missing } = offers[content];
        const size = say("offline.size", { packed: sizeText(missing.packed), bytes: sizeText(pack.bytes) });
        const attributes = { type: "radio", name: "pack-content", value: content, checked: content === chosen };
        return make(
            "label",
            { class: "pack-choice" },
            make("input", { ...attributes, on: { change: () => choose(content) } }),
            make("span", {}, say(`offline.${content}`), make("small", { class: "digits" }, size)),
        );
    });
    return make("fieldset", { class: "pack-choices" }, make("legend", {}, say("offline.what")), ...rows);
}
