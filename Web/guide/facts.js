// The facts of venues and works, as texts and links.
import { make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";
import { lengthText } from "../text/quantities.js";

/**
 * Says how large a work is: width and height, or the one that is known.
 *
 * @param {WorkFields} work
 * @returns {string | null}
 */
export function dimensionsText({ width, height, unit = "cm" }) {
    const known = [width, height].filter((each) => each !== undefined && each !== null);
    return known.length > 0 ? known.map((each) => lengthText(Number(each), unit)).join(" × ") : null;
}

/**
 * The address that opens a place in the device's own map: `geo:` on phones, a map on the web elsewhere.
 *
 * @param {Position} position
 * @param {string} name
 * @param {{isPhone: boolean, isApple: boolean}} device
 */
export function mapAddress({ lat, lon }, name, { isPhone, isApple }) {
    // Apple's phones do not know geo: links; this address opens their map.
    if (isApple) return `https://maps.apple.com/?ll=${lat},${lon}&q=${encodeURIComponent(name)}`;
    if (isPhone) return `geo:${lat},${lon}?q=${lat},${lon}(${encodeURIComponent(name)})`;
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`;
}

/** The kind of this device, for links. */
export function device() {
    return {
        isPhone: matchMedia("(pointer: coarse)").matches,
        isApple: /iPhone|iPad|iPod/.test(navigator.userAgent),
    };
}

/**
 * Returns the remark for curators on an entry that is not public.
 *
 * @param {Publication} entry
 * @param {number} now
 */
export function publicationNote({ state, publish_at: from }, now) {
    if (state === "draft") return make("span", { class: "badge" }, say("guide.draft"));
    if (!from || new Date(from).getTime() <= now) return null;
    const time = new Intl.DateTimeFormat(formatsLanguage(), { dateStyle: "medium", timeStyle: "short" });
    return make("span", { class: "badge" }, say("guide.from", { time: time.format(new Date(from)) }));
}
