// The words for games of the mesh and their players.
import { formatsLanguage, say } from "../text/catalogue.js";

/** The code of the list in the address; the code of a game has its id behind it. */
export const LIST = "mesh";

/** @param {string} id */
export const codeOf = (id) => `${LIST}-${id}`;

/** @param {string | null} code @returns {string | null} null for the list and for other codes. */
export const idOf = (code) => /^mesh-([0-9a-f]{32})$/.exec(code ?? "")?.[1] ?? null;

/** @param {string | null} code of a game, or the list. */
export const isOfMesh = (code) => code === LIST || idOf(code) !== null;

/**
 * A player's name: with a tilde unless the roster has it, because anybody can show any name; letters of the key for one
 * without a name. Marks of direction keep it apart from the sentence around it (UAX #9, isolates).
 *
 * @param {PlayableMeshGames} games
 * @param {MeshPlayer | undefined} player
 */
export function playerName(games, player) {
    if (!player) return "";
    const { name, isNamed, letters } = games.nameOf(player);
    const plain = name.replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");
    const shown = isNamed ? plain : plain ? `\u2068~${plain}\u2069 (${letters})` : letters;
    return `\u2068${shown}\u2069`;
}

/**
 * Says a time of the last hours by the clock.
 *
 * @param {number} time in milliseconds.
 */
export const timeText = (time) =>
    new Intl.DateTimeFormat(formatsLanguage(), { hour: "numeric", minute: "2-digit" }).format(time);

/** @param {KnownMeshGame} game @returns {MeshPlayer | undefined} the other player of this phone's game. */
export const otherOf = ({ you, blue, orange }) => (you === "blue" ? orange : blue);

/**
 * Says who has to throw since when; empty where nobody has to, or a throw is on its way.
 *
 * @param {PlayableMeshGames} games
 * @param {KnownMeshGame} game
 */
export function turnOf(games, game) {
    const { you, turn, unsent, changed, state } = game;
    if (state !== "playing" || !turn || unsent.length > 0) return "";
    const time = timeText(changed);
    if (you)
        return say(turn === you ? "mesh.yourTurn" : "mesh.otherTurn", { name: playerName(games, otherOf(game)), time });
    return say("mesh.turn", { name: playerName(games, game[turn]), time });
}

/**
 * Says how a game stands, in the list.
 *
 * @param {PlayableMeshGames} games
 * @param {KnownMeshGame} game
 */
export function standingOf(games, game) {
    const { state, wishes, you, hasAsked, offered, winner } = game;
    const time = timeText(offered);
    if (state === "playing") return turnOf(games, game) || say("net.sending");
    if (state !== "waiting" && winner)
        return winner === you ? say("mesh.youWon") : say("mesh.won", { name: playerName(games, game[winner]) });
    if (state !== "waiting") return say("mesh.over");
    if (you) return wishes.length > 0 ? say("mesh.wishes", { count: wishes.length }) : say("mesh.offered", { time });
    return say(hasAsked ? "mesh.asked" : "mesh.offered", { time });
}
