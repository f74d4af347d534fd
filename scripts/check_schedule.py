#!/usr/bin/env python3
"""Let a server make its first backup by itself, and look at the result: the backup, its copy, the command after it, and
the restored data.

Usage: check_schedule.py PROGRAM ATLAS

It takes a minute, in which the server waits until starting is over, and costs next to nothing.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

from loopback import serving

WORDS = "kept by the clock"
PATIENCE = 100


def call(base, method, path, body, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{base}/api/v1/{path}", json.dumps(body).encode(), headers, method=method)
    return json.loads(urllib.request.urlopen(request, timeout=10).read())


def wait_for(what, check):
    deadline = time.time() + PATIENCE
    while not check():
        if time.time() > deadline:
            raise SystemExit(f"in vain: {what}")
        time.sleep(0.2)


def listed(program, folder):
    command = [program, "backup", "--backups", str(folder), "--list"]
    return [line.split()[0] for line in subprocess.run(
        command, check=True, capture_output=True, text=True).stdout.splitlines() if "/" in line.split()[0]]


def main():
    program, atlas = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        backups, copies, said = folder / "backups", folder / "copies", folder / "said"
        copies.mkdir()
        options = [f"backups={backups}", f"backup-copy={copies}",
                   f'backup-command=echo "$HEREABOUTS_BACKUP $HEREABOUTS_BACKUPS" > {said}']
        start = time.time()
        with serving(program, atlas, *(word for option in options for word in ("--set", option))) as (_, base):
            credentials = {"name": "anna", "password": "correct horse"}
            call(base, "POST", "accounts", credentials)
            token = call(base, "POST", "tokens", credentials | {"label": "check"})["token"]
            call(base, "POST", "posts", {"message": WORDS}, token)
            wait_for("the command after a backup", lambda: said.exists() and said.read_text().strip())
        made, root = said.read_text().split()
        newest = str(pathlib.Path(made).relative_to(backups))
        assert pathlib.Path(root) == backups and time.time() - start > 50, (root, "it came while the server started")
        for place in (backups, copies):
            assert listed(program, place) == [newest], (place, made, listed(program, place))
        restore = [program, "restore", newest, "--backups", str(copies), "--data", str(folder / "restored")]
        subprocess.run(restore, check=True, stdout=subprocess.DEVNULL)
        messages = sqlite3.connect(folder / "restored" / "community.sqlite").execute(
            "SELECT count(*) FROM posts WHERE message = ?", (WORDS,)).fetchone()
        assert messages == (1,), messages
        again = subprocess.run(restore, capture_output=True, text=True)
        assert again.returncode != 0, "it replaced existing data"
    print(f"a backup was made after {time.time() - start:.0f} s, copied, announced and restored from the copy")


if __name__ == "__main__":
    main()
