// Simulated people, where the operator has switched them on: whether this device leaves them out.
const LEFT_OUT = "hereabouts.without-simulated";

/** Fires `change` when they are left out or shown again. */
class Simulated extends EventTarget {
    get isLeftOut() {
        return localStorage.getItem(LEFT_OUT) !== null;
    }

    set isLeftOut(isWished) {
        if (isWished) localStorage.setItem(LEFT_OUT, "");
        else localStorage.removeItem(LEFT_OUT);
        this.dispatchEvent(new Event("change"));
    }

    /** @param {{is_simulated?: boolean}} thing */
    shows(thing) {
        return !thing.is_simulated || !this.isLeftOut;
    }
}

export const simulated = new Simulated();
