#!/usr/bin/env python3
"""Lay out an installation, move it away, and use it there: does it find its libraries, page, tables and sample?

Usage: check_installed.py PROGRAM

Also: the man pages render without a warning, the unit is well formed and confined, the copyright file is whole. `make
check-package` does more, in a system of its own.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import installation
from visiting import Visitor

# In tenths: what systemd-analyze calls the exposure of a service, from 0 to 10.
MOST_EXPOSURE = 15


def run(*command, cwd, **rest):
    # Nothing but this, above all no folder of libraries or tables.
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "HOME": str(cwd), "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True, **rest,
    )


def check_libraries(root, cwd):
    ours = {path.name for path in (root / "lib/hereabouts").iterdir()}
    lines = run("ldd", root / "bin/hereabouts", cwd=cwd, check=True).stdout.splitlines()
    loaded = {match[1]: match[2] for line in lines if (match := re.match(r"\s*(\S+) => (\S+)", line))}
    assert ours and all(os.path.realpath(loaded[name]) == str(root / "lib/hereabouts" / name) for name in ours), loaded
    foreign = [path for name, path in loaded.items() if name not in ours
               and not os.path.realpath(path).startswith(("/usr/lib/", "/lib/"))]
    assert not foreign, f"the program needs {foreign}, which other machines do not have"
    return len(ours)


def check_man_pages(root, cwd):
    pages = sorted((root / "share/man").glob("man?/*.gz"))
    for page in pages:
        shown = run("man", "--warnings", "--encoding=UTF-8", "--local-file", page, cwd=cwd)
        assert shown.returncode == 0 and not shown.stderr and shown.stdout.strip(), f"{page.name}: {shown.stderr}"
    return len(pages)


def check_unit(unit, cwd):
    verified = run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit, cwd=cwd)
    assert verified.returncode == 0 and not verified.stderr, verified.stderr
    judged = run("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSURE}", "--no-pager", unit,
                 cwd=cwd)
    assert judged.returncode == 0, judged.stdout
    return re.search(r"exposure level for \S+ ([\d.]+)", judged.stdout)[1]


def check_copyright(file):
    stanzas = file.read_text().split("\n\n")
    named = {
        line.removeprefix("License: ")
        for stanza in stanzas
        if stanza.startswith("Files: ")
        for line in stanza.splitlines()
        if line.startswith("License: ")
    }
    explained = {stanza.splitlines()[0].removeprefix("License: ") for stanza in stanzas
                 if stanza.startswith("License: ")}
    assert stanzas[0].startswith("Format: https://www.debian.org/") and named == explained, named ^ explained


@contextlib.contextmanager
def started(root, cwd, *arguments):
    """Starts a command that serves; gives a visitor, and afterwards what the server has printed as `printed`."""
    port = cwd / f"port-{arguments[0]}"
    server = subprocess.Popen(
        [root / "bin/hereabouts", *arguments, "--host", "127.0.0.1", "--port", "0", "--port-file", port], cwd=cwd,
        env={"PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        while not (port.exists() and port.read_text().strip()):
            assert server.poll() is None, f"the server ended with status {server.returncode}"
            time.sleep(0.02)
        visitor = Visitor(f"http://127.0.0.1:{port.read_text().strip()}")
        yield visitor
    finally:
        server.terminate()
        printed = server.communicate(timeout=60)[0]
    visitor.printed = printed


def check_server(root, cwd):
    imported = run(root / "bin/hereabouts", "import", root / "share/hereabouts/sample/Helsinki.osm.pbf", "-o",
                   "map.atlas", cwd=cwd)
    assert imported.returncode == 0 and "warning" not in imported.stderr, imported.stderr
    with started(root, cwd, "serve", "--atlas", "map.atlas") as visitor:
        visitor.look()
        visitor.join("anna")
        visitor.post("installed", next((root / "share/hereabouts/sample/guide/pictures").glob("*.webp")).read_bytes())
    with started(root, cwd, "demo", "--data", "demo") as visitor:
        visitor.look()
    assert "venues" in visitor.printed, "the demo has no guide"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        root, empty = folder / "there", folder / "empty"
        empty.mkdir()
        laid = installation.lay_out(sys.argv[1], "/usr", folder / "here")
        laid.rename(root)
        libraries, pages = check_libraries(root, empty), check_man_pages(root, empty)
        check_copyright(root / "share/doc/hereabouts/copyright")
        installation.write_service(root, folder)
        exposure = check_unit(folder / "hereabouts.service", empty)
        check_server(root, empty)
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    print(f"an installation of {size / 1e6:.0f} MB was moved and serves: {libraries} libraries of its own, {pages} man "
          f"pages, exposure of the unit {exposure}")


if __name__ == "__main__":
    main()
