// A place chosen on the map, where only its drawn name and position are known: finds which place it is and opens its card.
import { Latest } from "../data/latest.js";
import { metresBetween } from "./walk-row.js";

/** A name drawn at one point and found at another this near is the same place: areas are labelled at a point of their own. In metres. */
const SAME_PLACE_METRES = 120;

/**
 * @param {Page} page
 * @returns {(drawn: import('../map/drawn-places.js').Drawn) => Promise<void>}
 */
export function drawnPlaceOpener({ data, views, marks, notices }) {
    const latest = new Latest();
    return async ({ name, localName, position }) => {
        marks.select(position, "place");
        try {
            const found = await latest.ask(position, (near, signal) =>
                data.suggest({ text: localName, near, limit: 6 }, signal),
            );
            if (!found) return;
            const same = found.answer.results.find(
                (each) => [name, localName].includes(each.name) && metresBetween(each, position) < SAME_PLACE_METRES,
            );
            views.open(
                same && same.type !== "position" ? { screen: "place", id: same.id } : { screen: "pin", position, name },
            );
        } catch {
            // Without an answer the card still says where it is, and asks again by itself.
            notices.quiet();
            views.open({ screen: "pin", position, name });
        }
    };
}
