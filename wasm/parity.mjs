// Asks the browser's core the questions that `hereabouts parity` asked the native engines, and compares bytes.
//
//     node wasm/parity.mjs Web/core.wasm FOLDER      FOLDER holds `transcript` and the atlas it was made from
//
// Ends with status 1 at the first difference.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CoreError, load } from "../Web/core/core.js";
import { forge, part } from "./forge.mjs";
import { entries } from "./transcript.mjs";

/** How many forged copies to open. */
const FORGERIES = 100;

/** @param {any} atlas @param {any[]} question */
function ask(atlas, [method, ...values]) {
    try {
        return { answer: atlas[method](...values), isRefusal: false };
    } catch (failure) {
        if (!(failure instanceof CoreError)) throw failure;
        const { code, message, field } = failure;
        return { answer: new TextEncoder().encode(JSON.stringify({ code, message, field })), isRefusal: true };
    }
}

/** @param {Uint8Array} bytes @param {number} at */
function hex(bytes, at) {
    const start = Math.max(0, at - 16);
    const digits = [...bytes.subarray(start, at + 16)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return `  ${start}: ${digits}  ${JSON.stringify(Buffer.from(bytes.subarray(start, at + 16)).toString("latin1"))}`;
}

/** @param {string} what @returns {never} */
function fail(what) {
    console.error(`parity: ${what}`);
    process.exit(1);
}

/** Compares every answer; returns how many there were and how many bytes, by method. */
function compare(/** @type {any} */ atlas, /** @type {Buffer} */ transcript) {
    /** @type {Record<string, {answers: number, refusals: number, bytes: number, milliseconds: number}>} */
    const counts = {};
    for (const native of entries(transcript)) {
        const begin = performance.now();
        const browser = ask(atlas, native.question);
        const milliseconds = performance.now() - begin;
        const length = Math.max(native.answer.length, browser.answer.length);
        let at = 0;
        while (at < length && native.answer[at] === browser.answer[at]) at++;
        if (at < length || native.isRefusal !== browser.isRefusal) {
            fail(
                `the answers to ${JSON.stringify(native.question)} differ at byte ${at}` +
                    ` (native ${native.answer.length} bytes, browser ${browser.answer.length})` +
                    `\nnative\n${hex(native.answer, at)}\nbrowser\n${hex(browser.answer, at)}`,
            );
        }
        const count = (counts[native.question[0]] ??= { answers: 0, refusals: 0, bytes: 0, milliseconds: 0 });
        count.answers++;
        count.refusals += native.isRefusal ? 1 : 0;
        count.bytes += native.answer.length;
        count.milliseconds += milliseconds;
    }
    return counts;
}

/** Truncated and altered copies must be refused with a reason, each time, and leave the core usable. */
function checkRefusals(/** @type {any} */ core, /** @type {Uint8Array} */ bytes) {
    const lengths = [0, 7, 63, 64, 200, bytes.length >> 1, bytes.length - 64, bytes.length - 1];
    const copies = lengths.map((length) => ({ what: `the first ${length} bytes`, copy: bytes.slice(0, length) }));
    copies.push({ what: "a byte too many", copy: new Uint8Array([...bytes.subarray(0, 64), ...bytes.subarray(63)]) });
    for (let index = 0; index < 24; index++) {
        const copy = bytes.slice();
        // The whole header and directory, then steps through the file that meet every kind of section.
        const at = index < 12 ? index * 9 : Math.floor((bytes.length * (index - 11.5)) / 12.5);
        copy[at] ^= 1 << (index % 8);
        copies.push({ what: `a changed bit at ${at}`, copy });
    }
    for (const { what, copy } of copies) {
        try {
            core.openAtlas(copy);
        } catch (failure) {
            if (failure instanceof CoreError && failure.code === "unavailable" && failure.message) continue;
            fail(`${what}: refused with ${failure}`);
        }
        fail(`${what}: opened as if nothing were wrong`);
    }
    return copies.length;
}

/**
 * Forged copies must be refused, or answer every fifth question without stopping; where `Int` has 32 bits, more can
 * stop.
 */
function checkForgeries(/** @type {any} */ core, /** @type {Uint8Array} */ bytes, /** @type {Buffer} */ transcript) {
    const questions = [...entries(transcript)].map(({ question }) => question);
    let answered = 0;
    for (let seed = 1; seed <= FORGERIES; seed++) {
        const { copy, what } = forge(bytes, seed);
        try {
            const atlas = core.openAtlas(copy);
            for (let at = seed % 5; at < questions.length; at += 5) {
                const { answer, isRefusal } = ask(atlas, questions[at]);
                if (isRefusal && JSON.parse(new TextDecoder().decode(answer)).code === "internal_error") {
                    fail(`forgery ${seed} (${what}): the core stopped at ${JSON.stringify(questions[at])}`);
                }
            }
            answered++;
        } catch (failure) {
            if (!(failure instanceof CoreError)) throw failure;
            if (failure.message.startsWith("the core stopped")) fail(`forgery ${seed} (${what}): ${failure.message}`);
        }
    }
    return answered;
}

/**
 * The part of the atlas for walking must give the same answers for walkers, and refuse questions of others. Returns how
 * many of each there were.
 */
function checkWalking(/** @type {any} */ core, /** @type {Uint8Array} */ bytes, /** @type {Buffer} */ transcript) {
    const atlas = core.openAtlas(part(bytes, (name) => !/^hier\.(bike|car)/.test(name)));
    const counts = { answers: 0, refusals: 0 };
    for (const native of entries(transcript)) {
        const [method, ...values] = native.question;
        // It describes another file.
        if (method === "about") continue;
        const browser = ask(atlas, native.question);
        const isOfOthers = values.some((value) => value === "bicycle" || value === "car");
        const code = browser.isRefusal && JSON.parse(new TextDecoder().decode(browser.answer)).code;
        if (isOfOthers ? code === "not_kept" : Buffer.compare(browser.answer, native.answer) === 0) {
            counts[isOfOthers ? "refusals" : "answers"]++;
            continue;
        }
        fail(`the part for walking answers ${JSON.stringify(native.question)} otherwise`);
    }
    return counts;
}

const [program, folder] = process.argv.slice(2);
if (!folder) {
    console.error("usage: node wasm/parity.mjs CORE.WASM FOLDER");
    process.exit(2);
}
const file = readdirSync(folder).find((entry) => entry.endsWith(".atlas"));
if (!file) fail(`there is no atlas in ${folder}`);
const bytes = new Uint8Array(readFileSync(join(folder, file)));
const core = await load(readFileSync(program));
const transcript = readFileSync(join(folder, "transcript"));
const refused = checkRefusals(core, bytes);
const answered = checkForgeries(core, bytes, transcript);

const begin = performance.now();
const atlas = core.openAtlas(bytes);
console.log(`opened and verified ${bytes.length} bytes in ${(performance.now() - begin).toFixed(0)} ms`);
console.log(
    `${refused} damaged copies refused; ${FORGERIES} forged ones: ${FORGERIES - answered} refused, ${answered} answered`,
);
const walking = checkWalking(core, bytes, transcript);
console.log(
    `the part for walking gives the same ${walking.answers} answers, and refuses ${walking.refusals} questions`,
);
for (const [method, count] of Object.entries(compare(atlas, transcript))) {
    console.log(
        `${method}: ${count.answers} answers the same, ${count.refusals} of them refusals, ${count.bytes} bytes,` +
            ` ${(count.milliseconds / count.answers).toFixed(2)} ms each`,
    );
}
