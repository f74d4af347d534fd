// A short picture of a key: who the roster does not name has it beside the name, because anybody can show any name. The
// drawing and the six letters come from different bytes of the key.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { bytesOf } from "./bytes.js";

const SVG = "http://www.w3.org/2000/svg";
/** Crockford's alphabet: no letter looks like a digit. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const HUES = [10, 45, 90, 150, 185, 220, 270, 320];
/** What a picture is called where the roster does not name the key, in private messages, for operators, and of a node. */
const WORDS = {
    stranger: { title: "key.title", spoken: "key.spoken" },
    mail: { title: "mail.key.title", spoken: "mail.key.spoken" },
    operator: { title: "operators.key.title", spoken: "operators.key.spoken" },
    node: { title: "logIn.key.title", spoken: "operators.key.spoken" },
};

/**
 * @param {string} key in hexadecimal.
 * @param {keyof typeof WORDS} [use]
 * @returns {HTMLElement}
 */
export function keyPicture(key, use = "stranger") {
    const code = keyCode(key);
    const label = make("span", { class: "spoken" }, say(WORDS[use].spoken, { code: [...code].join(" ") }));
    const letters = make("span", { class: "key-code", dir: "ltr", "aria-hidden": "true" }, code);
    const element = make("span", { class: "key", title: say(WORDS[use].title) }, letters, label);
    element.prepend(drawing(bytesOf(key)));
    return element;
}

/**
 * Six letters of a key: 30 bits.
 *
 * @param {string} key
 */
export function keyCode(key) {
    const bytes = bytesOf(key);
    const number = bytes.subarray(8, 12).reduce((sum, byte) => sum * 256 + byte, 0);
    return Array.from({ length: 6 }, (_, index) => LETTERS[Math.floor(number / 32 ** index) % 32]).join("");
}

/**
 * A mirrored pattern of five by five squares in one of eight colours: 18 bits.
 *
 * @param {Uint8Array} bytes
 */
function drawing(bytes) {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 5 5");
    picture.setAttribute("class", "key-drawing");
    picture.setAttribute("aria-hidden", "true");
    picture.setAttribute("style", `--hue: ${HUES[bytes[2] % 8]}`);
    const bits = bytes[0] * 256 + bytes[1];
    for (let index = 0; index < 15; index += 1) {
        if (((bits >> index) & 1) === 0) continue;
        const [column, row] = [index % 3, Math.floor(index / 3)];
        for (const x of new Set([column, 4 - column])) {
            const square = document.createElementNS(SVG, "rect");
            for (const [name, value] of Object.entries({ x, y: row, width: 1, height: 1 }))
                square.setAttribute(name, String(value));
            picture.append(square);
        }
    }
    return picture;
}
