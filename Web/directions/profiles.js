// The switch of travel modes, each with its time. The device remembers the choice.
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { durationText } from "../text/quantities.js";

/** @type {Profile[]} */
export const PROFILES = ["foot", "wheelchair", "bicycle", "car"];
/** The travel modes of people who walk or use a wheelchair: those inside buildings, and those that can avoid crowds. */
export const WALKERS = /** @type {Profile[]} */ (["foot", "wheelchair"]);
const CHOICE = "hereabouts.profile";
const ICONS = { foot: "footprints", wheelchair: "accessibility", bicycle: "bike", car: "car" };

/**
 * @param {unknown} text
 * @returns {Profile | undefined}
 */
export function profileNamed(text) {
    return PROFILES.find((each) => each === text);
}

/** The travel mode chosen last on this device. */
export function rememberedProfile() {
    return profileNamed(localStorage.getItem(CHOICE)) ?? "foot";
}

/** @param {Profile} profile */
export function rememberProfile(profile) {
    localStorage.setItem(CHOICE, profile);
}

export class ProfileSwitch {
    /** @type {Partial<Record<Profile, HTMLElement>>} */
    #times = {};
    /** @type {Partial<Record<Profile, HTMLElement>>} */
    #choices = {};

    /**
     * @param {Profile} chosen
     * @param {(profile: Profile) => void} choose
     * @param {Profile[]} [offered]
     */
    constructor(chosen, choose, offered = PROFILES) {
        const choices = offered.map((profile) => this.#choice(profile, profile === chosen, choose));
        this.element = make(
            "fieldset",
            { class: "profiles" },
            make("legend", { class: "spoken" }, say("directions.by")),
            ...choices,
        );
    }

    /**
     * Shows a travel mode as the chosen one.
     *
     * @param {Profile} profile
     */
    choose(profile) {
        const input = /** @type {HTMLInputElement} */ (this.element.querySelector(`[value="${profile}"]`));
        input.checked = true;
    }

    /**
     * Offers these travel modes alone.
     *
     * @param {Profile[]} offered
     */
    offer(offered) {
        for (const profile of PROFILES) {
            const choice = this.#choices[profile];
            if (choice) choice.hidden = !offered.includes(profile);
        }
    }

    /** Forgets all times, before others come. */
    clear() {
        for (const profile of PROFILES) this.#showText(profile, "");
    }

    /**
     * @param {Profile} profile
     * @param {number | null} seconds null if there is no route.
     */
    showTime(profile, seconds) {
        this.#showText(profile, seconds === null ? say("directions.none") : durationText(seconds));
    }

    /**
     * @param {Profile} profile
     * @param {string} text
     */
    #showText(profile, text) {
        const time = this.#times[profile];
        if (time && time.textContent !== text) fill(time, text);
    }

    /**
     * @param {Profile} profile
     * @param {boolean} checked
     * @param {(profile: Profile) => void} choose
     */
    #choice(profile, checked, choose) {
        const name = say(`profile.${profile}`);
        const time = make("span", { class: "time digits" });
        this.#times[profile] = time;
        const input = make("input", {
            type: "radio",
            name: "profile",
            value: profile,
            checked,
            on: { change: () => choose(profile) },
        });
        const word = make("span", { class: "spoken" }, name);
        const choice = make("label", { class: "profile", title: name }, input, icon(ICONS[profile]), word, time);
        this.#choices[profile] = choice;
        return choice;
    }
}
