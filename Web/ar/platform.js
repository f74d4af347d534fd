// The kind of device, where remedies and sensors differ.

/** @returns {"ios" | "android" | "desk"} */
export function platform(agent = navigator.userAgent, touches = navigator.maxTouchPoints) {
    if (/android/i.test(agent)) return "android";
    // An iPad says that it is a Mac.
    if (/iphone|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && touches > 1)) return "ios";
    return "desk";
}
