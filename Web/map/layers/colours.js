// The colours of the page's own drawings on the map.

/** @typedef {typeof CONTENT.light} Colours */

/** By whether the style is dark. */
export const CONTENT = {
    light: {
        route: "#1d4fd7",
        routeCasing: "#ffffff",
        approach: "#5d78b8",
        other: "#8a919d",
        otherText: "#3f4652",
        accuracy: "#1a73ff",
        reach: "#1d4fd7",
        guide: "#7a34b8",
        onGuide: "#ffffff",
        post: "#0c8f6d",
        onPost: "#ffffff",
        person: "#0b6b83",
        onPerson: "#ffffff",
        busy: { least: "#8a919d", most: "#d97706" },
        closed: "#c62828",
        oneWay: "#9a5b00",
        ground: "#7a34b8",
        halo: "#ffffff",
    },
    dark: {
        route: "#6b9bff",
        routeCasing: "#0d1526",
        approach: "#8ba3d4",
        other: "#79818f",
        otherText: "#d6dae2",
        accuracy: "#5a9bff",
        reach: "#6b9bff",
        guide: "#c79bf2",
        onGuide: "#1c1030",
        post: "#4fd6ae",
        onPost: "#08241c",
        person: "#7fd3ea",
        onPerson: "#06222b",
        busy: { least: "#79818f", most: "#f5b041" },
        closed: "#ff8a80",
        oneWay: "#ffb74d",
        ground: "#c79bf2",
        halo: "#14161a",
    },
};
