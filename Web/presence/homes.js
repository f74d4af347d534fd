// Home areas: a member adds one by a tap on the map or at the current position. Others see a square of a fixed grid.
// This device picks the square, so that the home itself is never sent.
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

const MOST_HOMES = 3;

/**
 * @param {Page} page
 * @param {(fields: Partial<Sharing>) => Promise<void>} change
 */
export function homesPart(page, change) {
    return new HomesPart(page, change);
}

/** The areas around the homes of a member, and the buttons that add and remove them. */
class HomesPart {
    #list = make("ul", { class: "homes" });
    #problem = make("p", { class: "problem", role: "alert" });
    /** @type {SharingState | null} */
    #state = null;
    #isLeft = false;

    /**
     * @param {Page} page
     * @param {(fields: Partial<Sharing>) => Promise<void>} change
     */
    constructor({ presence, camera, picker, notices, peopleMap, locating }, change) {
        this.presence = presence;
        this.camera = camera;
        this.picker = picker;
        this.notices = notices;
        this.peopleMap = peopleMap;
        this.locating = locating;
        this.change = change;
        this.here = iconButton("locate", say("homes.here"), this.#useMine);
        this.add = iconButton("map-pin", say("homes.add"), this.#choose);
        this.element = make(
            "div",
            { class: "homes-part" },
            make("h3", {}, say("homes.title")),
            make("p", { class: "quiet" }, say("homes.text")),
            this.#list,
            make("div", { class: "actions" }, this.here, this.add),
            this.#problem,
        );
    }

    /** Waits for a tap on the map; a second press leaves off. */
    #choose = () => {
        fill(this.#problem);
        if (this.picker.take) return this.#leaveOff();
        this.picker.take = this.#take;
        document.addEventListener("keydown", this.#escaped, { capture: true });
        this.#moveSheet("peek");
        this.add.setAttribute("aria-pressed", "true");
        this.notices.hold("home", say("homes.tap"), {
            label: say("homes.middle"),
            press: () => this.#take(this.camera.middle),
        });
        return undefined;
    };

    #useMine = async () => {
        fill(this.#problem);
        const fix = await this.locating.wish("home");
        if (fix) await this.#take(fix.position);
        else fill(this.#problem, say("homes.unknown"));
    };

    /** @param {import("../sheet/bottom-sheet.js").Stop} stop */
    #moveSheet(stop) {
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (
            this.element.closest("bottom-sheet")
        )?.moveTo(stop);
    }

    #leaveOff() {
        if (this.picker.take !== this.#take) return;
        this.picker.take = null;
        document.removeEventListener("keydown", this.#escaped, { capture: true });
        this.#moveSheet("full");
        this.add.removeAttribute("aria-pressed");
        this.notices.hold("home", null);
    }

    /**
     * Leaves off, and does not close the screen.
     *
     * @param {KeyboardEvent} event
     */
    #escaped = (event) => {
        // A layer above closes first.
        const above = document.querySelector("dialog[open], .found-popup:not([hidden]), #layers-menu:not([hidden])");
        if (event.key !== "Escape" || event.isComposing || above) return;
        event.stopPropagation();
        this.#leaveOff();
        this.add.focus();
    };

    /** @param {Position} position */
    #take = async (position) => {
        this.#leaveOff();
        this.#setDisabled(true);
        try {
            const home = await this.presence.homeArea(position);
            const homes = this.#state?.fields.homes ?? [];
            const isKnown = homes.some((one) => JSON.stringify(one) === JSON.stringify(home));
            if (isKnown) fill(this.#problem, say("homes.known"));
            else await this.change({ homes: [...homes, home] });
        } catch (failure) {
            fill(this.#problem, failureText(failure));
        }
        this.#setDisabled((this.#state?.fields.homes.length ?? 0) >= MOST_HOMES);
        this.add.focus();
    };

    /** @param {boolean} isDisabled */
    #setDisabled(isDisabled) {
        [this.here.disabled, this.add.disabled] = [isDisabled, isDisabled];
    }

    /**
     * @param {SharingState["areas"][number]} area
     * @param {number} index
     */
    #item = ({ area, middle }, index) => {
        const name = say("homes.one", { number: index + 1 });
        const remove = () => {
            const homes = (this.#state?.fields.homes ?? []).filter((_, each) => each !== index);
            return this.change({ homes }).then(() => this.add.focus());
        };
        const look = () => {
            this.peopleMap.showAreas([area]);
            this.camera.visit(middle);
        };
        return make(
            "li",
            {},
            make("span", { class: "kind" }, icon("house")),
            make("button", { type: "button", class: "link", on: { click: look } }, name),
            make(
                "button",
                { type: "button", class: "round", "aria-label": say("homes.remove", { name }), on: { click: remove } },
                icon("x"),
            ),
        );
    };

    leave() {
        this.#isLeft = true;
        this.#leaveOff();
    }

    /** @param {SharingState} newest */
    update(newest) {
        this.#state = newest;
        fill(this.#list, ...newest.areas.map(this.#item));
        this.#setDisabled(newest.areas.length >= MOST_HOMES);
        if (!this.#isLeft) this.peopleMap.showAreas(newest.areas.map(({ area }) => area));
    }
}
