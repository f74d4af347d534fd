// Offers to search where the map was moved to.
import { iconButton } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** The share of the map's smaller side that it has to be moved by. */
const FAR = 0.15;
/** Or zoomed by this many levels. */
const ZOOMED = 1;

/**
 * @param {Page} page
 * @param {() => void} press
 */
export function areaButton({ map, camera }, press) {
    const button = iconButton("refresh-cw", say("search.area"), press, { class: "area-again", hidden: true });
    /** @type {{middle: Position, zoom: number} | null} */
    let searched = null;
    let isUsers = false;
    const begun = (/** @type {any} */ { originalEvent }) => {
        // A move by the page itself ends where it searched.
        if (originalEvent) searched ??= { middle: camera.middle, zoom: map.there.getZoom() };
        isUsers = Boolean(originalEvent);
    };
    const ended = () => {
        if (!isUsers || !searched || !button.hidden) return;
        const { middle, zoom } = searched;
        const { clientWidth, clientHeight } = map.there.getContainer();
        const [before, now] = [middle, camera.middle].map(({ lat, lon }) => map.there.project([lon, lat]));
        const moved = Math.hypot(before.x - now.x, before.y - now.y);
        const isElsewhere = moved > FAR * Math.min(clientWidth, clientHeight);
        button.hidden = !isElsewhere && Math.abs(map.there.getZoom() - zoom) < ZOOMED;
    };
    map.whenThere((there) => {
        there.on("movestart", begun);
        there.on("moveend", ended);
    }, button);
    document.getElementById("map-region")?.append(button);
    return {
        /** Begins to look whether the map is moved away from here. */
        watch() {
            searched = null;
            button.hidden = true;
        },
        hide() {
            const hadFocus = document.activeElement === button;
            button.hidden = true;
            const heading = /** @type {HTMLElement | null} */ (document.querySelector("bottom-sheet h2"));
            if (hadFocus) heading?.focus({ preventScroll: true });
        },
        remove() {
            button.remove();
            map.whenThere((there) => {
                there.off("movestart", begun);
                there.off("moveend", ended);
            }, button);
        },
    };
}
