// Walks through XML 1.0 that anybody may have made. Document types are refused, so there are no entities to expand. The
// browser's own XML reader gives nothing of a file that was cut off.

const DEEPEST = 64;
const MOST_ATTRIBUTES = 64;
const NAME = "[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*";
const TAG = new RegExp(`<(/?)(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g;
const MEANINGS = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Parts of a file that say nothing here: where they begin and end. */
const SKIPPED = [
    ["<!--", "-->"],
    ["<?", "?>"],
];

/** The syntax is broken, or the file was cut off. */
export class BadXML extends Error {
    /** @param {number} line */
    constructor(line) {
        super(`XML: line ${line}`);
        this.line = line;
    }
}

/**
 * @typedef {object} Handler Hears of the elements in their order.
 * @property {(name: string, attributes: Map<string, string>) => void} started
 * @property {() => void} ended of the element that was innermost.
 * @property {(text: string) => void} text as it is written, references included.
 */

export class XMLReader {
    #at = 0;
    /** Where the last tag begins. */
    #tag = 0;
    /** @type {string[]} The names of the elements that are open, outermost first. */
    #open = [];
    #hasRoot = false;

    /**
     * @param {string} text
     * @param {Handler} handler
     */
    constructor(text, handler) {
        this.text = text;
        this.handler = handler;
    }

    /** Reads to the end; throws `BadXML` after the handler got everything before the error. */
    read() {
        if (this.text.startsWith("\ufeff")) this.#at = 1;
        while (this.#at < this.text.length) {
            if (this.text[this.#at] !== "<") this.#readText();
            else if (!this.#skips()) this.#readTag();
        }
        if (this.#open.length > 0 || !this.#hasRoot) this.#fail();
    }

    /** The line of the last tag, from 1. */
    get line() {
        return this.#lineAt(this.#tag);
    }

    #readText() {
        const end = this.text.indexOf("<", this.#at);
        const text = this.text.slice(this.#at, end < 0 ? undefined : end);
        const outside = this.#open.length === 0 ? text.search(/[^ \t\r\n]/) : -1;
        if (outside >= 0) this.#fail(this.#at + outside);
        this.handler.text(text);
        this.#at += text.length;
    }

    #skips() {
        if (this.#open.length > 0 && this.text.startsWith("<![CDATA[", this.#at)) {
            const end = this.text.indexOf("]]>", this.#at);
            if (end < 0) this.#fail(this.text.length);
            this.handler.text(this.text.slice(this.#at + 9, end));
            this.#at = end + 3;
            return true;
        }
        const mark = SKIPPED.find(([begin]) => this.text.startsWith(begin, this.#at));
        if (!mark) return false;
        const [begin, end] = mark;
        const found = this.text.indexOf(end, this.#at + begin.length);
        if (found < 0) this.#fail(this.text.length);
        this.#at = found + end.length;
        return true;
    }

    #readTag() {
        this.#tag = this.#at;
        const [, slash, name] = this.#match(TAG) ?? this.#fail();
        const attributes = slash ? new Map() : this.#attributes();
        const [, isEmpty] = this.#match(TAG_END) ?? this.#fail();
        if (slash) {
            if (isEmpty || this.#open[this.#open.length - 1] !== name) this.#fail();
            this.#ended();
            return;
        }
        if ((this.#open.length === 0 && this.#hasRoot) || this.#open.length === DEEPEST) this.#fail();
        this.handler.started(name, attributes);
        this.#hasRoot = true;
        this.#open.push(name);
        if (isEmpty) this.#ended();
    }

    #attributes() {
        /** @type {Map<string, string>} */
        const attributes = new Map();
        for (let found = this.#match(ATTRIBUTE); found; found = this.#match(ATTRIBUTE)) {
            if (attributes.has(found[1]) || attributes.size === MOST_ATTRIBUTES) this.#fail();
            attributes.set(found[1], found[2] ?? found[3]);
        }
        return attributes;
    }

    #ended() {
        this.#open.pop();
        this.handler.ended();
    }

    /** @param {RegExp} pattern */
    #match(pattern) {
        pattern.lastIndex = this.#at;
        const found = pattern.exec(this.text);
        if (found) this.#at = pattern.lastIndex;
        return found;
    }

    /**
     * @param {number} [place]
     * @returns {never}
     */
    #fail(place = this.#at) {
        throw new BadXML(this.#lineAt(place));
    }

    /** @param {number} place */
    #lineAt(place) {
        let line = 1;
        for (let at = this.text.indexOf("\n"); at >= 0 && at < place; at = this.text.indexOf("\n", at + 1)) line += 1;
        return line;
    }
}

/**
 * The text of a file in UTF-8, UTF-16 or UTF-32. Others keep ASCII as it is, which is enough for numbers and times.
 *
 * @param {ArrayBuffer} file
 */
export function textOf(file) {
    const [first, second, third, fourth] = new Uint8Array(file, 0, Math.min(4, file.byteLength));
    // The mark of UTF-32 begins with that of UTF-16.
    if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return textOf32(file, true);
    if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return textOf32(file, false);
    const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second > 0 && second < 0x80);
    const isLittleEndian = (first === 0xff && second === 0xfe) || (second === 0 && first > 0 && first < 0x80);
    return new TextDecoder(isBigEndian ? "utf-16be" : isLittleEndian ? "utf-16le" : "utf-8").decode(file);
}

/**
 * @param {ArrayBuffer} file
 * @param {boolean} isLittleEndian
 */
function textOf32(file, isLittleEndian) {
    const view = new DataView(file);
    const text = [];
    for (let at = 4; at + 4 <= file.byteLength; at += 4) {
        const code = view.getUint32(at, isLittleEndian);
        text.push(code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd");
    }
    return text.join("");
}

/**
 * Puts characters in place of references to them (XML 1.0, 4.1 and 4.6). Others stay as they are written.
 *
 * @param {string} text
 */
export function resolved(text) {
    return text.replace(REFERENCE, (whole, decimal, hexadecimal, name) => {
        if (name) return MEANINGS[/** @type {keyof MEANINGS} */ (name)];
        const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}
