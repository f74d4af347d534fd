// Posts: asks the server for them and changes them. Nothing of this works without a network. New posts go through the
// outbox.
import { read } from "./http.js";

/** @typedef {import("./community.js").Community} Community */

/**
 * Returns a page of posts, newest first.
 *
 * @param {string} [before] where the last page ended.
 * @param {AbortSignal} [signal]
 * @returns {Promise<PostPage>}
 */
export function readPosts(before, signal) {
    return read("/api/v1/posts", before ? { before } : {}, signal);
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Post>}
 */
export function readPost(id, signal) {
    return read(`/api/v1/posts/${encodeURIComponent(id)}`, {}, signal);
}

/**
 * Sends a picture, for a post to show.
 *
 * @param {Community} community
 * @param {Blob} file
 * @returns {Promise<Picture>}
 */
export function addPicture(community, file) {
    return community.write("POST", "/api/v1/pictures", file);
}

/**
 * @param {Community} community
 * @param {Post} post
 * @param {string} message
 * @returns {Promise<Post>}
 */
export function editPost(community, { id, revision }, message) {
    return community.write("PATCH", `/api/v1/posts/${id}`, { message, revision });
}

/**
 * @param {Community} community
 * @param {Post} post
 */
export function removePost(community, { id }) {
    return community.write("DELETE", `/api/v1/posts/${id}`);
}

/**
 * @param {Community} community
 * @param {Post} post
 * @param {string} reason
 */
export async function reportPost(community, { id }, reason) {
    await community.write("POST", `/api/v1/posts/${id}/reports`, { reason });
    community.reported.add(id);
}

/**
 * Returns a page of the posts whose reports are open, the last reported post first; for operators.
 *
 * @param {Community} community
 * @param {string} [before] where the last page ended.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{posts: ReportedPost[], next?: string}>}
 */
export function readReports(community, before, signal) {
    return community.member(read("/api/v1/reports", before ? { before } : {}, signal));
}

/**
 * Returns a page of hidden posts, the last hidden post first: all of them for operators, for others their own.
 *
 * @param {Community} community
 * @param {string} [before] where the last page ended.
 * @param {AbortSignal} [signal]
 * @returns {Promise<PostPage>}
 */
export function readHiddenPosts(community, before, signal) {
    return community.member(read("/api/v1/hidden-posts", before ? { before } : {}, signal));
}

/**
 * Settles the reports of a post, and leaves the post as it is; for operators.
 *
 * @param {Community} community
 * @param {Post} post
 */
export function dismissReports(community, { id }) {
    return community.write("DELETE", `/api/v1/posts/${id}/reports`);
}

/**
 * Hides a post from all but its author and operators, and settles its reports; for operators.
 *
 * @param {Community} community
 * @param {Post} post
 */
export function hidePost(community, { id }) {
    return community.write("PUT", `/api/v1/posts/${id}/hidden`);
}

/**
 * Shows a hidden post again; for operators.
 *
 * @param {Community} community
 * @param {Post} post
 */
export function showPost(community, { id }) {
    return community.write("DELETE", `/api/v1/posts/${id}/hidden`);
}
