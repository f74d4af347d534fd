// The choice of a simulated location for developers, on the page *About*.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** How many times as fast a track may be replayed. */
const FACTORS = [1, 4, 16];

/** @param {Pick<Page, 'about' | 'camera' | 'simulation' | 'views'>} page */
export function simulationChoice({ about, camera, simulation, views }) {
    const begun = (/** @type {() => void} */ begin) => () => {
        begin();
        // The map shows the choice.
        views.close();
    };
    const speed = make(
        "select",
        {},
        ...FACTORS.map((factor) => make("option", { value: factor }, say("simulate.factor", { factor }))),
    );
    const file = make("input", { type: "file", accept: ".gpx,application/gpx+xml", hidden: true });
    file.addEventListener("change", async () => {
        const [chosen] = file.files ?? [];
        if (chosen && (await simulation.replay(chosen, Number(speed.value)))) views.close();
        file.value = ""; // The same file, mended, may be chosen again.
    });
    return [
        make("h3", {}, say("simulate.title")),
        make("p", {}, say("simulate.text")),
        make(
            "div",
            { class: "actions" },
            iconButton(
                "map-pin",
                say("simulate.view"),
                begun(() => simulation.fixed(camera.middle)),
            ),
            iconButton(
                "map",
                say("simulate.middle", { place: about.name }),
                begun(() => simulation.middle()),
            ),
            iconButton("route", say("simulate.track"), () => file.click()),
        ),
        make("label", { class: "replay-speed" }, make("span", {}, say("simulate.speed")), speed),
        file,
    ];
}
