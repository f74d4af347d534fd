// What a search found, as offers of the list below the field.
import { placeRows } from "./place-row.js";
import { topicRow, withTopics } from "./topic-row.js";

/**
 * Returns the found places, and the pages of the guide at their ranks among them.
 *
 * @param {Suggestions} answer
 * @param {{place: (found: Found) => void, topic: (topic: Topic) => void}} choose
 * @returns {import("./found-list.js").Offer[]}
 */
export function foundOffers({ results, guide = [] }, choose) {
    const rows = placeRows(results);
    const places = results.map((found, index) => ({ row: rows[index], choose: () => choose.place(found) }));
    return withTopics(places, guide, (topic) => ({ row: topicRow(topic), choose: () => choose.topic(topic) }));
}
