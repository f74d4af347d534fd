// Saves a place on this device, and lets it go.
import { saved } from "../data/kept-places.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * @param {Page} page
 * @param {() => Found} place as it is known by then.
 */
export function saveButton({ notices }, place) {
    const word = make("span", {});
    const update = () => {
        const isSaved = saved.has(place().id);
        button.setAttribute("aria-pressed", String(isSaved));
        fill(word, say(isSaved ? "saved.isSaved" : "saved.save"));
    };
    const press = () => {
        const { id } = place();
        const isDone = saved.has(id) ? saved.remove(id) : saved.add(place());
        if (!isDone) notices.show(say("saved.failed"));
        update();
    };
    const button = make("button", { type: "button", class: "save", on: { click: press } }, icon("star"), word);
    update();
    return button;
}
