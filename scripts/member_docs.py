#!/usr/bin/env python3
"""Put the sentences about wire types' members and requests' parameters beside their Swift properties, for `make docs`.

Usage: member_docs.py HereaboutsAPI.symbols.json

Each sentence stands once in Sources/HereaboutsAPI, where OpenAPI takes it from: that of a member in the `notes` of its
type (`extension X: Annotated`), that of a parameter in the request's `visit`. Swift cannot read doc comments at run
time, so it goes the other way: this adds the sentences to the symbols that the compiler wrote, before DocC reads
them."""
import json
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "HereaboutsAPI"
NOTES = re.compile(r"^extension (?P<type>[\w.]+): Annotated \{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)
LONG = r'"""\n(?P<long>.*?)\n\s*"""'
NOTE = re.compile(rf'"(?P<member>\w+)":\s*(?:{LONG}|"(?P<short>(?:\\.|[^"\\\n])*)"|(?P<name>\w+\.\w+))', re.DOTALL)
LITERAL = re.compile(rf'{LONG}|"(?P<short>(?:\\.|[^"\\\n])*)"', re.DOTALL)
STRUCT = re.compile(r"^public struct (?P<type>\w+)[^\n]*\{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)
# `try fields.optional(.text("after", "The name …"), &after)`, or a parameter that several requests have, `(.language,
# &language)`.
FIELD = re.compile(
    r"fields\.(?:required|optional|defaulted|repeated|truth)\(\s*(?P<parameter>(?:(?!fields\.).)*?)&(?P<property>\w+)",
    re.DOTALL)
SHARED = r"static (?:let|var) {0}\b(?P<parameter>.*?)\n(?:    \}}|    (?:private |package )?static|\}})"
RENAMED = re.compile(r'\bcase (?P<swift>\w+) = "(?P<wire>\w+)"')
CONSTANT = r'static let {0} =\s*(?:"(?P<text>[^"]*)"|(?P<number>[\d_]+))'


def constant(source, name, scope):
    """The value of a constant: one of the type around it (`scope`), or one such as `RefusalLimit.mostNamed`."""
    *owner, last = name.split(".")
    if owner and owner != ["Self"]:
        scope = source[source.index(f"enum {owner[0]} {{"):]
    found = re.search(CONSTANT.format(last), scope, re.DOTALL)
    if not found:
        sys.exit(f"no constant {name} was found in {SOURCES}")
    return found["text"] or found["number"]


def sentence(source, note, scope=""):
    if note.groupdict().get("name"):
        return constant(source, note["name"], scope)
    text = note["short"] if note["short"] is not None else re.sub(r"\\\n\s*", "", note["long"]).strip()
    text = re.sub(r"\\\(([\w.]+)\)", lambda found: constant(source, found[1], scope), text)
    return text.replace('\\"', '"').replace("\\\\", "\\")


def described(source, parameter, scope):
    """The sentence of a parameter: the second text of its making."""
    shared = re.fullmatch(r"(?:Self)?\.(\w+),\s*", parameter)
    pattern = shared and SHARED.format(shared[1])
    found = shared and (re.search(pattern, scope, re.DOTALL) or re.search(pattern, source, re.DOTALL))
    texts = list(LITERAL.finditer(found["parameter"] if found else parameter))
    return sentence(source, texts[1], scope) if len(texts) > 1 else None


def document(symbol, text):
    place = {"line": 0, "character": 0}
    symbol["docComment"] = {"module": "HereaboutsAPI",
                            "lines": [{"range": {"start": place, "end": place}, "text": text}]}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[2])
    source = "\n".join(file.read_text() for file in sorted(SOURCES.rglob("*.swift")))
    renamed = {}
    for found in RENAMED.finditer(source):
        renamed.setdefault(found["wire"], set()).add(found["swift"])
    graph_file = pathlib.Path(sys.argv[1])
    graph = json.loads(graph_file.read_text())
    symbols = {".".join(symbol["pathComponents"]): symbol for symbol in graph["symbols"]}
    count = 0
    for notes in NOTES.finditer(source):
        # Types of the package alone are in no documentation.
        if notes["type"] not in symbols:
            continue
        for note in NOTE.finditer(notes["body"]):
            names = {note["member"], *renamed.get(note["member"], ())}
            symbol = next((symbols[path] for name in names if (path := f"{notes['type']}.{name}") in symbols), None)
            if symbol is None:
                sys.exit(f"{notes['type']} has a note on {note['member']}, but no such property")
            if "docComment" in symbol:
                sys.exit(f"{'.'.join(symbol['pathComponents'])} has a doc comment beside its note; keep the note")
            document(symbol, sentence(source, note))
            count += 1
    parameters = 0
    for request in STRUCT.finditer(source):
        for field in FIELD.finditer(request["body"]):
            symbol, text = symbols.get(f"{request['type']}.{field['property']}"), described(
                source, field["parameter"], request["body"])
            # A property may say more than the address does.
            if symbol and text and "docComment" not in symbol:
                document(symbol, text)
                parameters += 1
    graph_file.write_text(json.dumps(graph))
    print(f"{count} members and {parameters} parameters have their sentences")


if __name__ == "__main__":
    main()
