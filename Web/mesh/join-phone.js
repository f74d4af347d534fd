// How another phone opens the map at the name of the place: codes to scan from this screen, each with what to do where the
// step does not work.
import { Refused } from "../data/failures.js";
import { field, withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { copying } from "./copying.js";

export class JoinPhone {
    #steps = make("div", {});
    #network = make("div", {});
    #isOpen = false;

    /**
     * @param {import("./node.js").MeshNode} node
     * @param {import("./open.js").Surroundings} surroundings
     */
    constructor(node, surroundings) {
        this.node = node;
        this.surroundings = surroundings;
        this.element = make(
            "details",
            { class: "chat-join", on: { toggle: () => this.#open() } },
            make("summary", {}, say("join.title")),
            this.#steps,
        );
    }

    #open() {
        if (this.#isOpen || !(/** @type {HTMLDetailsElement} */ (this.element).open)) return;
        this.#isOpen = true;
        this.#ask();
    }

    async #ask() {
        fill(this.#steps, this.surroundings.skeleton());
        try {
            this.#show(await this.node.phone({}));
        } catch (failure) {
            if (failure instanceof Refused && failure.code === "not_found")
                return fill(this.#steps, make("p", { class: "remark" }, say("join.none")));
            console.info("the steps did not come:", failure);
            fill(
                this.#steps,
                this.surroundings.trouble(failure, () => this.#ask()),
            );
        }
    }

    /** @param {import("./node.js").PhoneSteps} steps */
    #show({ trust, fingerprint, map }) {
        fill(
            this.#steps,
            make(
                "ol",
                {},
                step("network", this.#networkForm(), this.#network),
                step(
                    "trust",
                    ...trust.map((code) => codeFigure(code, true)),
                    make("p", {}, say("join.fingerprint")),
                    make("p", { class: "fingerprint", dir: "ltr" }, make("code", {}, fingerprint)),
                ),
                step("map", codeFigure(map, true)),
            ),
        );
    }

    #networkForm() {
        const name = field(say("join.networkName"), { id: "join-network", maxlength: 32, autocomplete: "off" });
        const password = field(say("join.networkPassword"), {
            id: "join-password",
            maxlength: 63,
            autocomplete: "off",
        });
        const send = make("button", { type: "submit" }, say("join.showCode"));
        const form = make(
            "form",
            { class: "short-form", novalidate: true },
            name.element,
            password.element,
            make("div", { class: "buttons" }, send),
        );
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            if (!name.input.value) return name.complain(say("join.noNetworkName"));
            const enable = withhold(/** @type {HTMLButtonElement} */ (send));
            try {
                await this.#showNetwork(name.input.value, password.input.value);
            } catch (failure) {
                fill(this.#network);
                const isWrong = failure instanceof Refused && failure.code === "invalid_body";
                password.complain(isWrong ? say("join.badNetwork") : this.surroundings.failureText(failure));
            } finally {
                enable();
            }
        });
        return form;
    }

    /**
     * The node makes the code, and keeps neither name nor password.
     *
     * @param {string} name
     * @param {string} password
     */
    async #showNetwork(name, password) {
        const { network } = await this.node.phone({ name, ...(password ? { password } : {}) });
        if (network) fill(this.#network, codeFigure({ ...network, text: name }));
    }
}

/**
 * A step: what it is for, its codes, and what to do where it does not work.
 *
 * @param {"network" | "trust" | "map"} name
 * @param {...Node} content
 */
function step(name, ...content) {
    return make(
        "li",
        {},
        make("h3", {}, say(`join.${name}.title`)),
        make("p", {}, say(`join.${name}.how`)),
        ...content,
        make("p", { class: "quiet" }, say(`join.${name}.else`)),
    );
}

/** @param {import("./node.js").Code} code @param {boolean} [isAddress] which people may copy, too. */
function codeFigure({ text, image }, isAddress = false) {
    const shown = make("bdi", { dir: isAddress ? "ltr" : "auto" }, text);
    const { button, status } = copying(
        text,
        () => getSelection()?.selectAllChildren(shown),
        say("copy.this", { text }),
    );
    return make(
        "figure",
        { class: "chat-code" },
        image &&
            make("img", {
                src: `data:image/svg+xml,${encodeURIComponent(image)}`,
                alt: say("join.code", { text }),
                width: 180,
                height: 180,
            }),
        make("figcaption", {}, shown),
        isAddress && button,
        isAddress && status,
    );
}
