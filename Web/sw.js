// Keeps the page itself on the device, so that it opens without a network. Data is kept by the page (data/kept-atlas.js).
//
// Network first: who is online always gets the server's page, and the kept files are renewed on the way. The list of files is
// shell.json; a test compares it with what is there.

const SHELL = "hereabouts-shell";
/** A network that has not answered by now is taken for gone. */
const PATIENCE_MS = 3_000;
/** What is asked of the server however long it takes: answers, tiles, and pictures by their ids. */
const DATA = /^\/(api|tiles)\/|^\/pictures\/[0-9a-f-]{36}\//;

self.addEventListener("install", (event) => {
    event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
    event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== self.location.origin) return;
    if (DATA.test(pathname)) return;
    event.respondWith(answer(request, pathname));
});

async function install() {
    const files = await (await fetch("/shell.json", { cache: "no-cache" })).json();
    const cache = await caches.open(SHELL);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
}

/**
 * @param {Request} request
 * @param {string} pathname
 */
async function answer(request, pathname) {
    const cache = await caches.open(SHELL);
    try {
        const response = await fetchInTime(request);
        if (response.ok && (await cache.match(pathname))) await cache.put(pathname, response.clone());
        if (response.status < 500) return response;
    } catch {
        // Answered from what is kept, below.
    }
    return (await cache.match(pathname)) ?? Response.error();
}

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
function fetchInTime(request) {
    const tooLate = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS));
    return Promise.race([fetch(request), tooLate]);
}
