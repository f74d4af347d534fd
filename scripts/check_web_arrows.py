#!/usr/bin/env python3
"""Check that each folder of the page imports only from the folders below it, and that docs/web.md states the same
order.

Reads every `import` of every JavaScript file under Web/, also one that is loaded later (`import("…")`) and one that
only names a type in a comment, and compares the folders with FOLDERS. An arrow that is not allowed is a fault, and so
is an allowed arrow that no file needs. `--self-test` plants each fault in a copy of Web/ and sees that the check finds
it.
"""
import pathlib
import re
import shutil
import sys
import tempfile

WEB = pathlib.Path(__file__).resolve().parent.parent / "Web"
# The folders from the ground up, each with the folders that its files import from. A folder may name only folders above
# it in this list.
FOLDERS = {
    "core": "",
    "address": "",
    "text": "core address",
    "data": "core address text",
    "shell": "address text data",
    "sheet": "text shell",
    "map": "core address text data shell",
    "pictures": "address text data shell",
    "position": "core address text shell map",
    "place": "core address text data shell sheet map",
    "floors": "core address text data shell map",
    "overlay": "core text shell sheet place",
    "search": "core text data shell sheet map place",
    "directions": "core text data shell sheet map position place search",
    "reach": "text data shell sheet map search directions",
    "loop": "text data shell sheet place search directions",
    "saved": "text data shell sheet search",
    "list": "text shell sheet map place search",
    "home": "text shell sheet overlay search",
    "guide": "core address text data shell sheet map pictures place floors",
    "offline": "text data shell sheet",
    "presence": "core address text data shell sheet position search",
    "bocce": "address text data shell",
    "ar": "core address text shell position",
    "mesh": "address text data shell",
    "timeline": "core text data shell sheet pictures position place presence",
    "account": "address text data shell sheet presence timeline",
    "operator": "core text data shell sheet overlay guide presence timeline",
    "about": "address text data shell sheet pictures position",
    "views":
        "core address text data shell sheet map pictures place floors overlay search directions reach loop saved list "
        "home guide offline presence bocce ar mesh timeline account operator about",
    "main.js": "address text data shell sheet map position overlay search presence views",
    "trust": "text",
    "sw.js": "",
}
# Files beside the folders count as folders of their own. These folders hold generated or downloaded files.
NOT_OURS = {"built", "vendor"}
IMPORT = re.compile(
    r"""(?:^\s*(?:import|export)\b[^'";()]*?\bfrom\s*|^\s*import\s*|\bimport\(\s*)["'](?P<path>[^"']+)["']""",
    re.MULTILINE)


def sources(web):
    """Yield every JavaScript file that people write, by its path within `web`."""
    for file in sorted(web.rglob("*.js")):
        path = file.relative_to(web)
        if path.parts[0] not in NOT_OURS:
            yield path


def arrows(web):
    """Return the arrows between folders, each with the first import that makes it; and what cannot be followed."""
    found, faults = {}, []
    for path in sources(web):
        text = (web / path).read_text(encoding="utf-8")
        for match in IMPORT.finditer(text):
            place = f"{path}:{text.count(chr(10), 0, match.start('path')) + 1}"
            if not match["path"].startswith("."):
                faults.append(f"{place} imports '{match['path']}': write a path that begins with a dot")
                continue
            target = (web / path.parent / match["path"]).resolve()
            if not target.is_file() or not target.is_relative_to(web):
                faults.append(f"{place} imports '{match['path']}', which is no file of the page")
                continue
            ends = (path.parts[0], target.relative_to(web).parts[0])
            if ends[0] != ends[1]:
                found.setdefault(ends, f"{place} imports '{match['path']}'")
    return found, faults


def check(web, folders):
    """Return the faults of the page's sources and of the order itself, as sentences."""
    found, faults = arrows(web.resolve())
    order = list(folders)
    allowed = {(name, below) for name, belows in folders.items() for below in belows.split()}
    for name in sorted({path.parts[0] for path in sources(web)} - set(order)):
        faults.append(
            f"'{name}' is not in the order; add it to FOLDERS in {pathlib.Path(__file__).name} and to docs/web.md")
    for name in order:
        if not (web / name).exists():
            faults.append(f"'{name}' is in the order, but not under {web.name}/; take it out of FOLDERS")
    for name, below in sorted(allowed):
        if below not in order or order.index(below) >= order.index(name):
            faults.append(f"the order lets '{name}' import from '{below}', which does not lie below it")
        if (name, below) not in found:
            faults.append(
                f"the order lets '{name}' import from '{below}', but no file does; take the arrow out of FOLDERS")
    for (name, below), where in sorted(found.items()):
        if name in folders and below in folders and (name, below) not in allowed:
            lies = "above it" if order.index(below) > order.index(name) else "below it, but is not among its arrows"
            faults.append(f"{where}: '{below}' lies {lies}")
    return faults


def documented(folders):
    """Return a fault when docs/web.md states another order."""
    text = (WEB.parent / "docs" / "web.md").read_text(encoding="utf-8")
    paragraph = re.search(r"^`core` →.*?\n\n", text, re.MULTILINE | re.DOTALL)
    named = re.findall(r"`([\w.-]+)`", paragraph[0]) if paragraph else []
    return [] if named == list(folders) else [f"docs/web.md states another order of folders: {' '.join(named)}"]


def self_test():
    """Plant each fault in a copy of the page's sources, and see that the check finds it."""
    plants = {
        "an undeclared folder": ("planted/new.js", "export {};\n", FOLDERS, "'planted' is not in the order"),
        "an arrow upward": (
            "data/planted.js", 'import { Views } from "../views/views.js";\n', FOLDERS, "'views' lies above it"),
        "a lazy arrow upward": (
            "data/planted.js", 'export const load = () => import("../views/later.js");\n', FOLDERS,
            "'views' lies above it"),
        "an arrow upward in a type": (
            "data/planted.js", '/** @type {import("../views/views.js").Views | null} */\n', FOLDERS,
            "'views' lies above it"),
        "an undeclared arrow downward": (
            "trust/planted.js", 'import "../map/map.js";\n', FOLDERS,
            "'map' lies below it, but is not among its arrows"),
        "an allowed arrow that no file needs": (
            "data/planted.js", "export {};\n", {**FOLDERS, "about": f"{FOLDERS['about']} map"}, "but no file does"),
        "an order that runs back up": (
            "data/planted.js", "export {};\n", {**FOLDERS, "core": "data"}, "does not lie below it"),
    }
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (path, text, folders, expected) in plants.items():
            copy = pathlib.Path(folder) / name
            shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns(*NOT_OURS))
            planted = copy / path
            planted.parent.mkdir(exist_ok=True)
            planted.write_text(text, encoding="utf-8")
            if not any(expected in fault for fault in check(copy, folders)):
                faults.append(f"the check overlooks {name}")
    return faults, len(plants)


def main():
    faults = [*check(WEB, FOLDERS), *documented(FOLDERS)]
    done = f"the page's folders hold their order: {len(FOLDERS)} folders, {len(arrows(WEB)[0])} arrows"
    if sys.argv[1:] == ["--self-test"]:
        missed, planted = self_test()
        faults += missed
        done += f"; {planted} planted faults found"
    print("\n".join(faults) or done)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
