// Sends the items of the outbox, each kind to its address, with its key and the time of its writing.
import { Refused } from "../data/failures.js";
import { atHome } from "./home-areas.js";

/** @typedef {import("../data/community.js").Community} Community */
/** @typedef {import("../data/presence.js").Presence} Presence */

/**
 * Returns what sends one item of the outbox. It calls `keep` after each change of the item, so that every try sends the
 * same.
 *
 * @param {Community} community
 * @param {Presence} presence
 */
export function carrier(community, presence) {
    /**
     * @param {OutboxItem} item
     * @param {() => Promise<void>} keep
     */
    return async (item, keep) => {
        if (item.isUnchecked) await conceal(item, presence, keep);
        if (item.kind === "vote") return sendVote(item, community);
        const path = item.kind === "post" ? "/api/v1/posts" : "/api/v1/queues";
        try {
            return await sendBody(item, path, community, keep);
        } catch (failure) {
            if (!item.picture?.id || !(failure instanceof Refused) || failure.field !== "picture.id") throw failure;
            // The server keeps a picture without a post for a day only. This device still has it.
            item.picture.id = undefined;
            await keep();
            return sendBody(item, path, community, keep);
        }
    };
}

/**
 * @param {OutboxItem} item
 * @param {string} path
 * @param {Community} community
 * @param {() => Promise<void>} keep
 */
async function sendBody(item, path, community, keep) {
    const { picture, key, body, writtenAt } = item;
    const sent = { ...body, key, written_at: new Date(writtenAt).toISOString() };
    if (!picture) return community.write("POST", path, sent);
    if (!picture.id) {
        picture.id = (await community.write("POST", `/api/v1/pictures?key=${picture.key}`, picture.file)).id;
        await keep();
    }
    return community.write("POST", path, { ...sent, picture: { id: picture.id, text: picture.text } });
}

/**
 * @param {OutboxItem} item
 * @param {Community} community
 */
function sendVote({ key, body }, community) {
    const { work, isFor } = /** @type {{work: string, isFor: boolean}} */ (body);
    return community.write(isFor ? "PUT" : "DELETE", `/api/v1/guide/works/${work}/vote?key=${key}`);
}

/**
 * Puts the middle of the home area in place of a location at home. It was written without a network, when this device did
 * not know the areas.
 *
 * @param {OutboxItem} item
 * @param {Presence} presence
 * @param {() => Promise<void>} keep
 */
async function conceal(item, presence, keep) {
    const { areas, fields } = await presence.sharing();
    if (item.kind === "post") {
        const home = item.body.location && atHome(item.body.location, areas, fields.at_home);
        if (home) item.body = { ...item.body, location: home.middle };
    } else {
        const { lat, lon, ...rest } = item.body;
        const home = lat === undefined ? null : atHome({ lat, lon }, areas, fields.at_home);
        if (home) item.body = { ...rest, ...home.middle };
    }
    item.isUnchecked = undefined;
    await keep();
}
