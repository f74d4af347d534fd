import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Refused } from "../Web/data/failures.js";
import { failureText } from "../Web/shell/trouble.js";
import { LANGUAGES, pickLanguage, say, useCatalogue } from "../Web/text/catalogue.js";

const WEB = new URL("../Web/", import.meta.url);
const read = (name) => readFileSync(new URL(name, WEB), "utf8");
const catalogue = (tag) => JSON.parse(read(`text/${tag}.json`));
const english = catalogue("en");
const forms = (message) => (typeof message === "string" ? [message] : Object.values(message));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

const files = readdirSync(WEB, { recursive: true }).filter(
    (name) => /\.(js|html)$/.test(name) && !/^(vendor|built)\//.test(name),
);
const isGame = (name) => name.startsWith("bocce/");
const isCamera = (name) => name.startsWith("ar/");
const isChat = (name) => name.startsWith("mesh/");
const isOfPage = (name) => !isGame(name) && !isCamera(name) && !isChat(name);
const sourcesOf = (names) => names.map(read).join("\n");

/** The game, the camera view and the chat have words of their own, in catalogues of their own. */
const CATALOGUES = [
    { folder: "text", callers: sourcesOf(files.filter(isOfPage)), fewest: 80 },
    { folder: "text/bocce", callers: sourcesOf(files.filter(isGame)), fewest: 20 },
    { folder: "text/ar-view", callers: sourcesOf(files.filter(isCamera)), fewest: 20 },
    { folder: "text/mesh", callers: sourcesOf(files.filter(isChat)), fewest: 20 },
];

for (const [folder, tag] of CATALOGUES.flatMap((one) => LANGUAGES.map((each) => [one.folder, each]))) {
    const messages = JSON.parse(read(`${folder}/${tag}.json`));
    const wholes = JSON.parse(read(`${folder}/en.json`));

    test(`the catalogue '${tag}' in ${folder} says all that the English one does, with the same values`, () => {
        assert.deepEqual(Object.keys(messages).toSorted(), Object.keys(wholes).toSorted());
        for (const [key, message] of Object.entries(messages)) {
            const wanted = values(forms(wholes[key]).at(-1));
            for (const form of forms(message)) assert.ok(form.length > 0, key);
            assert.deepEqual(values(forms(message).at(-1)), wanted, key);
        }
    });

    test(`the catalogue '${tag}' in ${folder} has every plural form its language needs`, () => {
        const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
        for (const [key, message] of Object.entries(messages)) {
            if (typeof message === "object") assert.deepEqual(Object.keys(message).toSorted(), needed.toSorted(), key);
        }
    });
}

for (const { folder, callers, fewest } of CATALOGUES) {
    const wholes = JSON.parse(read(`${folder}/en.json`));

    test(`every message that is said by name is in the catalogue in ${folder}`, () => {
        const named = [...callers.matchAll(/(?:say|paragraph|main)\(\s*"([\w.]+)"|data-(?:say|label)="([\w.]+)"/g)];
        assert.ok(named.length > fewest);
        for (const [, called, written] of named) assert.ok((called ?? written) in wholes, called ?? written);
    });

    test(`no message in ${folder} is left over`, () => {
        // Messages whose names are put together at run time, by what comes before the last dot.
        const composed = [...callers.matchAll(/`([\w.]+)\.\$\{/g)].map(([, prefix]) => prefix);
        for (const key of Object.keys(wholes)) {
            const isComposed = composed.some((prefix) => key.startsWith(`${prefix}.`));
            assert.ok(isComposed || callers.includes(`"${key}"`), key);
        }
    });
}

// Requests of a page as old as its server are never wrong in these ways.
const UNFORESEEN = `
    address_too_long bad_request headers_too_large invalid_parameter method_not_allowed
    missing_parameter not_acceptable range_not_satisfiable too_few_points too_many_points
    unknown_parameter unsupported_encoding
`
    .trim()
    .split(/\s+/);

/** The game explains refusals of its own; its words do not come with the first screen. */
const ofGame = JSON.parse(read("text/bocce/en.json"));

test("every reason that the contract has for a refusal is said in the reader's language", () => {
    const contract = new URL("../Sources/HereaboutsAPI/Contract/ErrorBody.swift", import.meta.url);
    const codes = [...readFileSync(contract, "utf8").matchAll(/^ {4}case \w+ = "(\w+)"$/gm)].map(([, code]) => code);
    assert.ok(codes.length > 30);
    const explained = codes.filter((code) => `error.${code}` in english || `error.${code}` in ofGame);
    assert.deepEqual(codes.filter((code) => !explained.includes(code)).toSorted(), UNFORESEEN);
    const named = Object.keys({ ...english, ...ofGame }).filter((key) => /^error\.\w*_/.test(key));
    for (const key of named) assert.ok(codes.includes(key.slice("error.".length)), key);
});

test("a refusal is shown in the reader's language, with the server's words only where they name the fault", () => {
    useCatalogue("fi", catalogue("fi"));
    const text = (code) => failureText(new Refused(code, "english words"));
    assert.equal(text("not_found"), "Ei löytynyt. Se on ehkä poistettu.");
    assert.equal(text("invalid_body"), "Palvelin ei voi hyväksyä tätä: english words.");
    assert.match(text("not_acceptable"), /^Palvelin ei ymmärtänyt.*not_acceptable/);
    assert.doesNotMatch(text("not_acceptable"), /english/);
});

test("the first preferred language that there is a catalogue for is taken, else English", () => {
    assert.equal(pickLanguage(["sv-FI", "fi-FI", "en"]), "fi");
    assert.equal(pickLanguage(["DE-at"]), "de");
    assert.equal(pickLanguage(["tlh"]), "en");
    assert.equal(pickLanguage([]), "en");
});

test("values are put in, numbers in the language's own form, plurals by count", () => {
    useCatalogue("en", { many: { one: "{count} place", other: "{count} places" }, name: "At {street}, {missing}" });
    assert.equal(say("many", { count: 1 }), "1 place");
    assert.equal(say("many", { count: 12345 }), "12,345 places");
    assert.equal(say("name", { street: "{x} <b>" }), "At {x} <b>, {missing}");
    assert.equal(say("unknown.key"), "unknown.key");
});
