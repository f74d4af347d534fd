// What messages in a game of bocce say: one field each, whose tag and value docs/mesh.md lists.
import { bytesOf, hexOf } from "../bytes.js";

export const OFFER = 1;
export const JOIN = 2;
export const BEGIN = 3;
export const THROW = 4;
export const LEAVE = 5;

/** The court of a game as it is offered: usual settings, and the author throws first. */
export const USUAL = { width: 360, length: 640, resistance: 800, angular_damping: 800 };
const TEAMS = /** @type {const} */ (["blue", "orange"]);

/**
 * A message in a game. `named` is the message that a beginning or a throw is after.
 *
 * @typedef {{game: string, tag: number, named: string | null, thrown: BocceThrow | null,
 *   offer: {court: BocceCourt, first: BocceTeam} | null}} GameBody
 */

/** @param {BocceCourt} court @param {BocceTeam} first */
export function offerField({ width, length, resistance, angular_damping: damping }, first) {
    const view = new DataView(new ArrayBuffer(10));
    view.setUint8(0, OFFER);
    for (const [index, number] of [width, length, resistance, damping].entries()) view.setUint16(1 + 2 * index, number);
    view.setUint8(9, TEAMS.indexOf(first));
    return new Uint8Array(view.buffer);
}

/** @param {number} tag of a message that has nothing more to say. */
export const plainField = (tag) => Uint8Array.of(tag);

/** @param {string} wish the id of the message of the person with whom the game begins. */
export const beginField = (wish) => Uint8Array.of(BEGIN, ...bytesOf(wish));

/** @param {string} after the id of the message before. @param {BocceThrow} thrown */
export function throwField(after, { start, across, along }) {
    const view = new DataView(new ArrayBuffer(12));
    for (const [index, number] of [start, across, along].entries()) view.setInt32(4 * index, number);
    return Uint8Array.of(THROW, ...bytesOf(after), ...new Uint8Array(view.buffer));
}

/**
 * Reads what `Gossip.gameBody` answers.
 *
 * @param {{game: string, tag: number, value: Uint8Array}} said
 * @returns {GameBody}
 */
export function bodyOf({ game, tag, value }) {
    const view = new DataView(value.buffer, value.byteOffset);
    const [start, across, along] = tag === THROW ? [32, 36, 40].map((at) => view.getInt32(at)) : [0, 0, 0];
    return {
        game,
        tag,
        named: tag === BEGIN || tag === THROW ? hexOf(value.subarray(0, 32)) : null,
        thrown: tag === THROW ? { start, across, along } : null,
        offer: tag === OFFER ? offerOf(view) : null,
    };
}

/** @param {DataView} view */
function offerOf(view) {
    const [width, length, resistance, damping] = [0, 2, 4, 6].map((at) => view.getUint16(at));
    return { court: { width, length, resistance, angular_damping: damping }, first: TEAMS[view.getUint8(8)] ?? "blue" };
}
