// Home areas: named by a tap on the map or where one is, and told as a square of a grid that has nothing to do with the home. Which square, is found on this device.
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

const MOST_HOMES = 3;

/**
 * @param {Page} page
 * @param {(fields: Partial<Sharing>) => Promise<void>} change
 */
export function homesPart({ presence, camera, picker, notices, peopleMap, locating }, change) {
    const list = make("ul", { class: "homes" });
    const problem = make("p", { class: "problem", role: "alert" });
    const here = iconButton("locate", say("homes.here"), useMine);
    const add = iconButton("map-pin", say("homes.add"), choose);
    const element = make(
        "div",
        { class: "homes-part" },
        make("h3", {}, say("homes.title")),
        make("p", { class: "quiet" }, say("homes.text")),
        list,
        make("div", { class: "actions" }, here, add),
        problem,
    );
    /** @type {SharingState | null} */
    let state = null;
    let isLeft = false;

    /** Waits for a tap on the map; a second press leaves off. */
    function choose() {
        fill(problem);
        if (picker.take) return leaveOff();
        picker.take = take;
        document.addEventListener("keydown", escaped, { capture: true });
        moveSheet("peek");
        add.setAttribute("aria-pressed", "true");
        notices.hold("home", say("homes.tap"), { label: say("homes.middle"), press: () => take(camera.middle) });
        return undefined;
    }

    async function useMine() {
        fill(problem);
        const fix = await locating.wish("home");
        if (fix) await take(fix.position);
        else fill(problem, say("homes.unknown"));
    }

    /** @param {import("../sheet/bottom-sheet.js").Stop} stop */
    function moveSheet(stop) {
        /** @type {import("../sheet/bottom-sheet.js").BottomSheet | null} */ (element.closest("bottom-sheet"))?.moveTo(
            stop,
        );
    }

    function leaveOff() {
        if (picker.take !== take) return;
        picker.take = null;
        document.removeEventListener("keydown", escaped, { capture: true });
        moveSheet("full");
        add.removeAttribute("aria-pressed");
        notices.hold("home", null);
    }

    /**
     * Leaves off, and does not close the screen.
     *
     * @param {KeyboardEvent} event
     */
    function escaped(event) {
        // What lies above is closed first.
        const above = document.querySelector("dialog[open], .found-popup:not([hidden]), #layers-menu:not([hidden])");
        if (event.key !== "Escape" || event.isComposing || above) return;
        event.stopPropagation();
        leaveOff();
        add.focus();
    }

    /** @param {Position} position */
    async function take(position) {
        leaveOff();
        setDisabled(true);
        try {
            const home = await presence.homeArea(position);
            const homes = state?.fields.homes ?? [];
            const isKnown = homes.some((one) => JSON.stringify(one) === JSON.stringify(home));
            if (isKnown) fill(problem, say("homes.known"));
            else await change({ homes: [...homes, home] });
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        setDisabled((state?.fields.homes.length ?? 0) >= MOST_HOMES);
        add.focus();
    }

    /** @param {boolean} isDisabled */
    function setDisabled(isDisabled) {
        [here.disabled, add.disabled] = [isDisabled, isDisabled];
    }

    /**
     * @param {SharingState["areas"][number]} area
     * @param {number} index
     */
    function item({ area, middle }, index) {
        const name = say("homes.one", { number: index + 1 });
        const remove = () => {
            const homes = (state?.fields.homes ?? []).filter((_, each) => each !== index);
            return change({ homes }).then(() => add.focus());
        };
        const look = () => {
            peopleMap.showAreas([area]);
            camera.visit(middle);
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
    }

    return {
        element,
        leave() {
            isLeft = true;
            leaveOff();
        },
        /** @param {SharingState} newest */
        update(newest) {
            state = newest;
            fill(list, ...newest.areas.map(item));
            setDisabled(newest.areas.length >= MOST_HOMES);
            if (!isLeft) peopleMap.showAreas(newest.areas.map(({ area }) => area));
        },
    };
}
