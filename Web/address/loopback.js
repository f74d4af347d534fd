// Addresses that only the device itself opens.

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether only this computer can open an address.
 *
 * @param {string} [address] the page's own without one.
 */
export function isOnlyHere(address = window.location.href) {
    return LOOPBACK.test(new URL(address).hostname);
}
