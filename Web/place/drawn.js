// A place chosen on the map, where only its drawn name and position are known: finds which place it is and opens its
// card.
import { metresBetween } from "../core/geodesy.js";
import { isPoint } from "../data/kept-places.js";
import { Latest } from "../data/latest.js";

/**
 * A name drawn at one point and found at another this near is the same place: areas are labelled at a point of their
 * own. In metres.
 */
const SAME_PLACE_METRES = 120;

/** The last tap counts. */
const taps = new Latest();

/**
 * @param {Page} page
 * @param {import('../map/drawn-places.js').Drawn} drawn
 */
export async function openDrawnPlace({ data, views, marks }, { name, localName, position }) {
    marks.select(position, "place");
    /** @type {View} */
    const pin = { screen: "pin", position, name };
    const isHere = views.here();
    try {
        const question = { text: localName, near: position, limit: 6 };
        const found = await taps.ask(question, (asked, signal) => data.suggest(asked, signal));
        if (!found || !isHere()) return;
        const same = found.answer.results.find(
            (each) =>
                !isPoint(each) &&
                [name, localName].includes(each.name) &&
                metresBetween(each, position) < SAME_PLACE_METRES,
        );
        views.open(same ? { screen: "place", id: same.id } : pin);
    } catch {
        // Without an answer the card still says where it is, and asks for the address by itself.
        if (isHere()) views.open(pin);
    }
}
