// The map as a list: the places on screen, most important first, with the same actions. What a screen reader meets first.
import { placesInView } from "../map/gestures.js";
import { metresBetween } from "../place/walk-row.js";
import { near } from "../search/search.js";
import { placeRow } from "../search/place-row.js";
import { fill, make } from "../shell/make.js";
import { screenHead } from "../sheet/bottom-sheet.js";
import { say, sayIfKnown } from "../text/catalogue.js";

const MOST = 60;

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function listTwin(page) {
    const { map, views } = page;
    const element = make("article", { class: "screen list" });

    function show() {
        const me = near(page);
        const drawn = placesInView(map, me);
        const rows = drawn.slice(0, MOST).map((place) => row(place, me));
        const fact = say("list.count", { count: drawn.length });
        fill(
            element,
            screenHead(say("list.title"), fact, () => views.close()),
            rows.length > 0 ? make("ul", { class: "rows" }, ...rows) : make("p", { class: "hint" }, say("list.empty")),
        );
    }

    /**
     * @param {import('../map/gestures.js').Drawn} place
     * @param {Position} me
     */
    function row({ name, position, group }, me) {
        const found = /** @type {Found} */ ({
            id: "",
            type: "place",
            kind: group,
            category: group,
            name,
            label: "",
            ...position,
            distance: metresBetween(me, position),
            bearing: bearing(me, position),
        });
        const choose = () => page.openDrawn({ name, position, group });
        return make(
            "li",
            {},
            make(
                "button",
                { type: "button", on: { click: choose } },
                placeRow({ ...found, kind: sayIfKnown(`kind.${group}`) ? group : "" }),
            ),
        );
    }

    map.on("idle", show);
    show();
    return { element, stop: "full", leave: () => map.off("idle", show) };
}

/**
 * Initial bearing of two near points, flat. Degrees clockwise from north.
 *
 * @param {Position} from
 * @param {Position} to
 */
function bearing(from, to) {
    const across = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180);
    return ((Math.atan2(across, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}
