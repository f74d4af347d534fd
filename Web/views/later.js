// The screens that the first one does not need: loaded by themselves, when the first of them is opened or the map has
// come.
import { aboutPage } from "../about/about.js";
import { accountPage } from "../account/account.js";
import { directions } from "../directions/directions.js";
import { guidePage } from "../guide/guide.js";
import { guideHistory } from "../guide/history.js";
import { tourPage } from "../guide/tour.js";
import { venuePage } from "../guide/venue.js";
import { workPage } from "../guide/work.js";
import { worksPage } from "../guide/works.js";
import { loopPage } from "../loop/loop.js";
import { offline } from "../offline/offline.js";
import { operatorPage } from "../operator/operator.js";
import { reachPage } from "../reach/reach.js";
import { devicesPage } from "../presence/devices.js";
import { groupsPage } from "../presence/groups.js";
import { joiningPage } from "../presence/joining.js";
import { nowPage } from "../presence/now.js";
import { personCard } from "../presence/person.js";
import { privacyPage } from "../presence/privacy.js";
import { sharedPage } from "../presence/shared.js";
import { results } from "../search/results.js";
import { savedPage } from "../saved/saved.js";
import { postOnMap } from "../timeline/post-on-map.js";
import { postsMap } from "../timeline/posts-map.js";
import { timeline } from "../timeline/timeline.js";
import { cameraPage } from "./ar.js";
import { meshPage } from "./mesh.js";
import { playPage } from "./play.js";

export { confirming } from "../account/confirming.js";
export { showAccountEvent } from "../account/history.js";
export { BareSource } from "../data/bare-source.js";
export { floorsOf } from "../floors/floors.js";
export { placeInside } from "../floors/rooms.js";
export { placeNow } from "../presence/place-now.js";
export { carryMessages, logInAtNode, nodeTokens, showHelpPins } from "./mesh.js";

/**
 * @param {Page} page
 * @param {View} view
 * @returns {SheetScreen | null} null for a screen that is not of these.
 */
export function laterScreen(page, view) {
    switch (view.screen) {
        case "results":
            return results(page, view);
        case "directions":
            return directions(page, view);
        case "reach":
            return reachPage(page, view);
        case "loop":
            return loopPage(page, view);
        case "timeline":
            return timeline(page);
        case "posts":
            return postsMap(page);
        case "post":
            return postOnMap(page, view);
        case "guide":
            return guidePage(page);
        case "guide-history":
            return guideHistory(page);
        case "venue":
            return venuePage(page, view);
        case "works":
            return worksPage(page, view);
        case "work":
            return workPage(page, view);
        case "tour":
            return tourPage(page, view);
        case "account":
            return accountPage(page, view);
        case "operator":
            return operatorPage(page, view);
        case "now":
            return nowPage(page);
        case "person":
            return personCard(page, view);
        case "privacy":
            return privacyPage(page);
        case "groups":
            return groupsPage(page);
        case "join":
            return joiningPage(page, view);
        case "shared":
            return sharedPage(page, view);
        case "devices":
            return devicesPage(page);
        case "play":
            return playPage(page, view);
        case "ar":
            return cameraPage(page, view);
        case "chat":
        case "mail":
        case "help":
        case "nodes":
        case "phone":
            return meshPage(page, view);
        case "saved":
            return savedPage(page);
        case "offline":
            return offline(page);
        case "about":
            return aboutPage(page);
        default:
            return null;
    }
}
