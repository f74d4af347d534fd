#!/usr/bin/env python3
"""Put the sentences about the members of wire types beside their Swift properties, for `make docs`.

Usage: member_docs.py HereaboutsAPI.symbols.json

Each sentence stands once in Sources/HereaboutsAPI: in the `notes` of its type (`extension X: Annotated`), where OpenAPI takes it from.
Swift cannot read doc comments at run time, so it goes the other way: this adds the sentences to the symbols that the compiler wrote,
before DocC reads them.
"""
import json
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "HereaboutsAPI"
NOTES = re.compile(r"^extension (?P<type>[\w.]+): Annotated \{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)
LONG = r'"""\n(?P<long>.*?)\n\s*"""'
NOTE = re.compile(rf'"(?P<member>\w+)":\s*(?:{LONG}|"(?P<short>(?:\\.|[^"\\\n])*)"|(?P<name>\w+\.\w+))', re.DOTALL)
RENAMED = re.compile(r'\bcase (?P<swift>\w+) = "(?P<wire>\w+)"')
CONSTANT = r'\benum {0} \{{.*?static let {1} =\s*(?:"(?P<text>[^"]*)"|(?P<number>[\d_]+))'


def constant(source, name):
    """The value of a constant such as `RefusalLimit.mostNamed`."""
    found = re.search(CONSTANT.format(*name.split(".")), source, re.DOTALL)
    if not found:
        sys.exit(f"no constant {name} was found in {SOURCES}")
    return found["text"] or found["number"]


def sentence(source, note):
    if note["name"]:
        return constant(source, note["name"])
    text = note["short"] if note["short"] is not None else re.sub(r"\\\n\s*", "", note["long"]).strip()
    text = re.sub(r"\\\((\w+\.\w+)\)", lambda found: constant(source, found[1]), text)
    return text.replace('\\"', '"').replace("\\\\", "\\")


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
            place = {"line": 0, "character": 0}
            symbol["docComment"] = {
                "module": "HereaboutsAPI", "lines": [{"range": {"start": place, "end": place}, "text": sentence(source, note)}]}
            count += 1
    graph_file.write_text(json.dumps(graph))
    print(f"{count} members have their sentences")


if __name__ == "__main__":
    main()
