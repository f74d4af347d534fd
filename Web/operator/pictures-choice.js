// Up to six pictures while they are chosen: those there are, each with its words, and room for one more.
import { pictureChoice } from "../guide/picture-choice.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

const MOST = 6;

/**
 * @param {Page} page
 * @param {Picture[]} given
 */
export function picturesChoice(page, given) {
    /** @type {import("../guide/picture-choice.js").PictureChoice[]} */
    let rooms = [];
    const list = make("div", { class: "rooms" });
    const element = make("fieldset", { class: "pictures-choice" }, make("legend", {}, say("imprint.pictures")), list);

    /** Of the free places for pictures, the form offers only the first. */
    function offer() {
        const free = rooms.filter((room) => !room.element.querySelector("img"));
        for (const room of rooms) room.element.hidden = free.includes(room) && room !== free[0];
    }

    /** @param {Picture[]} pictures */
    function renew(pictures) {
        rooms = Array.from({ length: MOST }, (_, number) => pictureChoice(page, pictures[number]));
        fill(list, ...rooms.map((room) => room.element));
        offer();
    }

    list.addEventListener("change", offer);
    renew(given);
    return {
        element,
        /** Sends those that were newly chosen, and returns all. */
        async all() {
            /** @type {{id: string, text?: string}[]} */
            const pictures = [];
            for (const room of rooms) {
                const taken = await room.taken();
                if (taken) pictures.push(taken);
            }
            return pictures;
        },
        taken: async () => undefined,
        isChanged: () => rooms.some((room) => room.isChanged()),
        reset() {
            for (const room of rooms) room.reset();
            offer();
        },
        renew,
    };
}
