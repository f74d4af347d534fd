// A shared game on the screen. Throws come from this screen or from the server, and this device plays them all.
import { fill, make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { Aim } from "./aim.js";
import { Countdown } from "./countdown.js";
import { CourtView } from "./court-view.js";
import { differentResult, endingOf } from "./early-ending.js";
import { Ledger } from "./ledger.js";
import { Match } from "./match.js";
import { Outbox } from "./outbox.js";
import { refusalOf } from "./refusal.js";
import { personElsewhere, personOfDevice } from "./shared-players.js";
import { Table } from "./table.js";
import { teamNumber } from "./words.js";

/** From here on the seconds are shown. */
const HURRY_SECONDS = 30;

/**
 * @typedef {{
 *   program: import('./table.js').Program,
 *   sound: import('./sound.js').Sound,
 *   surroundings: import('./play.js').Surroundings,
 *   again: () => void,
 *   change: () => void,
 *   received: (game: SharedBocceGame) => void,
 *   ask: () => void,
 *   disagree: () => void,
 * }} Parts `received` takes an answer of the server, `ask` asks it for the game, and `disagree` ends the game because
 *   this device got another result.
 */

export class SharedMatch {
    element = make("div", { class: "bocce-shared" });
    #isConnected = true;
    #clock = new Countdown(
        () => this.#showTime(),
        () => this.parts.ask(),
    );
    #hasHurried = false;
    /** @type {Ledger | null} */
    #ledger = null;

    /**
     * @param {Parts} parts
     * @param {SharedBocceGame} game
     * @param {number | null} you the team of this device; null for one that watches.
     */
    constructor(parts, game, you) {
        this.parts = parts;
        this.game = game;
        this.you = you;
        this.outbox = new Outbox(parts.surroundings.games, game.id, {
            sent: parts.received,
            refused: (failure) => this.#refused(failure),
            stuck: () => this.#showState(),
        });
        this.#set();
    }

    /** Sets up the match as the server has it, with the throws that it does not have yet. */
    #set() {
        const { program, sound, again, change } = this.parts;
        const { court, first } = this.game.game;
        this.#end();
        const ledger = new Ledger(program, this.game.game);
        this.#ledger = ledger;
        const comparison = ledger.follow(this.game.game, 0);
        if (this.game.state !== "playing") this.outbox.clear();
        for (const { number, throw: thrown } of this.outbox.unsent)
            if (number === ledger.throws.length) ledger.add(thrown);
        const aim = new Aim();
        const person = personOfDevice(ledger, aim, (number, thrown) => this.#threw(number, thrown));
        const elsewhere = personElsewhere(ledger);
        const players = [0, 1].map((team) => (team === this.you ? person : elsewhere));
        this.match = new Match(new Table(program, teamNumber(first), court), players);
        this.match.you = this.you;
        this.match.repeat(ledger.throws);
        this.view = new CourtView(this.match, aim, sound, { again: this.you === null ? null : again, change });
        const watching = this.you === null && make("p", { class: "bocce-watching quiet" }, say("watch"));
        fill(this.element, watching, this.view.element);
        this.#compared(comparison);
    }

    /**
     * Begins to show it, once it is in the page.
     *
     * @param {boolean} takesFocus
     */
    begin(takesFocus) {
        this.view?.begin(takesFocus);
        this.match?.play();
        this.#showState();
        this.#showTime();
        this.outbox.flush();
    }

    /** @param {SharedBocceGame} game that is as new as the last one, or newer. */
    receive(game) {
        this.game = game;
        const { length } = game.game.throws;
        const isUnsent = (/** @type {{number: number}} */ { number }) => game.state === "playing" && number >= length;
        const unsent = this.outbox.unsent.filter(isUnsent).length;
        const comparison = this.#ledger?.follow(game.game, unsent) ?? "same";
        if (comparison === "other") this.#anew();
        else this.#compared(comparison);
        this.#showState();
    }

    /** @param {import('./ledger.js').Comparison} comparison */
    #compared(comparison) {
        const ending = comparison === "different" ? differentResult() : endingOf(this.game, this.you);
        if (ending && !this.match?.ending) {
            this.match?.stop(ending);
            if (comparison === "different" && this.game.state === "playing") this.parts.disagree();
        }
        this.#clock.start(this.game.seconds_left);
    }

    /** Shows the server's game in place of this one. */
    #anew() {
        const hadFocus = this.element.contains(document.activeElement);
        this.#set();
        this.begin(hadFocus);
    }

    /**
     * @param {number} number
     * @param {import('./table.js').Throw} thrown
     */
    #threw(number, thrown) {
        const hash = this.#ledger?.add(thrown);
        if (!hash) return;
        this.outbox.add({ number, throw: thrown, hash });
        this.#showTime();
        this.#showState();
    }

    /** @param {unknown} failure */
    #refused(failure) {
        const text = sayIfKnown(`error.${refusalOf(failure)}`) ?? this.parts.surroundings.failureText(failure);
        this.parts.surroundings.page.notices.show(text);
        this.parts.ask();
    }

    /** @param {boolean} isConnected */
    connected(isConnected) {
        this.#isConnected = isConnected;
        if (isConnected) this.outbox.flush();
        this.#showState();
    }

    #showState() {
        const isOver = this.game.state !== "playing";
        const { failure, unsent } = this.outbox;
        const isOffline = !this.#isConnected || (failure !== null && !refusalOf(failure));
        if (isOffline && unsent.length > 0) this.view?.hold(say("net.unsent"));
        else if (isOffline && !isOver) this.view?.hold(say("net.lost"));
        else this.view?.hold(failure && unsent.length > 0 ? this.parts.surroundings.failureText(failure) : "");
    }

    #showTime() {
        const { seconds } = this.#clock;
        // The time of a throw that is on its way is not running out.
        const isFew = seconds !== null && seconds <= HURRY_SECONDS && this.outbox.unsent.length === 0;
        this.view?.countDown(isFew && !this.match?.isOver ? seconds : null);
        if (!isFew) this.#hasHurried = false;
        else if (!this.#hasHurried && this.match?.isHere && !this.match.isRolling) {
            this.#hasHurried = true;
            this.view?.say(say("turn.hurry", { count: seconds }));
        }
    }

    #end() {
        this.view?.leave();
        this.match?.end();
        this.#ledger?.free();
        this.#ledger = null;
    }

    leave() {
        this.outbox.leave();
        this.#clock.stop();
        this.#end();
    }
}
