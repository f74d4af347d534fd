// The game on the screen: it offers the choice, sets up a match, and shows it until another begins.
import { fill } from "../shell/make.js";
import { Aim } from "./aim.js";
import { choice } from "./choice.js";
import { paintSample } from "./sample.js";
import { CourtView } from "./court-view.js";
import { keepGame, readGame } from "./kept.js";
import { Match } from "./match.js";
import { computer, personHere } from "./players.js";
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

    /**
     * @param {import('./table.js').Program} program
     * @param {HTMLElement} body
     * @param {HTMLElement} tools
     */
    constructor(program, body, tools) {
        this.program = program;
        this.body = body;
        this.tools = tools;
        const kept = readGame();
        if (kept) this.#start(kept);
        else this.#choose();
    }

    #choose = () => {
        const hadFocus = [this.tools, this.body].some((each) => each.contains(document.activeElement));
        this.#end();
        fill(this.tools);
        const kept = readGame();
        const resume = kept && !this.#isOver(kept) ? () => this.#start(kept, true) : null;
        const begin = (/** @type {Settings} */ settings) => this.#start({ ...settings, first: 0, throws: [] }, true);
        fill(this.body, choice(begin, resume));
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
            again: () => this.#start({ computer: kept.computer, first: nextFirst(match), throws: [] }, true),
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
        this.#view = null;
        this.#match = null;
    }

    leave() {
        this.#end();
        this.#sound.leave();
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
