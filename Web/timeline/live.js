// What changes in the timeline, as it happens. The browser comes back by itself after a break, and says how far it had got.

/**
 * Listens until the returned function is called.
 *
 * @param {{post: (post: Post) => void, removed: (id: string) => void, reload: () => void}} told
 */
export function listen({ post, removed, reload }) {
    const source = new EventSource("/api/v1/events");
    const on = (/** @type {string} */ name, /** @type {(data: any) => void} */ act) =>
        source.addEventListener(name, (event) => act(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    on("post", post);
    on("removed", ({ id }) => removed(id));
    on("reload", reload);
    return () => source.close();
}
