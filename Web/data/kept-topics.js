// The pages of the kept guide, as the core's search reads them: see `GuideTopic.read`.
import { INDEX, keptAnswer, VENUES } from "./kept-guide.js";

const [FIELD_END, RECORD_END] = ["\u001f", "\u001e"];

/**
 * The kept venues, tours, and the works of venues that were kept with them; empty where no guide is kept. Only what
 * everybody may see is kept.
 */
export async function keptTopics() {
    /** @type {GuideIndex | undefined} */
    const index = (await keptAnswer(INDEX))?.answer;
    if (!index) return "";
    const venues = await Promise.all(index.venues.map(ofVenue));
    return [...venues.flat(), ...index.tours.map(({ id, name }) => written(["tour", id, name]))].join("");
}

/** @param {Venue} venue */
async function ofVenue(venue) {
    /** @type {VenueAnswer | undefined} */
    const answer = (await keptAnswer(VENUES + venue.id))?.answer;
    const { location } = venue;
    const point = location ? [location.lat, location.lon].map((degrees) => String(Math.round(degrees * 1e7))) : [];
    const works = (answer?.works ?? []).map(({ id, title, artist = "" }) =>
        written(["work", id, title, artist, venue.id, venue.name, ...point]),
    );
    return [written(["venue", venue.id, venue.name, "", "", "", ...point]), ...works];
}

/** @param {string[]} fields those that are missing at the end are empty. */
function written(fields) {
    const plain = (/** @type {string} */ text) => text.split(FIELD_END).join(" ").split(RECORD_END).join(" ");
    return [...Array(8).keys()].map((index) => plain(fields[index] ?? "") + FIELD_END).join("") + RECORD_END;
}
