// The chat: a program of its own, which the page loads when somebody opens it, or carries messages of it already.
import { at } from "../address/root.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { Carrier } from "./carrier.js";
import { Chat } from "./chat.js";
import { CheckScreen } from "./check-screen.js";
import { ROSTER } from "./classes.js";
import { openDatabase } from "./database.js";
import { MeshGames } from "./games/mesh-games.js";
import { HelpCardScreen } from "./help/card-screen.js";
import { HelpFormScreen } from "./help/form-screen.js";
import { HelpListScreen } from "./help/list-screen.js";
import { PhonePins } from "./help/phone-pins.js";
import { ownKeys } from "./keys.js";
import { LogInForm } from "./log-in-form.js";
import { ConversationScreen } from "./mail/conversation-screen.js";
import { ConversationsScreen } from "./mail/conversations-screen.js";
import { openMailbox } from "./mail/opening.js";
import { MeshNode } from "./node.js";
import { NodesScreen } from "./nodes-screen.js";
import { Operating } from "./operators/operating.js";
import { loadProgram } from "./program.js";
import { RoomScreen } from "./room-screen.js";
import { RoomsScreen } from "./rooms-screen.js";
import { loadWords } from "./words.js";

/**
 * What the page gives; `hiding` what hides a line from everybody, or null where that is not this account's to do.
 *
 * @typedef {{
 *   placeName: string,
 *   open: (view: View) => void,
 *   replace: (view: View) => void,
 *   close: () => void,
 *   directions: (to: Position, name: string) => void,
 *   helpPins: import("../data/help-pins.js").HelpPins,
 *   locate: (found: (position: Position) => void, explain: (text: string) => void, signal: AbortSignal) => void,
 *   middle: () => Position,
 *   look: (point: Position) => void,
 *   point: (point: Position | null) => void,
 *   place: (point: Position | null, moved?: (position: Position) => void) => void,
 *   titled: (name: string) => void,
 *   accountName: () => Promise<string | null>,
 *   isOperator: () => Promise<boolean>,
 *   hiding: () => Promise<((id: string) => Promise<void>) | null>,
 *   notify: (text: string) => void,
 *   useTokens: (tokens: import("./node-tokens.js").NodeTokens) => void,
 *   listen: (heard: import("../data/live.js").Listener) => () => void,
 *   now: () => number,
 *   failureText: (failure: unknown) => string,
 *   trouble: (failure: unknown, retry: () => void) => HTMLElement,
 *   skeleton: () => HTMLElement,
 * }} Surroundings `locate` finds where this device is or says why it cannot, `middle` is that of the map; `look` turns the map to a point, `point` marks
 *   it there, `place` with a mark that can be moved; `useTokens` lets all requests of the page carry the tokens of nodes.
 *
 * @typedef {Extract<View, {screen: "chat" | "mail" | "help" | "nodes" | "phone"}>} MeshView
 * @typedef {{element: HTMLElement, leave: () => void}} Part
 */

/** @type {Promise<Chat> | null} */
let made = null;

/**
 * Makes the chat, once, and lets it carry messages from then on; again if that failed.
 *
 * @param {Surroundings} surroundings
 * @returns {Promise<Chat>}
 */
export function carry(surroundings) {
    made ??= makeChat(surroundings);
    made.catch(() => {
        made = null;
    });
    return made;
}

/**
 * Returns the games with people of the mesh.
 *
 * @param {Surroundings} surroundings
 */
export async function openGames(surroundings) {
    const { games } = await carry(surroundings);
    if (!games) throw new Error("the chat has no games");
    await games.start();
    return games;
}

/** @param {Surroundings} surroundings */
async function makeChat({ listen, now, helpPins, useTokens }) {
    const node = new MeshNode();
    const chat = new Chat({ node, now, ...(await carrierOrWhyNot(node, now)) });
    if (chat.carrier) useTokens(chat.carrier.tokens);
    await chat.start();
    if (chat.carrier) {
        const pins = new PhonePins(chat.carrier, () => chat.hidden);
        helpPins.useSigning(pins);
        chat.carrier.addEventListener("change", () => (pins.noteGiven() ? helpPins.refresh() : helpPins.changed()));
    }
    chat.useMail(await openMailbox(chat.carrier, chat.ability));
    const games = new MeshGames({ node, carrier: chat.carrier, clock: now, locks: navigator.locks });
    chat.games = games;
    listen({
        mesh: ({ room, nodes, roster, games: hasGames }) => {
            if (room) chat.hear(room);
            if (hasGames) games.hear();
            if (roster) chat.carrier?.hear(ROSTER);
            if (nodes) chat.dispatchEvent(new Event("nodes"));
        },
    });
    return chat;
}

/**
 * @param {MeshNode} node
 * @param {() => number} clock
 * @returns {Promise<{carrier: Carrier | null, ability: import("./keys.js").Ability}>}
 */
async function carrierOrWhyNot(node, clock) {
    if (!crypto.subtle) return { carrier: null, ability: "insecure" };
    const database = await openDatabase().catch((failure) => {
        console.info("this browser keeps no messages:", failure);
        return null;
    });
    if (!database) return { carrier: null, ability: "noDatabase" };
    const signer = await ownKeys(database);
    if (!signer) return { carrier: null, ability: "noEd25519" };
    const gossip = await loadProgram();
    const carrier = new Carrier({ gossip, node, database, signer, clock, locks: navigator.locks });
    return { carrier, ability: "signs" };
}

/**
 * Opens a screen of the mesh.
 *
 * @param {HTMLElement} body
 * @param {Surroundings} surroundings
 * @param {MeshView} view
 */
export async function openScreen(body, surroundings, view) {
    const [chat] = await Promise.all([carry(surroundings), loadWords(), loadLook()]);
    return new Shown(body, surroundings, chat, view);
}

/**
 * Opens what operators do about the mesh.
 *
 * @param {HTMLElement} element
 * @param {import("./operators/operating.js").Office} office
 */
export async function openOperating(element, office) {
    await Promise.all([loadWords(), loadLook()]);
    return new Operating(element, office);
}

/**
 * Opens the form to log in at the node that answers.
 *
 * @param {HTMLElement} element
 * @param {Surroundings} surroundings
 */
export async function openLogIn(element, surroundings) {
    const [{ carrier }] = await Promise.all([carry(surroundings), loadWords(), loadLook()]);
    const form = carrier && new LogInForm(carrier, surroundings, say("logIn.account"));
    fill(element, form ? form.element : make("p", { class: "remark" }, say("logIn.noProof")));
}

/** The screen that is shown: the rooms, one room, private messages, the nodes, or what this phone can do. */
class Shown {
    /** @type {Part | null} */
    #part = null;

    /**
     * @param {HTMLElement} body
     * @param {Surroundings} surroundings
     * @param {Chat} chat
     * @param {MeshView} view
     */
    constructor(body, surroundings, chat, view) {
        this.body = body;
        this.surroundings = surroundings;
        this.chat = chat;
        this.turnTo(view);
    }

    /** @param {MeshView} view */
    turnTo(view) {
        this.leave();
        this.#part = this.#made(view);
        this.body.replaceChildren(this.#part.element);
    }

    /** @param {MeshView} view @returns {Part} */
    #made(view) {
        const { chat, surroundings } = this;
        if (view.screen === "nodes") return new NodesScreen(chat, surroundings);
        if (view.screen === "phone") return new CheckScreen(chat, surroundings);
        if (view.screen === "mail")
            return view.person
                ? new ConversationScreen(chat, surroundings, view.person)
                : new ConversationsScreen(chat, surroundings);
        if (view.screen === "help") return helpScreen(chat, surroundings, view);
        return view.room ? new RoomScreen(chat, surroundings, view.room) : new RoomsScreen(chat, surroundings);
    }

    leave() {
        this.#part?.leave();
        this.#part = null;
    }
}

/** @param {Chat} chat @param {Surroundings} surroundings @param {HelpView} view @returns {Part} */
function helpScreen(chat, surroundings, { pin, at: point }) {
    if (pin) return new HelpCardScreen(chat, surroundings, pin);
    return point ? new HelpFormScreen(chat, surroundings, point) : new HelpListScreen(chat, surroundings);
}

/** Adds the style sheet to the page, once. */
async function loadLook() {
    if (document.getElementById("mesh-look")) return;
    const link = make("link", { id: "mesh-look", rel: "stylesheet", href: at("/built/mesh.css") });
    await new Promise((resolve, reject) => {
        link.addEventListener("load", resolve, { once: true });
        link.addEventListener("error", () => reject(new Error("no style sheet")), { once: true });
        document.head.append(link);
    }).catch((failure) => {
        link.remove();
        throw failure;
    });
}
