// Says at the start that the copy on this device is not complete, unless another tab downloads it.
import { isDownloading, packState } from "../data/pack-store.js";
import { say } from "../text/catalogue.js";

/**
 * @param {Pick<Page, 'notices' | 'views'>} page
 */
export async function checkPack({ notices, views }) {
    try {
        const { note, missing, begun } = await packState();
        const isIncomplete = (note && missing.bytes > 0) || begun;
        if (!isIncomplete || views.current.screen === "offline" || (await isDownloading())) return;
        const press = () => views.open({ screen: "offline" });
        notices.show(say("offline.incomplete"), { label: say("offline.look"), press });
    } catch (failure) {
        console.info("the offline copy was not checked:", failure);
    }
}
