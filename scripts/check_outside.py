#!/usr/bin/env python3
"""Build the example package outside this folder on a copy of the project, as an app would, and post with it.

Usage: check_outside.py PROGRAM ATLAS

The copy is a repository with a version, as the package manager fetches it. Without traits none of the server's packages
may be resolved.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from loopback import ROOT, serving

VERSION = "1.0.0"
MESSAGE, PLACE = "Said from outside", "60.1699,24.9384"


class Broken(Exception):
    """Something is not as it should be. Checks raise this: `assert` does nothing under `python -O`."""


def run(folder, *command):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Broken(f"{' '.join(map(str, command))} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def make_repository(folder):
    """A repository of the project's files as they are now, at one version."""
    names = run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in filter(lambda name: name and (ROOT / name).is_file(), names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    run(folder, "git", "init", "--quiet")
    run(folder, "git", "add", "--all")
    run(folder, "git", "-c", "user.name=check", "-c", "user.email=check@localhost", "commit", "--quiet", "--message",
        "A version")
    run(folder, "git", "tag", VERSION)


def make_app(folder, repository):
    """The example, which asks for the project by address and version instead of by its place."""
    shutil.copytree(ROOT / "Examples/PostHere", folder, ignore=shutil.ignore_patterns(".build"))
    manifest = folder / "Package.swift"
    inside = '.package(name: "hereabouts", path: "../..", '
    outside = f'.package(url: "file://{repository}", from: "{VERSION}", '
    if inside not in manifest.read_text():
        raise Broken(f"{manifest} does not name this project by its place")
    manifest.write_text(manifest.read_text().replace(inside, outside))


def packages(tree):
    return {tree["identity"]}.union(*(packages(other) for other in tree["dependencies"]))


def main(program, atlas):
    with tempfile.TemporaryDirectory() as name:
        repository, app = pathlib.Path(name, "hereabouts"), pathlib.Path(name, "post-here")
        make_repository(repository)
        make_app(app, repository)
        resolved = packages(json.loads(run(app, "swift", "package", "show-dependencies", "--format",
                                           "json"))) - {"post-here"}
        pinned = {pin["identity"] for pin in json.loads((app / "Package.resolved").read_text())["pins"]}
        fetched = {path.name.rsplit("-", 1)[0] for path in (app / ".build/repositories").iterdir() if path.is_dir()}
        if not resolved == pinned == fetched == {"hereabouts"}:
            raise Broken(f"the app resolves {resolved}, pins {pinned} and fetches {fetched}: only hereabouts is needed")
        run(app, "swift", "build")
        with serving(program, atlas, "--guests", "post") as (_, base):
            said = run(app, ".build/debug/PostHere", base, PLACE, MESSAGE)
            posts = json.load(urllib.request.urlopen(f"{base}/api/v1/posts", timeout=30))["posts"]
            if [post["message"] for post in posts] != [MESSAGE] or MESSAGE not in said:
                raise Broken(f"the app printed {said!r}, and the server has {posts}")
    print(f"outside: an app was built on {', '.join(resolved)} alone and posted")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n")[2])
    try:
        main(*sys.argv[1:])
    except Broken as fault:
        sys.exit(f"fault: {fault}")
