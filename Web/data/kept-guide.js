// Keeps pages of the guide and the imprint on the device after reading, for reading without a network. Keeps only the
// public part.
import { ownName } from "../address/root.js";

export const STORE = ownName("hereabouts-guide");
export const INDEX = "/api/v1/guide";
export const VENUES = "/api/v1/guide/venues/";
const TIME = "x-kept-at";

/** @typedef {GuideIndex | VenueAnswer} Answer */

/**
 * Returns the public part of an answer; null where there is none.
 *
 * @param {Answer} answer
 * @param {{now: number, countsAll: boolean}} reading when it was read, and whether its reader may see drafts: then its
 *   counts include them.
 * @returns {Answer | null}
 */
export function publicPart(answer, { now, countsAll }) {
    const isPublic = (/** @type {Publication} */ { state, publish_at: from }) =>
        state === "published" && (!from || new Date(from).getTime() <= now);
    if ("venue" in answer) {
        if (!isPublic(answer.venue)) return null;
        // The vote of a member is private.
        const works = answer.works.filter(isPublic).map(({ my_vote: _mine, ...work }) => work);
        return { venue: { ...answer.venue, works: works.length }, works };
    }
    const venues = answer.venues.filter(isPublic);
    const ids = new Set(venues.map(({ id }) => id));
    return {
        venues: countsAll ? venues.map((venue) => ({ ...venue, works: 0 })) : venues,
        tours: answer.tours
            .filter(isPublic)
            .map((tour) => ({ ...tour, venues: tour.venues.filter((id) => ids.has(id)) })),
    };
}

/**
 * Keeps an answer, and drops the pictures that it no longer shows. Where nothing can be kept, as on pages that are not
 * secure, nothing is.
 *
 * @param {string} path
 * @param {Answer | Imprint} answer that everybody may see.
 * @param {number} now
 * @returns {Promise<boolean>} whether the answer is kept now.
 */
export async function keepAnswer(path, answer, now) {
    let isKept = false;
    try {
        const store = await globalThis.caches?.open(STORE);
        if (!store) return false;
        const headers = { "content-type": "application/json", [TIME]: String(now) };
        const text = JSON.stringify(answer);
        await store.put(path, new Response(text, { headers }));
        isKept = true;
        const kept = await store.keys();
        const isUnwanted = (/** @type {URL} */ url) =>
            url.searchParams.get("of") === path && !text.includes(/** @type {string} */ (url.pathname.split("/")[2]));
        await Promise.all(kept.map((each) => isUnwanted(new URL(each.url)) && store.delete(each)));
    } catch (failure) {
        console.info("the guide could not be kept:", failure);
    }
    return isKept;
}

/**
 * @param {string} path
 * @returns {Promise<{answer: any, keptAt: number} | null>}
 */
export async function keptAnswer(path) {
    try {
        const found = await (await globalThis.caches?.open(STORE))?.match(path);
        return found ? { answer: await found.json(), keptAt: Number(found.headers.get(TIME)) } : null;
    } catch {
        return null;
    }
}

/**
 * Drops the answers whose path is meant, and their pictures.
 *
 * @param {(path: string) => boolean} isMeant
 */
export async function dropAnswers(isMeant) {
    try {
        const store = await globalThis.caches?.open(STORE);
        const kept = (await store?.keys()) ?? [];
        await Promise.all(kept.map((each) => isMeant(pathOf(new URL(each.url))) && store?.delete(each)));
    } catch (failure) {
        console.info("what was kept of the guide could not be dropped:", failure);
    }
}

/**
 * The path of the answer that something kept is or belongs to.
 *
 * @param {URL} url
 */
function pathOf({ pathname, searchParams }) {
    return searchParams.get("of") ?? pathname;
}
