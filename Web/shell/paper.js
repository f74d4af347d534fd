// An element that the browser prints in place of the page.

export class Paper {
    /** @type {HTMLElement | null} */
    element = null;
    #before = () => this.element ?? this.lay();
    #after = () => this.#take();

    /** @param {() => HTMLElement | null} write makes the element; null leaves the page as it is. */
    constructor(write) {
        this.write = write;
        window.addEventListener("beforeprint", this.#before);
        window.addEventListener("afterprint", this.#after);
    }

    /** Writes it anew. */
    lay() {
        this.#take();
        this.element = this.write();
        if (this.element) document.body.append(this.element);
    }

    leave() {
        window.removeEventListener("beforeprint", this.#before);
        window.removeEventListener("afterprint", this.#after);
        this.#take();
    }

    #take() {
        this.element?.remove();
        this.element = null;
    }
}
