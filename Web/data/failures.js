// The kinds of failure of a request.

/** No answer came: no network, no server, or no answer in time. A later request may succeed. */
export class Unreachable extends Error {
    name = "Unreachable";
    /**
     * The seconds until another try makes sense, if the server says so.
     *
     * @type {number | undefined}
     */
    retryAfter;
}

/** The server does not answer, and this device keeps no copy of the answer. */
export class NotKept extends Unreachable {
    name = "NotKept";
}

/** The server does not answer, and this device keeps routes for walking only. */
export class WalkingOnly extends NotKept {
    name = "WalkingOnly";
}

/** The server refused, with a stable code as reason. The same request fails again; a different one may succeed. */
export class Refused extends Error {
    name = "Refused";

    /**
     * Parts of the page that are bundles of their own have copies of this class: its name counts.
     *
     * @param {unknown} value
     */
    static [Symbol.hasInstance](value) {
        return value instanceof Error && value.name === "Refused";
    }

    /**
     * The seconds until another try makes sense, if the server says so.
     *
     * @type {number | undefined}
     */
    retryAfter;

    /**
     * @param {string} code
     * @param {string} message
     * @param {number} [status] of HTTP, when it came that way.
     * @param {string} [field] the field that is at fault, if it is one field.
     */
    constructor(code, message, status, field) {
        super(message);
        this.code = code;
        this.status = status;
        this.field = field;
    }
}
