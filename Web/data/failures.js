// The two ways a question can fail.

/** Nobody answered: no network, no server, or no answer in time. Asking again later may help. */
export class Unreachable extends Error {
    name = "Unreachable";
}

/** Nobody answered, and what was asked for is not among what this device keeps. */
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
     * @param {string} [field] what was sent that is at fault, when it is one thing.
     */
    constructor(code, message, status, field) {
        super(message);
        this.code = code;
        this.status = status;
        this.field = field;
    }
}
