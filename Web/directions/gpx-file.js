// A route as a file for other devices.
import { failureText } from "../shell/trouble.js";
import { make } from "../shell/make.js";

/**
 * Fetches a route as a GPX file for the browser to save, or says why there is none.
 *
 * @param {Page} page
 * @param {RouteQuestion} question
 */
export async function downloadGPX({ data, notices }, question) {
    try {
        const text = await data.routeGPX(question);
        const address = URL.createObjectURL(new Blob([text], { type: "application/gpx+xml" }));
        make("a", { href: address, download: `${question.profile}.gpx` }).click();
        setTimeout(() => URL.revokeObjectURL(address));
    } catch (failure) {
        notices.show(failureText(failure));
    }
}
