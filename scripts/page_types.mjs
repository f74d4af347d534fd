// Prints the types of a declaration file as JSON, for check_types.py: `node page_types.mjs Web/types.d.ts`.
//
// Each type has the schema that its tag `@schema` names, whether it has the tag `@own`, and its shape: an object with members, an
// array, a record, a union of words, or the name of another type of the file.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";

const compiler = realpathSync(execFileSync("sh", ["-c", "command -v tsc"], { encoding: "utf8" }).trim());
const ts = createRequire(compiler)("../lib/typescript.js");

const path = process.argv[2];
const program = ts.createProgram([path], { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022 });
const checker = program.getTypeChecker();
const source = program.getSourceFile(path);

/** The text of a tag of a declaration; empty for a tag alone, undefined without it. */
function tag(symbol, name) {
    const found = symbol.getJsDocTags(checker).find((one) => one.name === name);
    return found && ts.displayPartsToString(found.text).trim();
}

const declared = source.statements.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one));
const names = new Set(declared.map((one) => one.name.text));

function members(type) {
    return Object.fromEntries(
        checker.getPropertiesOfType(type).map((property) => [
            property.name,
            {
                optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
                tags: ["own", "offline", "narrow"].filter((name) => tag(property, name) !== undefined),
                ...parts(checker.getTypeOfSymbolAtLocation(property, source)),
            },
        ]),
    );
}

/** The shape of a type without null and undefined, and whether it may be null. */
function parts(type) {
    const all = type.isUnion() ? type.types : [type];
    const rest = all.filter((one) => !(one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
    return { nullable: all.some((one) => one.flags & ts.TypeFlags.Null), shape: union(rest) };
}

function union(types) {
    if (types.every((one) => one.isStringLiteral())) return { words: types.map((one) => one.value) };
    if (types.every((one) => one.flags & ts.TypeFlags.BooleanLike)) return { kind: "boolean" };
    return types.length === 1 ? shape(types[0]) : { kind: "union" };
}

function shape(type) {
    if (type.flags & ts.TypeFlags.NumberLike) return { kind: "number" };
    if (type.flags & ts.TypeFlags.StringLike) return { kind: "string" };
    if (checker.isTupleType(type) || checker.isArrayType(type)) {
        const items = checker.getTypeArguments(type);
        const shapes = new Map(items.map((one) => [JSON.stringify(parts(one)), parts(one)]));
        return { kind: "array", items: shapes.size === 1 ? [...shapes.values()][0] : { shape: { kind: "union" } } };
    }
    const name = type.symbol?.name;
    if (type.isClassOrInterface() && names.has(name)) return { name };
    // Objects of the browser and of the page's modules do not come from the server.
    return type.isIntersection() || type.getStringIndexType() || name === "__type" ? object(type) : { kind: "other" };
}

function object(type) {
    const values = type.getStringIndexType();
    if (values) return { kind: "record", values: parts(values) };
    return type.getCallSignatures().length > 0 ? { kind: "function" } : { kind: "object", members: members(type) };
}

const types = declared.map((one) => {
    const symbol = checker.getSymbolAtLocation(one.name);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const isObject = type.isClassOrInterface() || (type.flags & ts.TypeFlags.Object) !== 0;
    const whole = isObject ? object(type) : parts(type).shape;
    return [one.name.text, { schema: tag(symbol, "schema") ?? null, own: tag(symbol, "own") !== undefined, shape: whole }];
});
console.log(JSON.stringify(Object.fromEntries(types)));
