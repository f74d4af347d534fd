#!/usr/bin/env python3
"""Compare the types of the page (Web/types.d.ts) with the schemas of a server's /openapi.json.

Usage: check_types.py PROGRAM ATLAS [--self-test]

A type that mirrors a schema names it with the tag `@schema`. Its members then have the schema's names, kinds and words.
In answers, a member is optional exactly where the schema says so; in requests, the page may send what the server does
not need, and fewer words. A type may leave out members that the page does not use. The page's differences are marked:
 - `@own` at a member: the server does not send it; at a type: only the page has it, although a schema has the same
   name;
 - `@offline` at a member: the server always sends it, but answers from the device lack it;
 - `@narrow` at a member: the schema says any text, the page knows the few that come. All other types are the page's
own. A type with a member in snake_case, as on the wire, or with a schema's name must have a tag. `--self-test` also
plants faults of each kind in a copy of the types and sees that they are found.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from loopback import ROOT, serving

TYPES = ROOT / "Web" / "types.d.ts"
PREFIX = "#/components/schemas/"
KINDS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "array": "array"}
# The planted faults: text of types.d.ts, its replacement, and the beginning of the expected error.
PLANTED = [
    ("    kind_name?: string;", "    kindname?: string;", "Found.kindname"),
    ("    revision: number;\n    location?: PostLocation;", "    revision: string;\n    location?: PostLocation;",
     "Post.revision"),
    ("    used: number;\n    limit: number;", "    used?: number;\n    limit: number;", "QuotaUse.used"),
    ("    heard?: string;", "    heard: string;", "Device.heard"),
    ('type Role = "user" | "curator" | "operator";', 'type Role = "user" | "curator";', "Account.role"),
    ('    state: "asked" | "wants" | "friend";', '    state: "asked" | "wants" | "friend" | "foe";', "Friend.state"),
    ("    names: string[];\n    lines?", "    names: string;\n    lines?", "OverlayEffect.names"),
    ("@schema PlaceVisit", "@schema PlaceVisits", "PlaceVisit"),
    ("/** @schema QueueState */", "/** */", "QueueState"),
    (" * @schema SharingFields", " *", "Sharing"),
    ("    /** @narrow */\n    wheelchair?", "    wheelchair?", "Place.wheelchair"),
    ("     * @own\n     */\n    kind_names", "     */\n    kind_names", "Found.kind_names"),
    ("    /** @offline */\n    version?", "    version?", "About.version"),
    ("    ends: string;\n    is_own", "    ends: string;\n    /** @own */\n    is_own", "Group.is_own"),
    ("    message: string;\n    name?: string;", "    message?: string;\n    name?: string;", "Draft.message"),
]


class Comparison:
    def __init__(self, types, contract):
        self.types, self.schemas, self.faults = types, contract["components"]["schemas"], []
        paths = [operation for methods in contract["paths"].values() for operation in methods.values()]
        self.answers = self.reached([operation["responses"] for operation in paths])
        self.requests = self.reached([operation.get("requestBody") for operation in paths])

    def reached(self, roots):
        """The names of the schemas that these refer to, and that those refer to."""
        found, waiting = set(), list(roots)
        while waiting:
            for name in re.findall(f'"{PREFIX}(\\w+)"', json.dumps(waiting.pop())):
                if name not in found:
                    found.add(name)
                    waiting.append(self.schemas[name])
        return found

    def run(self):
        mirrored = 0
        for name, type_ in self.types.items():
            if type_["schema"] is None:
                self.untagged(name, type_)
            elif type_["schema"] not in self.schemas:
                self.fault(name, f"no schema is called {type_['schema']}")
            else:
                mirrored += 1
                self.compare(name, type_["shape"], self.schemas[type_["schema"]], type_["schema"], {name})
        return mirrored

    def untagged(self, name, type_):
        members = type_["shape"].get("members", {})
        if type_["own"]:
            return
        wire = next((member for member in members if re.fullmatch("[a-z]+(_[a-z]+)+", member)), None)
        if wire:
            self.fault(name, f"has {wire}, a name as on the wire, but no @schema")
        elif name in self.schemas:
            self.fault(name, "a schema has this name: say @schema or @own")

    def fault(self, path, what):
        self.faults.append(f"{path}: {what}")

    def compare(self, path, shape, schema, where, seen):
        """`where` is the named schema that this is part of, which says whether it is sent or received."""
        choices = [choice for choice in schema.get("anyOf", []) if choice != {"type": "null"}]
        if len(choices) == 1:
            schema = choices[0]
        if "$ref" in schema:
            where = schema["$ref"].removeprefix(PREFIX)
            schema = self.schemas[where]
        if "name" in shape:
            # A mirror of this very schema is compared by itself.
            if self.types[shape["name"]]["schema"] == where or shape["name"] in seen:
                return
            seen, shape = seen | {shape["name"]}, self.types[shape["name"]]["shape"]
        kind = schema.get("type")
        kind = next((one for one in kind if one != "null"), None) if isinstance(kind, list) else kind
        if kind == "object" and "additionalProperties" in schema:
            if shape.get("kind") == "record":
                self.compare(f"{path}.*", shape["values"]["shape"], schema["additionalProperties"], where, seen)
            else:
                self.fault(path, "the schema has members of any name")
        elif kind == "object":
            if "members" in shape:
                self.members(path, shape["members"], schema, where, seen)
            else:
                self.fault(path, "the schema is an object with members of certain names")
        elif kind == "array" and shape.get("kind") == "array":
            self.compare(f"{path}[]", shape["items"]["shape"], schema["items"], where, seen)
        elif "enum" in schema:
            self.words(path, shape, schema["enum"], where)
        elif KINDS.get(kind) != shape.get("kind", "words" if "words" in shape else None):
            self.fault(path, f"is {shape.get('kind', 'a choice of words')}, in the schema {kind}")

    def words(self, path, shape, words, where):
        if "words" not in shape:
            self.fault(path, f"is {shape.get('kind', 'an object')}, in the schema one of {', '.join(words)}")
            return
        unknown, missing = set(shape["words"]) - set(words), set(words) - set(shape["words"])
        if unknown:
            self.fault(path, f"the schema has no {', '.join(sorted(unknown))}")
        if missing and where in self.answers:
            self.fault(path, f"lacks {', '.join(sorted(missing))}")

    def members(self, path, members, schema, where, seen):
        required = set(schema["required"])
        for name, member in members.items():
            at, tags = f"{path}.{name}", member["tags"]
            known = schema["properties"].get(name)
            if (known is None) != ("own" in tags):
                self.fault(at, "the schema has no such member" if known is None
                           else "is not the page's own: the schema has it")
            if known is None:
                continue
            if where in self.answers:
                if name not in required and not member["optional"]:
                    self.fault(at, "may be missing")
                if name in required and member["optional"] != ("offline" in tags):
                    self.fault(at,
                               "is always there" if member["optional"] else "is not optional, so @offline says nothing")
            if where in self.requests and name in required and member["optional"]:
                self.fault(at, "must be sent")
            narrow = "narrow" in tags and "words" in member["shape"]
            self.compare(at, {"kind": "string"} if narrow else member["shape"], known, where, seen)
        if where not in self.answers:
            for name in sorted(required - set(members)):
                self.fault(path, f"lacks {name}, which must be sent")


def compared(text, contract):
    """The number of mirrored types in these declarations, and the faults."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "types.d.ts"
        file.write_text(text)
        types = subprocess.run(
            ["node", str(ROOT / "scripts" / "page_types.mjs"), str(file)], check=True, capture_output=True,
            text=True).stdout
    comparison = Comparison(json.loads(types), contract)
    return comparison.run(), comparison.faults


def self_test(text, contract):
    """Plants all faults at once; returns what was not found."""
    for right, wrong, _ in PLANTED:
        if text.count(right) != 1:
            sys.exit(f"types.d.ts has {text.count(right)} times what the self-test replaces: {right!r}")
        text = text.replace(right, wrong)
    faults = compared(text, contract)[1]
    return [place for _, _, place in PLANTED if not any(re.match(re.escape(place) + r"\b", fault) for fault in faults)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    with serving(options.program,
                 options.atlas) as (_, address), urllib.request.urlopen(f"{address}/openapi.json") as answer:
        contract = json.load(answer)
    text = TYPES.read_text()
    count, faults = compared(text, contract)
    for fault in faults:
        print(f"Web/types.d.ts: {fault}")
    if faults:
        sys.exit(f"the page's types differ from /openapi.json in {len(faults)} places")
    if options.self_test and (missed := self_test(text, contract)):
        sys.exit(f"the self-test planted faults that were not found: {', '.join(missed)}")
    print(f"{count} types of the page are as /openapi.json says")


if __name__ == "__main__":
    main()
