// A game as this phone knows it: what the node says, with the own messages that the node does not count yet. An own throw
// stands behind the message that it names, so another throw after that message is never signed, whatever a node says.
import { millisecondsOf } from "../bytes.js";
import { BEGIN, JOIN, LEAVE, OFFER, THROW } from "./bodies.js";

/**
 * @typedef {import("../kept-messages.js").Kept} Kept
 * @typedef {import("./bodies.js").GameBody & {message: Kept}} OwnMessage
 * @typedef {KnownMeshGame} KnownGame
 */

/**
 * @param {MeshBocceGame} said
 * @param {OwnMessage[]} own this phone's messages about the game, the first one first.
 * @param {string | null} key of this phone.
 * @returns {KnownGame}
 */
export function knownGame(said, own, key) {
    const game = left(begun(said, own, key), own, key);
    const you = teamOf(game, key);
    const unsent = [];
    let { last } = game;
    // Each own message is used once, so this ends.
    for (const rest = own.filter(({ tag }) => tag === THROW); ; ) {
        const index = rest.findIndex(({ named }) => named === last);
        if (index < 0) break;
        const [next] = rest.splice(index, 1);
        if (next.thrown) unsent.push(next.thrown);
        last = next.message.id;
    }
    const hasLeft = own.some(({ tag }) => tag === LEAVE);
    const isListed = game.wishes.some(({ player }) => player.key === key);
    return {
        ...game,
        last,
        you,
        hasAsked: !hasLeft && (isListed || own.some(({ tag }) => tag === JOIN)),
        hasBegun: own.some(({ tag }) => tag === BEGIN),
        unsent: game.state === "playing" ? unsent : [],
        isWaiting: own.some(({ message }) => message.state === "waiting"),
        refusal: own.find(({ message }) => message.state === "refused")?.message.reason ?? null,
    };
}

/** @param {MeshBocceGame} game @param {string | null} key @returns {BocceTeam | null} */
function teamOf({ blue, orange }, key) {
    if (key === null) return null;
    return blue.key === key ? "blue" : orange?.key === key ? "orange" : null;
}

/**
 * The game that an own beginning makes.
 *
 * @param {MeshBocceGame} game
 * @param {OwnMessage[]} own
 * @param {string | null} key
 * @returns {MeshBocceGame}
 */
function begun(game, own, key) {
    const begin = own.find(({ tag }) => tag === BEGIN);
    const wish = begin && game.wishes.find(({ message }) => message === begin.named);
    if (game.state !== "waiting" || game.blue.key !== key || !begin || !wish) return game;
    const { id, time } = begin.message;
    const { first } = game.game;
    const more = { orange: wish.player, wishes: [], last: id, turn: first, changed: millisecondsOf(time) };
    return { ...game, ...more, state: /** @type {const} */ ("playing") };
}

/**
 * The game as it ends because this phone has left it.
 *
 * @param {MeshBocceGame} game
 * @param {OwnMessage[]} own
 * @param {string | null} key
 * @returns {MeshBocceGame}
 */
function left(game, own, key) {
    const you = teamOf(game, key);
    const isOpen = game.state === "waiting" || game.state === "playing";
    if (!isOpen || !you || !own.some(({ tag }) => tag === LEAVE)) return game;
    /** @type {BocceTeam | undefined} */
    const winner = game.orange && (you === "blue" ? "orange" : "blue");
    const ended = /** @type {const} */ ({ state: "ended", ending: "left", ended_by: you });
    return { ...game, ...ended, winner, turn: undefined, wishes: [] };
}

/**
 * The game of an own offer that the node does not have yet; null for other messages.
 *
 * @param {OwnMessage} message
 * @returns {MeshBocceGame | null}
 */
export function offeredGame({ tag, game, offer, message }) {
    const isHere = message.state === "waiting" || message.state === "refused";
    if (tag !== OFFER || !offer || !isHere) return null;
    const time = millisecondsOf(message.time);
    const blue = { key: message.author ?? "", is_named: false };
    const record = { ...offer, throws: [], hashes: [] };
    return { id: game, game: record, state: "waiting", blue, wishes: [], offered: time, changed: time };
}
