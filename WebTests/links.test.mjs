import assert from "node:assert/strict";
import { test } from "node:test";
import { splitAddresses } from "../Web/shell/links.js";

const addresses = (text) => splitAddresses(text).flatMap((part) => part.address ?? []);

test("web addresses are found without what follows them in the sentence", () => {
    for (const [text, ...found] of [
        ["See https://example.org/a?b=c#d.", "https://example.org/a?b=c#d"],
        ["(https://example.org/a), then http://example.net!", "https://example.org/a", "http://example.net/"],
        ["https://example.org/Stub_(town) and on", "https://example.org/Stub_(town)"],
        ["„https://example.org“ «https://example.org/ä»", "https://example.org/", "https://example.org/%C3%A4"],
        ["HTTPS://EXAMPLE.ORG", "https://example.org/"],
        ["https://example.org\nhttps://example.net", "https://example.org/", "https://example.net/"],
    ])
        assert.deepEqual(addresses(text), found, text);
});

test("nothing else becomes a link", () => {
    for (const text of [
        "",
        "javascript:alert(1)",
        "data:text/html,x",
        "mailto:a@example.org ftp://example.org",
        "example.org www.example.org",
        "https:// http://: https://)",
        "<b>",
    ])
        assert.deepEqual(addresses(text), [], text);
});

test("the parts are together the whole text", () => {
    for (const text of [
        "",
        "no link",
        "https://a.example",
        "a https://b.example.) c\n\nhttps://d.example/((",
        "https://)))",
    ])
        assert.equal(
            splitAddresses(text)
                .map((part) => part.text)
                .join(""),
            text,
        );
});
