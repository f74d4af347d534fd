// Reads layers of a vector tile by the specification of Mapbox Vector Tiles 2.1: points and rings with attributes.
// A damaged tile throws a RangeError.

/**
 * @typedef {{properties: Record<string, string | number | boolean>, parts: number[][]}} Feature
 *   `parts` are points, lines or rings, each x, y, x, y … in units of the layer's extent, y southwards.
 */

/** Bytes with a position, in the wire format of protocol buffers. */
class Message {
    position = 0;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
    }

    get isAtEnd() {
        return this.position >= this.bytes.length;
    }

    varint() {
        let [value, factor] = [0, 1];
        for (let count = 0; count < 10; count += 1) {
            if (this.isAtEnd) break;
            const byte = this.bytes[this.position];
            this.position += 1;
            value += (byte & 127) * factor;
            if (byte < 128) return value;
            factor *= 128;
        }
        throw new RangeError("a number has no end");
    }

    /** @param {number} length */
    take(length) {
        const end = this.position + length;
        if (end > this.bytes.length) throw new RangeError("the tile is cut off");
        const taken = this.bytes.subarray(this.position, end);
        this.position = end;
        return taken;
    }

    /**
     * Calls back for each field: a number for a varint, bytes for the rest.
     *
     * @param {(field: number, value: any) => void} act
     */
    fields(act) {
        while (!this.isAtEnd) {
            const key = this.varint();
            const wire = key % 8;
            if (wire === 0) act((key - wire) / 8, this.varint());
            else if (wire === 1 || wire === 5) act((key - wire) / 8, this.take(wire === 1 ? 8 : 4));
            else if (wire === 2) act((key - wire) / 8, this.take(this.varint()));
            else throw new RangeError("no such kind of field");
        }
    }
}

/** @param {Uint8Array} bytes of packed varints. */
function numbers(bytes) {
    const [message, found] = [new Message(bytes), /** @type {number[]} */ ([])];
    while (!message.isAtEnd) found.push(message.varint());
    return found;
}

const decoder = new TextDecoder();

/**
 * @param {unknown} given
 * @returns {Uint8Array}
 */
function bytesIn(given) {
    if (given instanceof Uint8Array) return given;
    throw new RangeError("a field has another kind");
}

/** @param {unknown} given */
const textIn = (given) => decoder.decode(bytesIn(given));
/** @param {unknown} given */
function numberIn(given) {
    if (typeof given === "number") return given;
    throw new RangeError("a field has another kind");
}

/** @param {number} number */
const zigzag = (number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** @param {unknown} given */
function view(given) {
    const { buffer, byteOffset, byteLength } = bytesIn(given);
    return new DataView(buffer, byteOffset, byteLength);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string | number | boolean}
 */
function valueOf(bytes) {
    let value = /** @type {string | number | boolean} */ (0);
    new Message(bytes).fields((field, given) => {
        if (field === 1) value = textIn(given);
        else if (field === 2) value = view(given).getFloat32(0, true);
        else if (field === 3) value = view(given).getFloat64(0, true);
        else if (field === 4 || field === 5) value = numberIn(given);
        else if (field === 6) value = zigzag(numberIn(given));
        else if (field === 7) value = given === 1;
    });
    return value;
}

/** @param {Uint8Array} bytes */
function partsOf(bytes) {
    const parts = /** @type {number[][]} */ ([]);
    const commands = numbers(bytes);
    let [x, y] = [0, 0];
    for (let at = 0; at < commands.length; ) {
        const [command, count] = [commands[at] % 8, Math.floor(commands[at] / 8)];
        at += 1;
        if (command === 7) continue; // The ring is closed.
        if (at + 2 * count > commands.length) throw new RangeError("a geometry is cut off");
        for (const end = at + 2 * count; at < end; at += 2) {
            x += zigzag(commands[at]);
            y += zigzag(commands[at + 1]);
            if (command === 1) parts.push([x, y]);
            else parts.at(-1)?.push(x, y);
        }
    }
    return parts;
}

/**
 * Returns the features of a layer, and its extent.
 *
 * @param {Uint8Array} bytes
 */
function layerOf(bytes) {
    let [name, extent] = ["", 4096];
    const [keys, values, written] = [
        /** @type {string[]} */ ([]),
        /** @type {(string | number | boolean)[]} */ ([]),
        /** @type {Uint8Array[]} */ ([]),
    ];
    new Message(bytes).fields((field, given) => {
        if (field === 1) name = textIn(given);
        else if (field === 2) written.push(bytesIn(given));
        else if (field === 3) keys.push(textIn(given));
        else if (field === 4) values.push(valueOf(bytesIn(given)));
        else if (field === 5) extent = numberIn(given);
    });
    const features = written.map((feature) => featureOf(feature, keys, values));
    return { name, extent, features };
}

/**
 * @param {Uint8Array} bytes
 * @param {string[]} keys
 * @param {(string | number | boolean)[]} values
 * @returns {Feature}
 */
function featureOf(bytes, keys, values) {
    const properties = /** @type {Feature["properties"]} */ ({});
    let parts = /** @type {number[][]} */ ([]);
    new Message(bytes).fields((field, given) => {
        if (field === 4) parts = partsOf(bytesIn(given));
        if (field !== 2) return;
        const tags = numbers(bytesIn(given));
        for (let at = 0; at + 1 < tags.length; at += 2) {
            if (tags[at] >= keys.length || tags[at + 1] >= values.length) throw new RangeError("no such attribute");
            properties[keys[tags[at]]] = values[tags[at + 1]];
        }
    });
    return { properties, parts };
}

/**
 * Reads the layers with these names.
 *
 * @param {ArrayBuffer} tile
 * @param {string[]} names
 * @returns {Record<string, {extent: number, features: Feature[]}>}
 */
export function readLayers(tile, names) {
    const layers = /** @type {Record<string, {extent: number, features: Feature[]}>} */ ({});
    new Message(new Uint8Array(tile)).fields((field, given) => {
        if (field !== 3) return;
        const layer = bytesIn(given);
        const { name, extent, features } = isWanted(layer, names)
            ? layerOf(layer)
            : { name: "", extent: 0, features: [] };
        if (name) layers[name] = { extent, features };
    });
    return layers;
}

/**
 * @param {Uint8Array} layer
 * @param {string[]} names
 */
function isWanted(layer, names) {
    let name = "";
    new Message(layer).fields((field, given) => {
        if (field === 1) name = textIn(given);
    });
    return names.includes(name);
}
