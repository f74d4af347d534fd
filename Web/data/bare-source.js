// A stream of events, requested without cookies, for the map in another site's page (WHATWG HTML §9.2).

/** How long to wait before the next request, in milliseconds, unless the server says otherwise. */
const AGAIN_MS = 2_000;

/** Fires each event by its name, as `EventSource` does, and comes back by itself after a break. */
export class BareSource extends EventTarget {
    readyState = EventSource.CONNECTING;
    #leaving = new AbortController();
    #timer = 0;
    #again = AGAIN_MS;
    #last = "";

    /** @param {string} address */
    constructor(address) {
        super();
        this.address = address;
        this.#listen();
    }

    close() {
        this.readyState = EventSource.CLOSED;
        clearTimeout(this.#timer);
        this.#leaving.abort();
    }

    async #listen() {
        try {
            const headers = { accept: "text/event-stream", ...(this.#last && { "last-event-id": this.#last }) };
            const { signal } = this.#leaving;
            const response = await fetch(this.address, { headers, credentials: "omit", cache: "no-store", signal });
            if (!response.ok || !response.body) return this.#end();
            this.readyState = EventSource.OPEN;
            await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
        } catch {
            // The network is gone, or the listener left.
        }
        if (this.readyState === EventSource.CLOSED) return;
        this.readyState = EventSource.CONNECTING;
        this.#timer = window.setTimeout(() => this.#listen(), this.#again);
    }

    /** A refusal is not a lost connection: the listener decides when to ask again. */
    #end() {
        this.close();
        this.dispatchEvent(new Event("error"));
    }

    /** @param {ReadableStreamDefaultReader<string>} reader */
    async #read(reader) {
        let rest = "";
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            const blocks = (rest + value).split("\n\n");
            rest = blocks.pop() ?? "";
            for (const block of blocks) this.#fire(block);
        }
    }

    /** @param {string} block the lines of an event. */
    #fire(block) {
        let name = "message";
        const data = [];
        for (const line of block.split("\n")) {
            const [field, value = ""] = line.split(/: ?(.*)/s);
            if (field === "event") name = value;
            else if (field === "data") data.push(value);
            else if (field === "id") this.#last = value;
            else if (field === "retry") this.#again = Number(value) || this.#again;
        }
        if (this.readyState === EventSource.CLOSED || data.length === 0) return;
        this.dispatchEvent(new MessageEvent(name, { data: data.join("\n"), lastEventId: this.#last }));
    }
}
