// The two ways a question can fail.

/** Nobody answered: no network, no server, or no answer in time. Asking again later may help. */
export class Unreachable extends Error {
    name = "Unreachable";
}

/** The server does not answer, and this device keeps no copy of the answer. */
export class NotKept extends Unreachable {
    name = "NotKept";
}

/** The answer was no, for a reason with a stable code. Asking again does not help; another question may. */
export class Refused extends Error {
    name = "Refused";

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
