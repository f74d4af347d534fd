#!/usr/bin/env python3
"""Check that each module depends exactly on what the module map allows, and only on modules below it.

Compares MODULES with `swift package describe --type json` and with the import statements of every module. A dependency
that the map does not name is a fault, and so is one that the map names and no file imports. `--self-test` plants each
fault and sees that the check finds it.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The modules from the ground up, each with those that it imports. A module may name only modules above it in this list.
MODULES = {
    "CBZip2": "",
    "CDeflate": "",
    "CExpat": "",
    "CLinux": "",
    "CPostgres": "",
    "CPNG": "",
    "CQREncode": "",
    "CSeccomp": "",
    "CTurboJPEG": "",
    "CWebP": "",
    "CZip": "",
    "CZlib": "",
    "CWasmSupport": "",
    "GeoCore": "",
    "Atlas": "GeoCore",
    "Routing": "Atlas GeoCore",
    "Search": "Atlas GeoCore",
    "Tiles": "Atlas GeoCore",
    "Bocce": "GeoCore",
    "BocceCore": "Bocce GeoCore CWasmSupport",
    "AR": "GeoCore",
    "Gossip": "GeoCore",
    "GossipProgram": "Gossip GeoCore CWasmSupport",
    "NegentropyHarness": "Gossip GeoCore",
    "Mesh": "Gossip GeoCore",
    "MeshSimulation": "Mesh Gossip GeoCore",
    "MeshSoak": "MeshSimulation",
    "MeshLinks": "Gossip GeoCore",
    "MeshLinksHarness": "Gossip MeshLinks",
    "LocalAuthority": "",
    "MeshHost": "GeoCore Gossip Mesh MeshLinks LocalAuthority CLinux",
    "ARProgram": "AR GeoCore CWasmSupport",
    "WebCore": "Atlas GeoCore Routing Search Tiles CWasmSupport",
    "OSMImport": "Atlas GeoCore Routing Search Tiles CDeflate CZlib CBZip2 CExpat CLinux",
    "Archives": "CZip CDeflate",
    "TileArchives": "Atlas GeoCore Tiles CDeflate",
    "Backups": "CLinux",
    "Codes": "CQREncode",
    "Pictures": "CTurboJPEG CPNG CWebP CSeccomp",
    "Buckets": "CExpat Pictures",
    "Fairness": "",
    "Passkeys": "",
    "PostgresLanes": "Fairness CPostgres",
    "PostgresLedger": "PostgresLanes",
    "Crowd": "Atlas GeoCore Routing Search",
    "HereaboutsAPI": "GeoCore",
    "HereaboutsDevice": "GeoCore HereaboutsAPI",
    "Community": "Bocce GeoCore Gossip Fairness Passkeys",
    "Presence": "GeoCore Gossip Community",
    "Merging": "GeoCore Gossip Community Presence",
    "MeshRows": "GeoCore Gossip Mesh MeshHost Merging Community Presence",
    "Stores": "Bocce GeoCore Gossip Mesh Backups Fairness Passkeys Community Presence PostgresLanes",
    "Server": "Atlas Bocce GeoCore Gossip Mesh MeshHost Merging MeshRows Routing Search Tiles TileArchives CDeflate "
              "Archives Codes Pictures Fairness Passkeys HereaboutsAPI Community Presence",
    "SimulatedPeople": "Atlas GeoCore Search Crowd HereaboutsAPI Community Presence Server",
    "hereabouts": (
        "Atlas Bocce GeoCore Gossip Mesh MeshLinks MeshHost Routing Search Tiles TileArchives OSMImport Backups Codes "
        "Buckets Pictures LocalAuthority Crowd "
        "HereaboutsAPI Community Presence PostgresLanes Stores Server SimulatedPeople"),
    "BareStreams": "",
}
# The linker alone needs this one: memory and rounding functions that the compiler calls.
LINKED = {("WebCore", "CWasmSupport"), ("BocceCore", "CWasmSupport"), ("ARProgram", "CWasmSupport"),
          ("GossipProgram", "CWasmSupport")}
PORTABLE = ["GeoCore", "Atlas", "Routing", "Search", "Tiles", "Bocce", "AR", "Gossip"]
# The imports that the portable ring may have beside its own modules: the C library, by name, only where it is guarded.
PORTABLE_IMPORTS = {"Glibc"}
IMPORT = re.compile(r"^[ \t]*(?:(?:package|public|internal|private|fileprivate|@\w+(?:\([^)]*\))?)[ \t]+)*import[ "
                    r"\t]+(?:\w+[ \t]+)?(\w+)", re.MULTILINE)


def described():
    """Return the package's targets but tests, each with the targets it depends on and its folder."""
    text = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {
        target["name"]: (set(target.get("target_dependencies", [])), ROOT / target["path"])
        for target in json.loads(text[text.index("{"):])["targets"]
        if target["type"] != "test" and target["name"] != "TestSupport"}


def imported(targets):
    """Return what each target's files import, each module with the first file that does so."""
    found = {}
    for name, (_, folder) in targets.items():
        found[name] = {}
        for file in sorted(folder.rglob("*.swift")):
            for module in IMPORT.findall(file.read_text(encoding="utf-8")):
                found[name].setdefault(module, file.relative_to(ROOT))
    return found


def check(dependencies, imports, modules):
    """Return the faults of the package's dependencies, of the import statements, and of the map itself, as sentences.
    """
    faults, order = [], list(modules)
    for name in sorted(set(dependencies) - set(modules)):
        faults.append(f"target '{name}' is not on the module map; add it to MODULES in {pathlib.Path(__file__).name}")
    for name in order:
        allowed = set(modules[name].split())
        if name not in dependencies:
            faults.append(f"'{name}' is on the module map, but is no target of the package; take it out of MODULES")
            continue
        for below in sorted(allowed):
            if below not in order or order.index(below) >= order.index(name):
                faults.append(f"the module map lets '{name}' import '{below}', which does not lie below it")
            if below not in imports[name] and (name, below) not in LINKED:
                faults.append(f"the module map lets '{name}' import '{below}', but no file does; take it out of "
                              f"MODULES and Package.swift")
        for below in sorted(dependencies[name] ^ allowed):
            where = "Package.swift" if below in dependencies[name] else "the module map"
            faults.append(f"'{name}' depends on '{below}' in {where} alone")
        for module, file in sorted(imports[name].items()):
            if module in modules and module not in allowed and module != name:
                faults.append(f"{file} imports '{module}', which the module map does not allow '{name}'")
            elif name in PORTABLE and module not in allowed | PORTABLE_IMPORTS:
                faults.append(f"{file} imports '{module}': the portable ring has no such module")
    return faults


def documented(modules):
    """Return a fault for each module that the table of CONTRIBUTING.md does not name; modules of C have a sentence
    together.
    """
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", "".join(line for line in text.splitlines() if line.startswith("|"))))
    return [
        f"CONTRIBUTING.md does not name the module '{name}'; add it to the module map"
        for name in modules if not re.match("C[A-Z]|BareStreams", name) and name not in named]


def self_test(dependencies, imports):
    """Plant each fault, and see that the check finds it."""

    def planted(name, file, module):
        return {**imports, name: {**imports[name], module: file}}

    def needing(name, module):
        return {**dependencies, name: dependencies[name] | {module}}

    plants = {
        "an undeclared module": ({**dependencies, "Planted": set()}, {**imports, "Planted": {}}, MODULES,
                                 "'Planted' is not on the module map"),
        "an undeclared dependency": (needing("Atlas", "Codes"), imports, MODULES,
                                     "'Atlas' depends on 'Codes' in Package.swift alone"),
        "an undeclared import": (
            dependencies, planted("Codes", "Planted.swift", "Archives"), MODULES, "does not allow 'Codes'"),
        "an arrow that no file needs": (
            needing("Codes", "Archives"), imports, {**MODULES, "Codes": "CQREncode Archives"},
            "import 'Archives', but no file does"),
        "an arrow upward": (
            needing("Community", "Server"), planted("Community", "Planted.swift", "Server"),
            {**MODULES, "Community": f"{MODULES['Community']} Server"}, "'Server', which does not lie below it"),
        "a module of the host in the portable ring": (
            dependencies, planted("GeoCore", "Planted.swift", "Foundation"), MODULES,
            "the portable ring has no such module"),
    }
    return [
        f"the check overlooks {name}" for name, (dependencies, imports, modules, expected) in plants.items()
        if not any(expected in fault for fault in check(dependencies, imports, modules))], len(plants)


def main():
    targets = described()
    dependencies, imports = {name: target[0] for name, target in targets.items()}, imported(targets)
    faults = [*check(dependencies, imports, MODULES), *documented(MODULES)]
    arrows = sum(len(below.split()) for below in MODULES.values())
    done = f"the modules hold their order: {len(MODULES)} modules, {arrows} arrows"
    if sys.argv[1:] == ["--self-test"]:
        missed, planted = self_test(dependencies, imports)
        faults += missed
        done += f"; {planted} planted faults found"
    print("\n".join(faults) or done)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
