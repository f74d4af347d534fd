#!/usr/bin/env python3
"""Lay out an installed Hereabouts: the files in bin, lib and share.

Usage: installation.py PROGRAM PREFIX [DESTDIR]

The tree may be moved as a whole: the program finds its libraries, page and tables beside itself. Everything must be
built before (make build). Times are those of the last commit, or SOURCE_DATE_EPOCH, so that the same sources give the
same tree.
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys

import licence_notices
import man_pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUN_PATH = "$ORIGIN/../lib/hereabouts"
BUILT = ["Web/core.wasm", "Web/bocce.wasm", "Web/ar.wasm", "Web/mesh.wasm", "Web/built/main.js", "Web/built/bocce.js",
    "Web/vendor/glyphs", ".cache/import/countries.bin", ".cache/import/holidays.txt", ".cache/sample/Helsinki.osm.pbf"]
# Files among the page's sources that only tools need.
NOT_SERVED = shutil.ignore_patterns(".*", "*.d.ts")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def epoch():
    """The time that everything is from, in seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    committed = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True).stdout
    # Git says nothing of another user's folder, nor of sources without it.
    return int(committed or (ROOT / "CHANGELOG.md").stat().st_mtime)


def libraries(program):
    """The libraries of Swift that a program was linked with: those in the folders that it names itself."""
    folders = [folder for folder in output("chrpath", "-l", str(program)).strip().rsplit("=", 1)[1].split(":")
               if folder.startswith("/")]
    found = re.findall(r"=> (\S+) \(", output("ldd", str(program)))
    return sorted(path for path in map(pathlib.Path, found) if str(path.parent) in folders)


def check_is_built(program):
    missing = [name for name in BUILT if not (ROOT / name).exists()] + ([] if program.exists() else [str(program)])
    if missing:
        sys.exit(f"{', '.join(missing)} is not there; run `make build` first")


def stripped(source, target, mode):
    target.parent.mkdir(parents=True, exist_ok=True)
    # A running program keeps the old file, which cannot be written to.
    target.unlink(missing_ok=True)
    subprocess.run(["strip", "--strip-unneeded", "-o", str(target), str(source)], check=True)
    target.chmod(mode)


def write_packed(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def lay_out(program, prefix, destination=""):
    """Writes the files of an installation at `prefix`, below the folder `destination`; returns that folder's path of
    it.
    """
    program = pathlib.Path(program).resolve()
    check_is_built(program)
    root = pathlib.Path(f"{destination}{prefix}")
    stripped(program, root / "bin/hereabouts", 0o755)
    # In place of the folders of the machine that it was built on.
    subprocess.run(["chrpath", "-r", RUN_PATH, str(root / "bin/hereabouts")], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root / "lib/hereabouts", ignore_errors=True)
    for library in libraries(program):
        stripped(library, root / "lib/hereabouts" / library.name, 0o644)
    share = root / "share/hereabouts"
    shutil.rmtree(share, ignore_errors=True)
    shutil.copytree(ROOT / "Web", share / "Web", ignore=NOT_SERVED)
    for name in ("countries.bin", "holidays.txt"):
        shutil.copy(ROOT / ".cache/import" / name, share)
    (share / "sample").mkdir()
    shutil.copy(ROOT / ".cache/sample/Helsinki.osm.pbf", share / "sample")
    shutil.copytree(ROOT / "Demo/guide", share / "sample/guide")
    write_service(prefix, share / "service")
    shutil.copy(ROOT / "packaging/hereabouts.conf", share / "service")
    for page in man_pages.write_pages(program, root / "share/man"):
        write_packed(page.with_name(page.name + ".gz"), page.read_bytes())
        page.unlink()
    documents = root / "share/doc/hereabouts"
    write_packed(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_bytes())
    (documents / "copyright").write_text(licence_notices.text())
    for path in owned(root):
        settle(path)
    return root


def write_service(prefix, folder):
    """Writes the unit of a program that is installed at `prefix`."""
    folder.mkdir(parents=True, exist_ok=True)
    unit = (ROOT / "packaging/hereabouts.service").read_text().replace("@BIN@", f"{prefix}/bin")
    (folder / "hereabouts.service").write_text(unit)


def owned(root):
    """Yields everything of an installation, the contents of a folder before the folder."""
    yield root / "bin/hereabouts"
    for folder in ("lib/hereabouts", "share/hereabouts", "share/doc/hereabouts"):
        yield from sorted((root / folder).rglob("*"), reverse=True)
        yield root / folder
    yield from sorted((root / "share/man").glob("man?/hereabouts*"))


def settle(path):
    """Gives a file or folder the modes and the time that it has on every machine."""
    if not (path.is_file() and os.access(path, os.X_OK) and path.parent.name == "bin"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    os.utime(path, (epoch(), epoch()))


def version(program):
    return output(str(program), "--version").strip()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    root = lay_out(*sys.argv[1:])
    print(f"installed at {root}: {root / 'bin/hereabouts'}")
