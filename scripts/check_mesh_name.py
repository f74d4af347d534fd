#!/usr/bin/env python3
"""Let two servers with --mesh on two hosts answer at one name: join, get a certificate, serve it, prove the key.

Usage: check_mesh_name.py PROGRAM ATLAS

Needs root, `openssl` and `curl`: the hosts are network namespaces.
"""
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile
import time

from mesh_hosts import Hosts, Node, can_make_hosts, join

NAME, PAGES, TRUST = "library.local", 8443, 8081
PATIENCE_S = 60


class NamedNode(Node):
    """A server on a host, and another machine that opens its pages at the name of the place."""

    def __init__(self, program, atlas, hosts, name, folder, address, client):
        super().__init__(program, atlas, hosts, name, folder)
        self.address, self.client = address, client

    def certificate(self):
        return os.path.join(self.data, "mesh", "name.pem")

    def curl(self, root, path, *more):
        """Status, headers and body of an answer at the place's name, by a client that trusts only `root`."""
        out = subprocess.run(
            ["ip", "netns", "exec", self.hosts.space(self.client), "curl", "-sS", "-i", "--max-time", "10", "--noproxy",
             "*", "--cacert", root,
             "--resolve", f"{NAME}:{PAGES}:{self.address}", *more, f"https://{NAME}:{PAGES}{path}"],
            capture_output=True, text=True)
        if out.returncode:
            raise OSError(out.stderr.strip())
        head, _, body = out.stdout.partition("\n\n")
        return int(head.split()[1]), head.lower(), body

    def add_account(self):
        subprocess.run(
            [self.program, "account", "add", "anna", "--data", self.data, "--role", "user"], input="correct horse\n",
            text=True, check=True,
            capture_output=True)


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
        ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", root, *more, node.certificate()],
        capture_output=True).returncode == 0


def post(body, *more):
    return ("-X", "POST", "-H", "content-type: application/json", "-d", json.dumps(body), *more)


def check_answers(root, node, other):
    """No cookies at the name, a token of one node alone, and a proof of its key."""
    status, head, _ = node.curl(root, "/api/v1/session", *post({"name": "anna", "password": "correct horse"}))
    assert status == 403 and "set-cookie" not in head, head
    status, _, body = node.curl(root, "/api/v1/tokens",
                                *post({"name": "anna", "password": "correct horse", "label": "phone"}))
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
        for name, content in [("key", bytes.fromhex("302a300506032b6570032100" + proof["node"])),
                              ("text", b"hereabouts proof 1\0" + nonce),
                              ("signature", bytes.fromhex(proof["signature"]))]:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        subprocess.run(
            ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin", "-in", "text",
             "-sigfile", "signature"],
            cwd=folder, check=True, capture_output=True)
    about = json.loads(node.curl(root, "/api/v1/about")[2])
    assert about["place_host"] == NAME, about
    phone = json.loads(node.curl(root, "/api/v1/mesh/phone", *post({"name": "Library", "password": "read more"}))[2])
    assert phone["map"]["text"] == f"https://{NAME}:{PAGES}/", phone
    assert phone["network"]["text"] == "WIFI:T:WPA;S:Library;P:read more;;", phone
    return phone["fingerprint"]


def check(hosts, first, second):
    root = os.path.join(first.data, "tls", "authority.pem")
    # Other machines open the pages; the last of two settings counts.
    usual = ("--host", "0.0.0.0", "--trust-port", str(TRUST), "--set", "guests=look")
    first.add_account()
    first.start("--set", f"mesh-host-name={NAME}", *usual)
    wait("the organiser's pages", lambda: first.curl(root, "/healthz")[0] == 200)
    join(first, second, first.address)
    second.add_account()
    began = time.monotonic()
    second.start(*usual)
    wait("the member's pages", lambda: second.curl(root, "/healthz")[0] == 200)
    print(f"a member that joined serves the place's name after {time.monotonic() - began:.1f} s")
    for node in (first, second):
        assert verify(root, node, "-verify_hostname", NAME) and not verify(root, node, "-verify_hostname", "localhost")
    assert open(first.certificate()).read() != open(second.certificate()).read()
    prints = {check_answers(root, first, second), check_answers(root, second, first)}
    assert len(prints) == 1, prints
    # The member hands out the place's authority to phones.
    given = hosts.inside("a", "curl", "-sS", "--noproxy", "*", f"http://{second.address}:{TRUST}/authority.pem").stdout
    assert given == open(root).read()
    try:
        second.curl("/etc/ssl/certs/ca-certificates.crt", "/healthz")
        raise SystemExit("a client without the place's authority was let in")
    except OSError:
        pass
    print("openssl and curl accept both nodes at", NAME, "by the authority's root; tokens and cookies stay apart")


def main(program, atlas):
    if not can_make_hosts("the check of the place's name"):
        return
    with tempfile.TemporaryDirectory() as folder, Hosts() as hosts:
        hosts.add("a")
        hosts.add("b")
        hosts.cable("a", "b", 1)
        first = NamedNode(program, atlas, hosts, "a", folder, "10.93.1.1", "b")
        second = NamedNode(program, atlas, hosts, "b", folder, "10.93.1.2", "a")
        try:
            check(hosts, first, second)
        except BaseException:
            for log in sorted(pathlib.Path(folder).glob("*.log")):
                print(log.read_text(), file=sys.stderr)
            raise
        finally:
            first.stop()
            second.stop()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
