// What operators hide at all nodes, with the button that shows it again.
import { make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { keyPicture } from "../key-picture.js";
import { timeText } from "../words.js";
import { actButton } from "./acting.js";

/**
 * @param {import("./operating.js").Roster} roster
 * @param {number} now
 * @param {{act: import("./acting.js").Act, failureText: (failure: unknown) => string} | null} acting
 */
export function hiddenList({ hidden }, now, acting) {
    const rows = hidden.map(({ kind, subject, since, name, text }) => {
        const shown = (kind === "message" ? text : name) || say(`operators.unknown.${kind}`);
        const facts = [
            say(`operators.kind.${kind}`),
            kind === "message" && name,
            say("operators.since", { time: timeText(since, now) }),
        ].filter(Boolean);
        const words = make("div", { class: "words" }, make("strong", { dir: "auto" }, shown));
        if (kind !== "message") words.append(keyPicture(subject, "operator"));
        words.append(make("span", { class: "quiet" }, facts.join(" · ")));
        const showing = acting
            ? actButton({
                  label: say("operators.show"),
                  name: say("operators.showThis", { name: shown }),
                  act: () => acting.act("DELETE", `hidden/${kind}/${subject}`, say("operators.shownNow")),
                  failureText: acting.failureText,
              })
            : [];
        return make("li", {}, words, ...showing);
    });
    return [
        make("h3", {}, say("operators.hidden")),
        rows.length > 0
            ? make("ul", { class: "sessions roster" }, ...rows)
            : make("p", { class: "quiet none" }, say("operators.nothingHidden")),
    ];
}
