// Keeps the page itself on the device, so that it opens without a network. Data is kept by the page
// (data/kept-pack.js).
//
// Network first: a visitor who is online always gets the server's page, and the kept files are renewed on the way. The
// list of files is shell.json; a test compares it with the files. Pictures of the kept guide are shown when the network
// does not show them.
//
// At the name of a mesh's place, another machine may answer each time, and have an older page. There the worker takes no
// file of a server whose version is lower than that of the kept files.

/**
 * The path before all addresses, without a slash at its end: behind a proxy there may be one. This file is at the root.
 */
const ROOT = new URL(".", self.location.href).pathname.slice(0, -1);
const SHELL = `hereabouts-shell${ROOT}`;
/** How long to wait for the network before it counts as gone. */
const PATIENCE_MS = 3_000;
/**
 * The built files and the programs that they run fit together only as a whole: when one differs from the kept one, all
 * are renewed at once.
 */
const BUILT = /^\/(built\/|(ar|bocce|core|mesh)\.wasm$)/;
/** Requests that always go to the server, however long it takes: answers and tiles. */
const DATA = /^\/(api|tiles)\//;
const PICTURE = /^\/pictures\/[0-9a-f-]{36}\//;
/** Where the page keeps pictures, each in one of these sizes (data/kept-pictures.js). */
const GUIDE = `hereabouts-guide${ROOT}`;
const KEPT_SIZES = ["medium", "large"];
/** Where the version of the kept files is, under the address that told it. */
const VERSION = `hereabouts-version${ROOT}`;
const ABOUT = `${ROOT}/api/v1/about`;
/** How long an answer about the server's version holds. */
const VERSION_MS = 30_000;

self.addEventListener("install", (event) => {
    event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
    event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(`${ROOT}/`)) return;
    const path = pathname.slice(ROOT.length);
    if (DATA.test(path)) return;
    event.respondWith(PICTURE.test(path) ? picture(request, path) : answer(event, path));
});

async function install() {
    if (await isOlder()) throw new Error("the kept page is newer than this node's");
    await keepAll();
    await self.skipWaiting();
}

/** Keeps all files of the page as they are now, or leaves all as they were. */
async function keepAll() {
    const version = await serverVersion();
    const files = await (await fetch(`${ROOT}/shell.json`, { cache: "no-cache" })).json();
    const cache = await caches.open(SHELL);
    await cache.addAll(files.map((file) => new Request(ROOT + file, { cache: "no-cache" })));
    if (version) await (await caches.open(VERSION)).put(ABOUT, new Response(version));
}

/** The version of the server at the name of the place; null elsewhere, and where the server does not say. */
async function serverVersion() {
    if (!self.location.hostname.endsWith(".local")) return null;
    try {
        const response = await fetchInTime(new Request(ABOUT, { cache: "no-store", credentials: "omit" }));
        const { place_host: name, version } = await response.json();
        return name === self.location.hostname ? version : null;
    } catch {
        return null;
    }
}

/** @type {{time: number, version: Promise<string | null>} | null} */
let lastVersion = null;

/** Whether the server is one of the place's nodes whose page is older than the kept one. */
async function isOlder() {
    if (!self.location.hostname.endsWith(".local")) return false;
    const kept = await (await caches.open(VERSION)).match(ABOUT);
    if (!kept) return false;
    if (!lastVersion || Date.now() - lastVersion.time > VERSION_MS) {
        lastVersion = { time: Date.now(), version: serverVersion() };
    }
    const [version, keptVersion] = await Promise.all([lastVersion.version, kept.text()]);
    return version !== null && isLower(version, keptVersion);
}

/**
 * Whether a version such as `1.10.0` is lower than another.
 *
 * @param {string} one
 * @param {string} other
 */
function isLower(one, other) {
    const [numbers, others] = [one, other].map((text) => text.split(/[.+-]/, 3).map(Number));
    const index = numbers.findIndex((number, place) => number !== others[place]);
    return index >= 0 && numbers[index] < others[index];
}

/** @type {Promise<void> | null} */
let renewing = null;

/** Keeps all files anew; when they do not all come, those before stay and the next answer tries again. */
function renewAll() {
    renewing ??= keepAll()
        .catch((failure) => console.info("the page was not kept anew:", failure))
        .finally(() => {
            renewing = null;
        });
    return renewing;
}

/**
 * @param {any} event
 * @param {string} path
 */
async function answer(event, path) {
    const { request } = event;
    const address = ROOT + path;
    const cache = await caches.open(SHELL);
    const kept = await cache.match(address);
    // Without a kept file, the page waits for the answer.
    if (!kept) return fetch(request);
    if (await isOlder()) return kept;
    try {
        const response = await fetchInTime(request);
        const isOther = BUILT.test(path) && tag(response) !== tag(kept);
        if (response.ok && isOther) event.waitUntil(renewAll());
        else if (response.ok) await cache.put(address, response.clone()).catch(ignoreFullDevice);
        if (response.status < 500) return response;
    } catch {
        // The kept file answers, below.
    }
    return kept;
}

/**
 * A device without space keeps the file that it has. Its reader gets the server's.
 *
 * @param {Error} failure
 */
function ignoreFullDevice(failure) {
    if (failure.name !== "QuotaExceededError") throw failure;
}

/** @param {Response} response */
function tag({ headers }) {
    return headers.get("etag");
}

/**
 * Returns a picture by its id: in the requested size, or without a network in a kept size. The page sends its own
 * requests with `no-store`, to keep their answers in that size alone.
 *
 * @param {Request} request
 * @param {string} path
 */
async function picture(request, path) {
    const inSize = (/** @type {string} */ size) =>
        caches.match(path.replace(/[^/]+$/, size), { cacheName: GUIDE, ignoreSearch: true });
    const [medium, large] = await Promise.all(KEPT_SIZES.map(inSize));
    const kept = path.endsWith("/large") ? (large ?? medium) : (medium ?? large);
    if (!kept || request.cache === "no-store") return fetch(request);
    const response = await fetchInTime(request).catch(() => null);
    return response && response.status < 500 ? response : kept;
}

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
function fetchInTime(request) {
    const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS));
    return Promise.race([fetch(request), tooLate]);
}
