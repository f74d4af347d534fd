#!/usr/bin/env python3
"""Check that modules depend only on what the module map allows, and that the portable ring stays portable.

Compares `swift package describe --type json` and every import statement with the arrows below.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PORTABLE = ["GeoCore", "Atlas", "Routing", "Search", "Tiles"]
ARROWS = {
    "GeoCore": [],
    "Atlas": ["GeoCore"],
    "Routing": ["Atlas", "GeoCore"],
    "Search": ["Atlas", "GeoCore"],
    "Tiles": ["Atlas", "GeoCore"],
    "CWasmSupport": [],
    "WebCore": [*PORTABLE, "CWasmSupport"],
    "OSMImport": [*PORTABLE, "CDeflate", "CZlib", "CBZip2", "CExpat"],
    "Backups": ["CLinux"],
    "Crowd": ["Routing", "Search", "Atlas", "GeoCore"],
    "HereaboutsAPI": ["GeoCore"],
    "HereaboutsDevice": ["HereaboutsAPI", "GeoCore"],
    "Fairness": [],
    "Passkeys": [],
    "Community": ["Fairness", "GeoCore", "Passkeys"],
    "Presence": ["Community", "GeoCore"],
    "Stores": ["Backups", "Presence", "Community", "Fairness", "Passkeys", "GeoCore"],
    "Pictures": ["CTurboJPEG", "CPNG", "CWebP", "CSeccomp"],
    "Archives": ["CZip", "CDeflate"],
    "Codes": ["CQREncode"],
    "LocalAuthority": [],
    "Server": [*PORTABLE, "HereaboutsAPI", "Crowd", "Presence", "Community", "Passkeys", "Pictures", "Archives", "Codes", "Fairness",
        "CDeflate"],
    "hereabouts": [
        *PORTABLE, "Server", "OSMImport", "Stores", "Pictures", "LocalAuthority", "Backups", "Crowd", "Presence", "Community",
        "HereaboutsAPI", "Codes"],
    "BareStreams": [],
    "CDeflate": [], "CZlib": [], "CBZip2": [], "CExpat": [], "CQREncode": [],
    "CTurboJPEG": [], "CPNG": [], "CWebP": [], "CSeccomp": [], "CZip": [], "CLinux": [],
}
# What the portable ring may import beside its own modules: the C library, by name, only where it is guarded.
PORTABLE_IMPORTS = {"Glibc"}
IMPORT = re.compile(r"^\s*(?:(?:package|public|internal|private|fileprivate|@\w+(?:\([^)]*\))?)\s+)*import\s+(?:\w+\s+)?(\w+)")


def main():
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    faults = []
    for target in json.loads(described[described.index("{"):])["targets"]:
        name = target["name"]
        if target["type"] == "test" or name == "TestSupport":
            continue
        if name not in ARROWS:
            faults.append(f"target '{name}' is not on the module map; add it to {pathlib.Path(__file__).name}")
            continue
        for dependency in set(target.get("target_dependencies", [])) - set(ARROWS[name]):
            faults.append(f"target '{name}' depends on '{dependency}', which the module map does not allow")
    for name in PORTABLE:
        for file in sorted((ROOT / "Sources" / name).rglob("*.swift")):
            for line in file.read_text().splitlines():
                match = IMPORT.match(line)
                if match and match[1] not in {*ARROWS[name], *PORTABLE_IMPORTS}:
                    faults.append(f"{file.relative_to(ROOT)} imports '{match[1]}': the portable ring has no such module")
    print("\n".join(faults) or f"module map holds: {len(ARROWS)} targets")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
