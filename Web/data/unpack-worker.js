// The worker that decodes the objects of a download, off the page's thread: a piece of 1 MiB takes tens of milliseconds
// there.
import { contentOf, DamagedObject } from "./pack-object.js";

self.addEventListener("message", async ({ data: { number, packed, object } }) => {
    try {
        const content = await contentOf(packed, object);
        self.postMessage({ number, content }, { transfer: [content.buffer] });
    } catch (failure) {
        const isDamaged = failure instanceof DamagedObject;
        self.postMessage({ number, failure: { isDamaged, message: String(failure) } });
    }
});
