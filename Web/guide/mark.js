// Handles a tap on a mark of the guide: a venue opens, a cluster splits.

/**
 * @param {Page} page
 * @param {{venue: string} | {cluster: number, position: Position}} found
 */
export async function openGuideMark({ views, camera, guideMap }, found) {
    if ("cluster" in found) {
        camera.show(found.position, await guideMap.zoomOf(found.cluster));
        return;
    }
    const { current } = views;
    /** @type {View} */
    const view = { screen: "venue", id: found.venue };
    // One venue at a time: a new venue takes the place of the old one.
    if (current.screen !== "venue") views.open(view);
    else if (current.id !== found.venue) views.replace(view);
}
