// What stands above and below the shown lines of a room: buttons for older and newer ones. They come by themselves while
// somebody scrolls; the buttons are for keyboards and screen readers, and for lines that only the node has.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

export class RoomEnds {
    older = make("div", { class: "actions" });
    newer = make("div", { class: "actions" });
    #unkept = make("p", { class: "quiet" }, say("room.unkept"));
    #older;
    #newer;

    /**
     * @param {import("./room-lines.js").RoomLines} lines
     * @param {{more: () => Promise<void>, turn: (change: () => void) => void, toNewest: () => void, lost: () => void}} acts
     *   `more` asks the node where no older lines are here, `turn` shows other lines, `lost` finds another place for the
     *   focus when the pressed button is gone.
     */
    constructor(lines, { more, turn, toNewest, lost }) {
        this.lines = lines;
        this.turn = turn;
        const older = async (/** @type {HTMLButtonElement} */ button) => {
            button.setAttribute("aria-disabled", "true");
            await more();
            button.removeAttribute("aria-disabled");
            if (!button.isConnected) lost();
        };
        const newer = (/** @type {HTMLButtonElement} */ button) => {
            this.toNewer();
            if (!button.isConnected) lost();
        };
        this.#older = [pressable("room.older", older)];
        this.#newer = [pressable("room.newer", newer), pressable("room.newest", toNewest)];
    }

    /** What is done when an end comes near. */
    get wanted() {
        const older = () => this.lines.hasOlderHere && this.turn(() => this.lines.window.older(this.lines.here));
        return new Map([
            [this.older, older],
            [this.newer, () => this.toNewer()],
        ]);
    }

    toNewer() {
        if (this.lines.hasNewer) this.turn(() => this.lines.window.newer(this.lines.here));
    }

    show() {
        const { hasMore, hasNewer, hasUnkept } = this.lines;
        refill(this.older, [...(hasMore ? this.#older : []), ...(hasUnkept ? [this.#unkept] : [])]);
        refill(this.newer, hasNewer ? this.#newer : []);
    }
}

/**
 * Fills an element, unless it has these children already: one of them may have the focus.
 *
 * @param {HTMLElement} element
 * @param {HTMLElement[]} children
 */
function refill(element, children) {
    const isSame = children.length === element.childElementCount && children.every((each) => element.contains(each));
    if (!isSame) fill(element, ...children);
}

/**
 * @param {string} label
 * @param {(button: HTMLButtonElement) => void} press
 */
function pressable(label, press) {
    const click = () => {
        if (button.ariaDisabled === "true") return;
        // What comes is read on from where the button stands, also when it is pressed again.
        button.scrollIntoView({ block: "nearest", behavior: "auto" });
        press(button);
    };
    const button = make("button", { type: "button", on: { click } }, say(label));
    return button;
}
