// The game on the screen: it offers the choice, sets up a match, and shows it until another begins.
import { fill } from "../shell/make.js";
import { Aim } from "./aim.js";
import { choice } from "./choice.js";
import { paintSample } from "./sample.js";
import { CourtView } from "./court-view.js";
import { playAgain } from "./ending-card.js";
import { keepGame, readGame } from "./kept.js";
import { Match } from "./match.js";
import { MeshScreens } from "./mesh-screens.js";
import { isOfMesh, LIST } from "./mesh-words.js";
import { outboxes } from "./outbox.js";
import { OwnPhones } from "./own-phones.js";
import { computer, personHere } from "./players.js";
import { textOfFailure } from "./refusal.js";
import { SharedScreens } from "./shared-screens.js";
import { Sound } from "./sound.js";
import { Table } from "./table.js";
import { toolButtons } from "./tools.js";

/** @typedef {import('./kept.js').KeptGame} KeptGame */
/** @typedef {import('./kept.js').Settings} Settings */

export class BocceGame {
    #sound = new Sound();
    /** @type {Match | null} */
    #match = null;
    /** @type {CourtView | null} */
    #view = null;
    /** @type {SharedScreens | MeshScreens | null} */
    #shared = null;
    /** @type {OwnPhones | null} */
    #phones = null;
    #listening = new AbortController();

    /**
     * @param {import('./table.js').Program} program
     * @param {HTMLElement} body
     * @param {HTMLElement} tools
     * @param {import('./play.js').Surroundings} surroundings
     * @param {string | null} code of a shared game.
     */
    constructor(program, body, tools, surroundings, code) {
        this.program = program;
        this.body = body;
        this.tools = tools;
        this.surroundings = surroundings;
        this.#sendThrows();
        const kept = readGame();
        if (code) this.#open(code);
        else if (kept) this.#start(kept);
        else this.#choose();
    }

    /** Sends the throws of all shared games that could not be sent before, whatever the screen shows. */
    #sendThrows() {
        const { page, games } = this.surroundings;
        const refused = (/** @type {any} */ { detail: failure }) =>
            page.notices.show(textOfFailure(failure, this.surroundings));
        outboxes.addEventListener("refused", refused, { signal: this.#listening.signal });
        for (const outbox of outboxes.waiting(games)) outbox.flush();
    }

    /**
     * Shows the shared game that the address names now.
     *
     * @param {string | null} code
     */
    turnTo(code) {
        if (code && code !== this.#shared?.code) this.#open(code);
        else if (!code && this.#shared) this.#choose();
    }

    /** @param {string} code of a shared game, of one of the mesh, or of their list. */
    #open(code) {
        if (isOfMesh(code)) this.#meet(code);
        else this.#share((shared) => shared.open(code));
    }

    /**
     * Plays with people of the mesh.
     *
     * @param {string} code of the list or of a game.
     */
    #meet(code) {
        this.#end();
        const { program, body, tools, surroundings } = this;
        const open = (/** @type {string} */ next) => this.#meet(next);
        const setting = { program, body, tools, sound: this.#sound, surroundings, open, change: this.#choose };
        this.#shared = new MeshScreens(setting, code);
    }

    /**
     * Plays a game with another device.
     *
     * @param {(shared: SharedScreens) => void} begin
     */
    #share(begin) {
        this.#end();
        const { program, body, tools, surroundings } = this;
        const screens = new SharedScreens({
            program,
            body,
            tools,
            sound: this.#sound,
            surroundings,
            make: () => this.#share((next) => next.make()),
            again: (code) => this.#share((next) => next.again(code)),
            watch: (code) => this.#share((next) => next.watch(code)),
            change: this.#choose,
        });
        this.#shared = screens;
        begin(screens);
    }

    #choose = () => {
        const hadFocus = [this.tools, this.body].some((each) => each.contains(document.activeElement));
        this.#end();
        const { views } = this.surroundings.page;
        if (views.current.screen === "play" && views.current.game) views.note({ screen: "play" });
        fill(this.tools);
        const kept = readGame();
        const resume = kept && !this.#isOver(kept) ? () => this.#start(kept, true) : null;
        const begin = (/** @type {Settings} */ settings) => this.#start({ ...settings, first: 0, throws: [] }, true);
        this.#phones = new OwnPhones(this.surroundings, {
            begin: () => this.#share((shared) => shared.make()),
            open: (code) => this.#open(code),
        });
        const { features } = this.surroundings.page.about;
        const meet = features?.includes("mesh") ? () => this.#meet(LIST) : null;
        fill(this.body, choice(begin, resume, this.#phones.element, meet));
        if (hadFocus) /** @type {HTMLElement | null} */ (this.body.querySelector("button"))?.focus();
        paintSample(this.body);
    };

    /** @param {KeptGame} kept */
    #isOver({ first, throws }) {
        const table = new Table(this.program, first);
        const match = new Match(table, []);
        match.repeat(throws);
        const { isOver } = table;
        match.end();
        return isOver;
    }

    /**
     * @param {KeptGame} kept
     * @param {boolean} [takesFocus]
     */
    #start(kept, takesFocus = false) {
        this.#end();
        const table = new Table(this.program, kept.first);
        const aim = new Aim();
        const person = personHere(aim);
        const other = kept.computer === null ? person : computer(kept.computer, aim);
        const match = new Match(table, [person, other]);
        this.#match = match;
        match.repeat(kept.throws);
        const keep = () => keepGame({ computer: kept.computer, first: kept.first, throws: match.throws });
        keep();
        match.addEventListener("thrown", keep);
        const view = new CourtView(match, aim, this.#sound, {
            offer: playAgain(() => this.#start({ computer: kept.computer, first: nextFirst(match), throws: [] }, true)),
            change: this.#choose,
        });
        this.#view = view;
        fill(this.tools, ...toolButtons({ sound: this.#sound, explain: () => view.explain(), change: this.#choose }));
        fill(this.body, view.element);
        view.begin(takesFocus);
        match.play();
    }

    #end() {
        this.#view?.leave();
        this.#match?.end();
        this.#shared?.leave();
        this.#phones?.leave();
        this.#view = null;
        this.#match = null;
        this.#shared = null;
        this.#phones = null;
    }

    leave() {
        this.#end();
        this.#sound.leave();
        this.#listening.abort();
        fill(this.tools);
    }
}

/**
 * The winner throws the jack of the next game; nobody's win passes it on.
 *
 * @param {Match} match
 */
function nextFirst({ table }) {
    return table.points > 0 ? table.leader : 1 - table.first;
}
