// A shared game on the screen. Throws come from this screen or from the server, and this device plays them all.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { Aim } from "./aim.js";
import { Countdown } from "./countdown.js";
import { CourtView } from "./court-view.js";
import { earlyEnding } from "./early-ending.js";
import { firstOfNext } from "./entering.js";
import { endGame } from "./leaving.js";
import { Ledger } from "./ledger.js";
import { Match } from "./match.js";
import { outboxOf } from "./outbox.js";
import { refusalOf, textOfFailure } from "./refusal.js";
import { personElsewhere, personOfDevice } from "./shared-players.js";
import { Table } from "./table.js";
import { teamNumber } from "./words.js";

/** From here on the seconds are shown. */
const HURRY_SECONDS = 30;

/** @typedef {import('./followed-game.js').FollowedGame} FollowedGame */
/** @typedef {import('./shared-screens.js').Setting} Setting */

export class SharedMatch {
    element = make("div", { class: "bocce-shared" });
    #isConnected = true;
    /** Why the server does not show the game any more; empty while it does. */
    #refusal = "";
    /** Whether this device, which only watches, got another result than the server. */
    #isWrong = false;
    #clock = new Countdown(
        () => this.#showTime(),
        () => this.followed.ask(),
    );
    #hasHurried = false;
    #hasDisagreed = false;
    /** @type {Ledger | null} */
    #ledger = null;

    /**
     * @param {Setting} setting
     * @param {FollowedGame} followed
     * @param {SharedBocceGame} game
     * @param {number | null} you the team of this device; null for one that watches.
     */
    constructor(setting, followed, game, you) {
        this.setting = setting;
        this.followed = followed;
        this.game = game;
        this.you = you;
        this.listener = {
            sent: followed.receive,
            refused: (/** @type {unknown} */ failure) => this.#refused(failure),
            stuck: () => this.#showState(),
        };
        this.outbox = outboxOf(followed.games, game.id, this.listener);
        this.#set();
    }

    /** Sets up the match as the server has it, with the throws that it does not have yet. */
    #set() {
        const { program, sound, change } = this.setting;
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
        this.view = new CourtView(this.match, aim, sound, { again: this.you === null ? null : this.#again, change });
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
        this.#isWrong = comparison === "different" && this.you === null;
        const ending = earlyEnding(this.game, this.you, comparison === "different");
        if (ending && !this.match?.ending) this.match?.stop(ending);
        if (comparison === "different" && this.you !== null && !this.#hasDisagreed && this.game.state === "playing") {
            this.#hasDisagreed = true;
            endGame(this.followed.games, this.game.id, "different_result");
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
        const { surroundings } = this.setting;
        surroundings.page.notices.show(textOfFailure(failure, surroundings));
        this.followed.ask();
    }

    /** @param {boolean} isConnected */
    connected(isConnected) {
        this.#isConnected = isConnected;
        this.#refusal = "";
        if (isConnected) this.outbox.flush();
        this.#showState();
    }

    /**
     * The server does not show the game any more.
     *
     * @param {string} text
     */
    hidden(text) {
        this.#isConnected = true;
        this.#refusal = text;
        this.#showState();
    }

    /** Whether it is over on this device; the server may not know yet. */
    get isOver() {
        return this.match?.isOver ?? false;
    }

    #again = () => this.setting.again(firstOfNext(this.game));

    #showState() {
        this.view?.hold(this.#state);
        const isSettled = this.game.state !== "playing";
        const isSending = !isSettled && this.you !== null;
        this.view?.await(isSending ? say("net.sending") : "");
    }

    /** What stands over the court; empty if all is well. */
    get #state() {
        const { failure, unsent } = this.outbox;
        const isOffline = !this.#isConnected || (failure !== null && !refusalOf(failure));
        if (isOffline && unsent.length > 0) return say("net.unsent");
        if (isOffline && this.game.state === "playing") return say("net.lost");
        if (failure && unsent.length > 0) return this.setting.surroundings.failureText(failure);
        return this.#refusal || (this.#isWrong ? say("watch.wrong") : "");
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
        this.outbox.leave(this.listener);
        this.#clock.stop();
        this.#end();
    }
}
