// The switch of levels over the map: one button for each level of the building, the highest on top.
import { Refused } from "../data/failures.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { levelLabel, levelName } from "../text/level-words.js";
import { fromAbove } from "./levels.js";

export class LevelSwitch {
    #list = make("div", { class: "levels-list", on: { keydown: (/** @type {KeyboardEvent} */ e) => this.#move(e) } });
    #foot = make("div", { class: "levels-foot" });
    /** The chosen level, for screen readers; the buttons are drawn anew meanwhile. */
    #status = make("p", { class: "spoken", role: "status" });
    // The focus stays here while there is no button.
    element = make(
        "div",
        { class: "level-switch", role: "group", tabindex: -1, hidden: true },
        this.#list,
        this.#foot,
        this.#status,
    );
    /**
     * The building whose buttons are there, and the level shown last.
     *
     * @type {{building: string, level: number | undefined} | null}
     */
    #drawn = null;

    /**
     * @param {import("./floors.js").Floors} floors
     * @param {Page} page
     */
    constructor(floors, { notices }) {
        this.floors = floors;
        this.notices = notices;
        floors.addEventListener("change", () => this.#show());
        // The sheet takes room from the list, and the style sheet comes after the first levels.
        new ResizeObserver(() => this.#reveal()).observe(this.#list);
        this.#show();
    }

    #show() {
        const { current, building, failure } = this.floors;
        this.element.hidden = current === null;
        if (current === null) {
            this.#drawn = null;
            return;
        }
        const name = building?.name;
        this.element.setAttribute("aria-label", name ? say("levels.of", { building: name }) : say("plan.levels"));
        this.element.toggleAttribute("data-failed", Boolean(failure));
        if (building) this.#showLevels(building);
        else this.#showState(failure);
    }

    /** @param {unknown} failure */
    #showState(failure) {
        this.#drawn = null;
        const keepFocus = this.#focusKeeper();
        const text = failure ? say("levels.failed", { reason: failureText(failure) }) : say("levels.loading");
        fill(this.#foot);
        if (failure) {
            const label = `${text} ${say("action.tryAgain")}`;
            const drawing = icon(failure instanceof Refused ? "circle-alert" : "wifi-off");
            const retry = { click: () => this.floors.retry() };
            const names = { class: "level-retry", "aria-label": label, title: label, "data-focus": "retry" };
            const words = make("span", {}, say("levels.again"));
            fill(this.#list, make("button", { type: "button", ...names, on: retry }, drawing, words));
        } else fill(this.#list, make("span", { class: "level-waits", "aria-hidden": "true" }, icon("layers")));
        fill(this.#status, text);
        keepFocus();
    }

    /**
     * Returns a function that restores the focus, if it is inside now, after the buttons are drawn anew: on the same
     * button, else on *Retry* or the shown level, else on the switch itself.
     */
    #focusKeeper() {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        if (!this.element.contains(focused)) return () => {};
        const name = focused?.dataset.focus ?? "";
        return () => {
            const [same, other] = [`[data-focus="${name}"]`, "[data-focus=retry], [aria-pressed=true]"];
            const next = this.element.querySelector(same) ?? this.#list.querySelector(other) ?? this.element;
            /** @type {HTMLElement} */ (next).focus();
        };
    }

    /** @param {IndoorBuilding} building */
    #showLevels({ id, name, levels }) {
        const { level } = this.floors;
        const keepFocus = this.#focusKeeper();
        const isOther = this.#drawn?.building !== id;
        const hasMoved = isOther || this.#drawn?.level !== level;
        const { scrollLeft, scrollTop } = this.#list;
        this.#drawn = { building: id, level };
        const shown = levels.find((each) => each.level === level);
        fill(this.#list, ...fromAbove(levels).map((each) => this.#button(id, each, each.level === level)));
        fill(this.#foot, shown && this.#mineButton(id, shown));
        this.#list.scrollTo(scrollLeft, scrollTop);
        if (hasMoved) this.#reveal();
        if (hasMoved && shown) fill(this.#status, [levelLabel(shown), name].filter(Boolean).join(" · "));
        keepFocus();
    }

    /**
     * @param {string} building
     * @param {Level} each
     * @param {boolean} isShown
     */
    #button(building, each, isShown) {
        const isMine = this.#isMine(building, each.level);
        const label = isMine ? say("levels.mine", { level: levelLabel(each) }) : levelLabel(each);
        return make(
            "button",
            {
                type: "button",
                class: isMine ? "is-mine" : undefined,
                "aria-pressed": String(isShown),
                "aria-label": label,
                title: label,
                // The arrows move among the levels; Tab goes on behind them.
                tabindex: isShown ? 0 : -1,
                "data-focus": `level ${each.level}`,
                on: { click: () => this.floors.choose(building, each.level) },
            },
            make("span", { dir: "auto" }, levelName(each)),
        );
    }

    /**
     * @param {string} building
     * @param {Level} shown
     */
    #mineButton(building, shown) {
        const isMine = this.#isMine(building, shown.level);
        const press = () => {
            this.floors.mine = isMine ? null : { building, level: shown.level };
            this.notices.show(say(isMine ? "levels.notHere" : "levels.here", { level: levelLabel(shown) }));
        };
        const label = say("levels.iAmHere");
        const state = { "aria-pressed": String(isMine), "aria-label": label, title: label, "data-focus": "mine" };
        return make("button", { type: "button", class: "level-mine", ...state, on: { click: press } }, icon("map-pin"));
    }

    /**
     * @param {string} building
     * @param {number} level
     */
    #isMine(building, level) {
        const { mine } = this.floors;
        return mine?.building === building && mine.level === level;
    }

    /** Brings the shown level into the middle of the list, which is a column or a row; nothing else may scroll. */
    #reveal() {
        const list = this.#list;
        const button = /** @type {HTMLElement | null} */ (list.querySelector("[aria-pressed=true]"));
        if (!button) return;
        const top = button.offsetTop - (list.clientHeight - button.offsetHeight) / 2;
        list.scrollTo(button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2, top);
    }

    /** @param {KeyboardEvent} event */
    #move(event) {
        const buttons = /** @type {HTMLElement[]} */ ([...this.#list.querySelectorAll("button")]);
        const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (to === undefined || at < 0) return;
        event.preventDefault();
        event.stopPropagation();
        buttons[Math.min(Math.max(to, 0), buttons.length - 1)].focus();
    }
}
