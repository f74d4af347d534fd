#!/usr/bin/env python3
"""Let two servers with --mesh on this machine answer at one name: join, get a certificate, serve it, prove the key.

Usage: check_mesh_name.py PROGRAM ATLAS

Needs `openssl` and `curl`. Both servers listen on loopback at ports of their own, which elsewhere are the same.
"""
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time

NAME = "library.local"
PATIENCE_S = 60


class Node:
    """A server with a data folder of its own; `base` is the first of its four ports."""

    def __init__(self, program, atlas, folder, base, *more):
        self.program, self.atlas, self.base, self.more = program, atlas, base, more
        self.data = os.path.join(folder, str(base))
        self.log = open(os.path.join(folder, f"{base}.log"), "w+")
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--atlas", self.atlas, "--data", self.data, "--host", "127.0.0.1", "--port", str(self.base), "--trust-port",
             str(self.base + 1), "--web", "off", "--mesh", "--mesh-port", str(self.base + 2), "--set", f"mesh-https-port={self.base + 3}", "--set",
             "mesh-clock=trusted", "--set", "guests=look", "--set", "backups=off", *self.more], stdout=self.log, stderr=self.log)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    def command(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True, check=True).stdout.strip()

    def certificate(self):
        return os.path.join(self.data, "mesh", "name.pem")

    def curl(self, root, path, *more):
        """Status, headers and body of an answer at the place's name, by a client that trusts only `root`."""
        port = self.base + 3
        out = subprocess.run(
            ["curl", "-sS", "-i", "--max-time", "10", "--noproxy", "*", "--cacert", root, "--resolve", f"{NAME}:{port}:127.0.0.1", *more,
             f"https://{NAME}:{port}{path}"], capture_output=True, text=True)
        if out.returncode:
            raise OSError(out.stderr.strip())
        head, _, body = out.stdout.partition("\r\n\r\n")
        return int(head.split()[1]), head.lower(), body


def wait(what, ask):
    end, last = time.monotonic() + PATIENCE_S, None
    while time.monotonic() < end:
        try:
            found = ask()
            if found:
                return found
        except (OSError, subprocess.CalledProcessError) as fault:
            last = fault
        time.sleep(0.3)
    raise SystemExit(f"{what}: not within {PATIENCE_S} s ({last})")


def verify(root, node, *more):
    return subprocess.run(
        ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", root, *more, node.certificate()], capture_output=True).returncode == 0


def post(body, *more):
    return ("-X", "POST", "-H", "content-type: application/json", "-d", json.dumps(body), *more)


def check_answers(root, node, other):
    """No cookies at the name, a token of one node alone, and a proof of its key."""
    status, head, _ = node.curl(root, "/api/v1/session", *post({"name": "anna", "password": "correct horse"}))
    assert status == 403 and "set-cookie" not in head, head
    status, _, body = node.curl(root, "/api/v1/tokens", *post({"name": "anna", "password": "correct horse", "label": "phone"}))
    assert status == 201, body
    bearer = ("-H", f"authorization: Bearer {json.loads(body)['token']}")
    assert node.curl(root, "/api/v1/mesh", *bearer)[0] == 200
    assert other.curl(root, "/api/v1/mesh", *bearer)[0] == 401
    nonce = secrets.token_bytes(32)
    status, _, body = node.curl(root, "/api/v1/mesh/proof", *post({"nonce": nonce.hex()}))
    proof = json.loads(body)
    assert status == 200 and proof["node"] == json.loads(node.curl(root, "/api/v1/mesh")[2])["node"]["key"]
    with tempfile.TemporaryDirectory() as folder:
        # The key in SubjectPublicKeyInfo (RFC 8410 §4).
        for name, content in [("key", bytes.fromhex("302a300506032b6570032100" + proof["node"])), ("text", b"hereabouts proof 1\0" + nonce),
                              ("signature", bytes.fromhex(proof["signature"]))]:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        subprocess.run(
            ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin", "-in", "text", "-sigfile", "signature"],
            cwd=folder, check=True, capture_output=True)
    about = json.loads(node.curl(root, "/api/v1/about")[2])
    assert about["place_host"] == NAME, about
    phone = json.loads(node.curl(root, "/api/v1/mesh/phone", *post({"name": "Library", "password": "read more"}))[2])
    assert phone["map"]["text"] == f"https://{NAME}:{node.base + 3}/" and phone["network"]["text"] == "WIFI:T:WPA;S:Library;P:read more;;", phone
    return phone["fingerprint"]


def main(program, atlas):
    with tempfile.TemporaryDirectory() as folder:
        first = Node(program, atlas, folder, 18410, "--set", f"mesh-host-name={NAME}")
        second = Node(program, atlas, folder, 18420)
        root = os.path.join(first.data, "tls", "authority.pem")
        try:
            first.start()
            wait("the organiser's pages", lambda: first.curl(root, "/healthz")[0] == 200)
            code = first.command("mesh", "invite", "--data", first.data, "--address", "127.0.0.1", "--port", str(first.base + 2))
            second.command("mesh", "join", code, "--data", second.data, "--name", "second", "--trust-clock")
            began = time.monotonic()
            second.start()
            wait("the member's pages", lambda: second.curl(root, "/healthz")[0] == 200)
            print(f"a member that joined serves the place's name after {time.monotonic() - began:.1f} s")
            for node in (first, second):
                assert verify(root, node, "-verify_hostname", NAME) and not verify(root, node, "-verify_hostname", "localhost")
                subprocess.run([program, "account", "add", "anna", "--data", node.data, "--role", "user"], input="correct horse\n", text=True,
                               check=True, capture_output=True)
            assert open(first.certificate()).read() != open(second.certificate()).read()
            prints = {check_answers(root, first, second), check_answers(root, second, first)}
            assert len(prints) == 1, prints
            # The member hands out the place's authority to phones.
            out = subprocess.run(["curl", "-sS", "--noproxy", "*", f"http://127.0.0.1:{second.base + 1}/authority.pem"], capture_output=True, text=True, check=True)
            assert out.stdout == open(root).read()
            try:
                second.curl("/etc/ssl/certs/ca-certificates.crt", "/healthz")
                raise SystemExit("a client without the place's authority was let in")
            except OSError:
                pass
            print("openssl and curl accept both nodes at", NAME, "by the authority's root; tokens and cookies stay apart")
        except BaseException:
            for node in (first, second):
                node.log.seek(0)
                print(node.log.read(), file=sys.stderr)
            raise
        finally:
            first.stop()
            second.stop()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
