// Reports to the operators: what goes to the node, and which sentence people read where that fails.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.document ??= Object.assign(new EventTarget(), { documentElement: { lang: "en", dataset: {} } });
globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };
const { Refused, Unreachable } = await import("../Web/data/failures.js");
const { MeshNode } = await import("../Web/mesh/node.js");
const { REASONS, reportFailure } = await import("../Web/mesh/reporting.js");
const { say } = await import("../Web/text/catalogue.js");

const LINE = "ab".repeat(32);
let asked;
let answer;

beforeEach(() => {
    asked = [];
    globalThis.fetch = async (address, { method, body, credentials, headers }) => {
        asked.push({ address, method, body: JSON.parse(body), credentials, headers });
        return answer();
    };
});

const refusing = (status, code) => () => new Response(JSON.stringify({ code, message: "because" }), { status });

test("a report is one request without a cookie, which says nothing but the reason", async () => {
    answer = () => new Response(null, { status: 204 });
    await new MeshNode().report(LINE, "danger");
    assert.deepEqual(asked, [
        {
            address: `/api/v1/mesh/messages/${LINE}/reports`,
            method: "POST",
            body: { reason: "danger" },
            credentials: "omit",
            headers: { "content-type": "application/json" },
        },
    ]);
});

test("the reasons are those of the API", () => {
    assert.deepEqual(REASONS, ["spam", "abuse", "danger", "other"]);
});

test("a failure has a sentence of its own, and any other that of the page", async () => {
    const other = () => "the page's sentence";
    for (const [status, code, key] of [
        [404, "not_found", "report.unknown"],
        [403, "not_allowed", "report.notHere"],
        [429, "too_soon", "report.tooOften"],
        [429, "too_many_requests", "report.tooOften"],
    ]) {
        answer = refusing(status, code);
        const failure = await new MeshNode().report(LINE, "spam").catch((thrown) => thrown);
        assert.ok(failure instanceof Refused);
        assert.equal(reportFailure(failure, other), say(key));
    }
    answer = refusing(401, "not_logged_in");
    const refused = await new MeshNode().report(LINE, "spam").catch((thrown) => thrown);
    assert.equal(reportFailure(refused, other), "the page's sentence");
    answer = () => {
        throw new TypeError("no network");
    };
    const away = await new MeshNode().report(LINE, "spam").catch((thrown) => thrown);
    assert.ok(away instanceof Unreachable);
    assert.equal(reportFailure(away, other), say("report.away"));
});
