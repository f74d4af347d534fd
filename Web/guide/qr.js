// Codes to scan: QR codes (ISO/IEC 18004) of a text's bytes, with correction level M, in versions 1 to 10, which hold 213 bytes.
//
// A code is a square of modules. Data and correction bytes, interleaved over blocks, run in columns two modules wide from the lower
// right corner, around the patterns by which readers find and straighten the code; then that one of eight masks is laid over
// it that leaves the fewest misleading patterns.

/** Per version: correction bytes in each block, then how many blocks there are with how many data bytes. Table 9 of the standard. */
const BLOCKS = [
    { correction: 10, groups: [[1, 16]] },
    { correction: 16, groups: [[1, 28]] },
    { correction: 26, groups: [[1, 44]] },
    { correction: 18, groups: [[2, 32]] },
    { correction: 24, groups: [[2, 43]] },
    { correction: 16, groups: [[4, 27]] },
    { correction: 18, groups: [[4, 31]] },
    {
        correction: 22,
        groups: [
            [2, 38],
            [2, 39],
        ],
    },
    {
        correction: 22,
        groups: [
            [3, 36],
            [2, 37],
        ],
    },
    {
        correction: 26,
        groups: [
            [4, 43],
            [1, 44],
        ],
    },
];
/** Per version: the rows and columns on which alignment patterns are centred. Table E.1. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const BYTE_MODE = 0b0100;
const LEVEL_M = 0b00;
/** Whether each mask turns the module at a row and a column. Table 10. */
const MASKS = /** @type {((row: number, column: number) => boolean)[]} */ ([
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
    (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
    (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]);

/** @typedef {boolean[][]} Modules rows of modules, true where they are dark. */

/**
 * Encodes a text.
 *
 * @param {string} text
 * @param {number} [mask] forces one of the masks.
 * @returns {Modules | null} null when the text is too long.
 */
export function encodeQR(text, mask) {
    const bytes = [...new TextEncoder().encode(text)];
    const version = BLOCKS.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
    if (version === 0) return null;
    const words = interleaved(dataWords(bytes, version), version);
    const masks = mask === undefined ? MASKS.map((_, index) => index) : [mask];
    const codes = masks.map((each) => drawn(words, version, each));
    return codes.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** @param {number} version */
function dataLength(version) {
    return BLOCKS[version - 1].groups.reduce((sum, [count, length]) => sum + count * length, 0);
}

/** @param {number} version */
function countBits(version) {
    return version < 10 ? 8 : 16;
}

/**
 * How many bytes of text a version holds.
 *
 * @param {number} version
 */
function capacity(version) {
    return Math.floor((dataLength(version) * 8 - 4 - countBits(version)) / 8);
}

/**
 * The data bytes: mode, length, text, an end, and padding.
 *
 * @param {number[]} bytes
 * @param {number} version
 */
function dataWords(bytes, version) {
    const bits = [...inBits(BYTE_MODE, 4), ...inBits(bytes.length, countBits(version))];
    for (const byte of bytes) bits.push(...inBits(byte, 8));
    const length = dataLength(version);
    bits.push(...Array(Math.min(4, length * 8 - bits.length)).fill(0));
    while (bits.length % 8 !== 0) bits.push(0);
    const words = [];
    for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
    for (let index = 0; words.length < length; index += 1) words.push(index % 2 === 0 ? 0xec : 0x11);
    return words;
}

/**
 * @param {number} value
 * @param {number} count
 */
function inBits(value, count) {
    return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

/**
 * Splits the data into blocks, adds each one's correction, and takes one byte of each block in turn.
 *
 * @param {number[]} words
 * @param {number} version
 */
function interleaved(words, version) {
    const { correction, groups } = BLOCKS[version - 1];
    const blocks = [];
    let at = 0;
    for (const [count, length] of groups) {
        for (let index = 0; index < count; index += 1, at += length) blocks.push(words.slice(at, at + length));
    }
    const generator = generatorOf(correction);
    const corrections = blocks.map((block) => remainder(block, generator));
    const inTurn = (/** @type {number[][]} */ all) =>
        Array.from({ length: Math.max(...all.map((each) => each.length)) }, (_, index) =>
            all.flatMap((each) => (index < each.length ? [each[index]] : [])),
        ).flat();
    return [...inTurn(blocks), ...inTurn(corrections)];
}

// Arithmetic in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
const POWERS = /** @type {number[]} */ ([]);
const LOGARITHMS = /** @type {number[]} */ ([]);
for (let index = 0, value = 1; index < 255; index += 1) {
    POWERS[index] = value;
    LOGARITHMS[value] = index;
    value <<= 1;
    if (value > 255) value ^= 0x11d;
}

/**
 * @param {number} a
 * @param {number} b
 */
function product(a, b) {
    return a === 0 || b === 0 ? 0 : POWERS[(LOGARITHMS[a] + LOGARITHMS[b]) % 255];
}

/**
 * The product of (x − 2^i) for all i below a degree, highest power first, without the leading one.
 *
 * @param {number} degree
 */
function generatorOf(degree) {
    let polynomial = [1];
    for (let index = 0; index < degree; index += 1) {
        const longer = [...polynomial, 0];
        polynomial.forEach((factor, at) => (longer[at + 1] ^= product(factor, POWERS[index])));
        polynomial = longer;
    }
    return polynomial.slice(1);
}

/**
 * @param {number[]} block
 * @param {number[]} generator
 */
function remainder(block, generator) {
    const rest = Array(generator.length).fill(0);
    for (const word of block) {
        const factor = word ^ rest[0];
        rest.shift();
        rest.push(0);
        generator.forEach((each, at) => (rest[at] ^= product(each, factor)));
    }
    return rest;
}

/**
 * Draws a code under a mask.
 *
 * @param {number[]} words
 * @param {number} version
 * @param {number} mask
 * @returns {Modules}
 */
function drawn(words, version, mask) {
    const size = 17 + 4 * version;
    /** @type {(boolean | undefined)[][]} */
    const modules = Array.from({ length: size }, () => Array(size).fill(undefined));
    const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ dark) => {
        if (modules[row] && column >= 0 && column < size) modules[row][column] = dark;
    };
    drawPatterns(set, size, version);
    drawFormat(set, size, mask);
    if (version >= 7) drawVersion(set, size, version);
    const bits = words.flatMap((word) => inBits(word, 8));
    let at = 0;
    for (const [row, column] of path(size)) {
        if (modules[row][column] !== undefined) continue;
        modules[row][column] = (bits[at] === 1) !== MASKS[mask](row, column);
        at += 1;
    }
    return /** @type {Modules} */ (modules);
}

/** @typedef {(row: number, column: number, dark: boolean) => void} Set */

/**
 * @param {Set} set
 * @param {number} size
 * @param {number} version
 */
function drawPatterns(set, size, version) {
    for (let index = 8; index < size - 8; index += 1) {
        set(6, index, index % 2 === 0);
        set(index, 6, index % 2 === 0);
    }
    const last = size - 7;
    for (const [top, left] of [
        [0, 0],
        [0, last],
        [last, 0],
    ]) {
        for (let row = -1; row <= 7; row += 1) {
            for (let column = -1; column <= 7; column += 1) {
                const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
                set(top + row, left + column, ring <= 1 || ring === 3);
            }
        }
    }
    const centres = ALIGNED[version - 1];
    for (const row of centres) {
        for (const column of centres) {
            const isCorner = [row, column].every((each) => each === 6 || each === size - 7);
            if (isCorner && !(row === size - 7 && column === size - 7)) continue;
            for (let down = -2; down <= 2; down += 1) {
                for (let across = -2; across <= 2; across += 1) {
                    set(row + down, column + across, Math.max(Math.abs(down), Math.abs(across)) !== 1);
                }
            }
        }
    }
}

/**
 * Level and mask, with their own correction, twice.
 *
 * @param {Set} set
 * @param {number} size
 * @param {number} mask
 */
function drawFormat(set, size, mask) {
    const data = (LEVEL_M << 3) | mask;
    const bits = inBits(((data << 10) | bchRemainder(data, 10, 0x537)) ^ 0x5412, 15).reverse();
    bits.forEach((bit, index) => {
        const dark = bit === 1;
        // Beside the upper left pattern, passing over the timing patterns, ...
        if (index < 6) set(index, 8, dark);
        else if (index < 8) set(index + 1, 8, dark);
        else set(8, index === 8 ? 7 : 14 - index, dark);
        // ... and divided between the two others.
        if (index < 8) set(8, size - 1 - index, dark);
        else set(size - 15 + index, 8, dark);
    });
    set(size - 8, 8, true);
}

/**
 * @param {Set} set
 * @param {number} size
 * @param {number} version
 */
function drawVersion(set, size, version) {
    const bits = inBits((version << 12) | bchRemainder(version, 12, 0x1f25), 18).reverse();
    bits.forEach((bit, index) => {
        const [long, short] = [Math.floor(index / 3), size - 11 + (index % 3)];
        set(long, short, bit === 1);
        set(short, long, bit === 1);
    });
}

/**
 * @param {number} data
 * @param {number} degree
 * @param {number} generator
 */
function bchRemainder(data, degree, generator) {
    let rest = data << degree;
    while (rest >> degree) rest ^= generator << (31 - Math.clz32(rest) - degree);
    return rest;
}

/**
 * The way that data takes: up and down in columns two wide, from the right, past the timing pattern.
 *
 * @param {number} size
 * @returns {Generator<[number, number]>}
 */
function* path(size) {
    let isUp = true;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const row = isUp ? size - 1 - step : step;
            yield [row, right];
            yield [row, right - 1];
        }
        isUp = !isUp;
    }
}

const MISLEADING = ["10111010000", "00001011101"];

/**
 * How much a code misleads readers: long runs, blocks, what looks like a finder pattern, and too much of one colour.
 *
 * @param {Modules} modules
 */
function penalty(modules) {
    const size = modules.length;
    const columns = modules.map((_, column) => modules.map((row) => row[column]));
    let sum = 0;
    for (const line of [...modules, ...columns].map((each) => each.map(Number).join(""))) {
        for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
        for (const pattern of MISLEADING) {
            for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) sum += 40;
        }
    }
    for (let row = 1; row < size; row += 1) {
        for (let column = 1; column < size; column += 1) {
            const dark = modules[row][column];
            const others = [modules[row][column - 1], modules[row - 1][column], modules[row - 1][column - 1]];
            if (others.every((each) => each === dark)) sum += 3;
        }
    }
    const share = modules.flat().filter(Boolean).length / (size * size);
    return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
