import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// Each tab has a document of its own: the module is made once for each.
const source = readFileSync(new URL("../Web/data/shared-stream.js", import.meta.url), "utf8")
    .replace(/^import .*$/gm, "")
    .replace(/^export /gm, "");
const GLOBALS = [
    "OwnStream",
    "document",
    "window",
    "navigator",
    "BroadcastChannel",
    "setTimeout",
    "clearTimeout",
    "ownName",
];
const makeClass = new Function(...GLOBALS, `${source}; return SharedStream;`);

/** Less than tabs wait for one that does not answer, which would hide a muddle. In milliseconds. */
const SETTLED_MS = 5_000;
const SEEDS = 150;

/** @param {number} seed */
function randomNumbers(seed) {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state >>> 8) % below;
    };
}

/** A browser whose tabs reach each other, and its locks, after random delays; what one sends arrives in order. */
class Browser {
    now = 0;
    #due = [];
    #count = 0;
    #free = new Map();
    holder = null;
    queue = [];
    tabs = [];

    constructor(seed) {
        this.random = randomNumbers(seed);
    }

    after(milliseconds, act) {
        const item = { at: this.now + milliseconds, number: this.#count++, act };
        this.#due.push(item);
        return item;
    }

    cancel(item) {
        this.#due = this.#due.filter((each) => each !== item);
    }

    send(lane, act) {
        const at = Math.max(this.#free.get(lane) ?? 0, this.now + this.random(20));
        this.#free.set(lane, at);
        this.after(at - this.now, act);
    }

    async run(milliseconds) {
        const end = this.now + milliseconds;
        for (;;) {
            await new Promise(setImmediate);
            this.#due.sort((a, b) => a.at - b.at || a.number - b.number);
            if (!this.#due[0] || this.#due[0].at > end) break;
            const { at, act } = this.#due.shift();
            this.now = at;
            act();
        }
        this.now = end;
    }

    /** As the Web Locks API says; there is one lock. */
    request(tab, { signal, ifAvailable, steal }, callback) {
        return new Promise((resolve, reject) => {
            const request = { tab, callback, resolve, reject, isGone: false, isHeld: false };
            const abort = () => {
                if (request.isHeld) return;
                request.isGone = true;
                this.queue = this.queue.filter((each) => each !== request);
                reject(new Error("aborted"));
            };
            if (signal?.aborted) return abort();
            signal?.addEventListener("abort", abort);
            this.send(`${tab.number} to locks`, () => {
                if (request.isGone) return;
                if (steal) {
                    const robbed = this.holder;
                    if (robbed) this.send(`locks to ${robbed.tab.number}`, () => robbed.reject(new Error("stolen")));
                    this.#grant(request);
                } else if (!this.holder) this.#grant(request);
                else if (ifAvailable) this.send(`locks to ${tab.number}`, () => resolve(callback(null)));
                else this.queue.push(request);
            });
        });
    }

    #grant(request) {
        this.holder = request;
        request.isHeld = true;
        const { tab, callback, resolve } = request;
        this.send(`locks to ${tab.number}`, async () => {
            resolve(await callback({}));
            this.send(`${tab.number} to locks`, () => {
                if (this.holder !== request) return;
                this.holder = null;
                if (this.queue.length > 0) this.#grant(this.queue.shift());
            });
        });
    }

    open() {
        const browser = this;
        const tab = { number: this.tabs.length, streams: 0, opened: 0, isFrozen: false };
        tab.document = Object.assign(new EventTarget(), { hidden: true });
        class OwnStream {
            isOpen = true;
            constructor() {
                tab.streams += 1;
                tab.opened += 1;
            }
            close() {
                if (this.isOpen) tab.streams -= 1;
                this.isOpen = false;
            }
        }
        class Channel extends EventTarget {
            postMessage(data) {
                for (const other of browser.tabs)
                    if (other !== tab)
                        browser.send(`${tab.number} to ${other.number}`, () => {
                            if (other.isFrozen) return;
                            other.channel.dispatchEvent(Object.assign(new Event("message"), { data }));
                        });
            }
            close() {}
        }
        const makeChannel = function () {
            tab.channel = new Channel();
            return tab.channel;
        };
        const later = (act, milliseconds) => browser.after(milliseconds, () => !tab.isFrozen && act());
        const navigator = { locks: { request: (_, options, callback) => browser.request(tab, options, callback) } };
        const window = Object.assign(new EventTarget(), { setTimeout: later });
        const stop = (item) => browser.cancel(item);
        tab.begin = () => {
            const made = [OwnStream, tab.document, window, navigator, makeChannel, later, stop, String];
            const Stream = makeClass(...made);
            tab.stream = new Stream(() => {});
        };
        this.tabs.push(tab);
        return tab;
    }
}

/** Shows a tab, and hides the one that was shown. A frozen one comes back in either order. */
function look(browser, tab) {
    for (const other of browser.tabs)
        if (other !== tab && !other.document.hidden) {
            other.document.hidden = true;
            other.document.dispatchEvent(new Event("visibilitychange"));
        }
    const wasFrozen = tab.isFrozen;
    tab.isFrozen = false;
    tab.document.hidden = false;
    const events = wasFrozen ? ["resume", "visibilitychange"] : ["visibilitychange"];
    if (browser.random(2)) events.reverse();
    for (const name of events) tab.document.dispatchEvent(new Event(name));
}

function freeze(tab) {
    if (!tab.document.hidden || tab.isFrozen) return;
    tab.document.dispatchEvent(new Event("freeze"));
    tab.isFrozen = true;
}

test("whichever tab is looked at, it has the one stream soon and keeps it", async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
        const browser = new Browser(seed);
        const { random, tabs } = browser;
        for (let number = 0; number < 3; number += 1) browser.open();
        for (const tab of tabs) tab.begin();
        for (let step = 0; step < 8; step += 1) {
            const tab = tabs[random(tabs.length)];
            if (random(2)) freeze(tab);
            else look(browser, tab);
            await browser.run(random(60));
        }
        look(browser, tabs[0]);
        await browser.run(SETTLED_MS);
        const story = `seed ${seed}`;
        assert.deepEqual(
            tabs.map(({ streams }) => streams),
            [1, 0, 0],
            story,
        );
        assert.equal(browser.holder?.tab, tabs[0], story);
        const opened = tabs[0].opened;
        await browser.run(SETTLED_MS * 10);
        assert.equal(tabs[0].opened, opened, story);
        for (const tab of tabs) tab.stream.close();
    }
});
