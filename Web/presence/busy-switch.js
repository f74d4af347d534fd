// The switch by which how busy places are comes onto the map.
import { placesNow } from "../data/busyness.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** Wherever it stands, it shows the same choice. */
export function busySwitch() {
    const box = make("input", { type: "checkbox", on: { change: () => (placesNow.isOnMap = box.checked) } });
    const update = () => (box.checked = placesNow.isOnMap);
    placesNow.addEventListener("choice", update);
    update();
    const element = make("label", { class: "switch" }, icon("users"), make("span", {}, say("busy.onMap")), box);
    return { element, leave: () => placesNow.removeEventListener("choice", update) };
}
