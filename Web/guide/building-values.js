// The building of a venue as its form keeps it: as text that compares equal exactly when the building is the same.

/** The most further pictures, floor plans and entrances; a test compares all limits with the server's. */
export const MOST = { pictures: 24, plans: 60, entrances: 40 };
export const LABEL_LENGTH = 20;
/** The lowest and the highest level. */
export const LEVELS = [-100, 200];

/**
 * @param {VenueDetail | undefined} detail
 * @returns {VenueDetail}
 */
export function wholeDetail(detail) {
    return { pictures: [], plans: [], entrances: [], ...detail, access: detail?.access ?? {} };
}

/**
 * Writes a building for the form.
 *
 * @param {VenueDetail | undefined} detail
 */
export function detailText(detail) {
    const { pictures, plans, entrances, access } = wholeDetail(detail);
    const known = Object.entries(access ?? {}).filter(([, answer]) => answer && answer !== "unknown");
    return JSON.stringify({
        pictures: pictures.map(({ kind, picture }) => ({ kind, picture: pictureOf(picture) })),
        plans: plans.map(({ picture, level, label, center, width, rotation, opacity }) => ({
            picture: pictureOf(picture),
            level,
            label,
            center: { lat: center.lat, lon: center.lon },
            width,
            rotation,
            opacity,
        })),
        entrances: entrances.map(({ location, name, step_free: stepFree, level }) => ({
            location: { lat: location.lat, lon: location.lon },
            name,
            step_free: stepFree === "unknown" ? undefined : stepFree,
            level,
        })),
        access: Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
    });
}

/**
 * Returns the fields to send; nothing for a building about which nothing is said.
 *
 * @param {VenueDetail} detail
 * @returns {VenueDetailFields | undefined}
 */
export function detailFields(detail) {
    const { pictures, plans, entrances, access } = /** @type {VenueDetail} */ (JSON.parse(detailText(detail)));
    const isKnown = Object.keys(access ?? {}).length > 0;
    if (pictures.length + plans.length + entrances.length === 0 && !isKnown) return undefined;
    return {
        pictures: pictures.map(({ kind, picture }) => ({ kind, picture: choiceOf(picture) })),
        plans: plans.map((plan) => ({ ...plan, picture: choiceOf(plan.picture) })),
        entrances,
        access: isKnown ? access : undefined,
    };
}

/**
 * Reads a level as `readNumber` reads numbers: one with at most one decimal, undefined for none.
 *
 * @param {number | undefined} value
 */
export function isLevel(value) {
    if (value === undefined) return true;
    const [lowest, highest] = LEVELS;
    return value >= Number(lowest) && value <= Number(highest) && Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;
}

/** @param {Picture} picture */
function pictureOf({ id, width, height, text }) {
    return { id, width, height, text: text || undefined };
}

/** @param {Picture} picture */
function choiceOf({ id, text }) {
    return { id, text };
}
