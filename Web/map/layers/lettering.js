// How the page writes on the map.

export const FONT = ["Inter SemiBold", "Inter", "Noto Sans", "sans-serif"];
/** A number in a disc. */
export const NUMBER = { "text-font": FONT, "text-size": 13, "text-allow-overlap": true, "text-ignore-placement": true };
/** The data of a source before the page sets any. */
export const NOTHING = { type: "FeatureCollection", features: [] };
