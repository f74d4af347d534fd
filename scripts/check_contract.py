#!/usr/bin/env python3
"""Send a running server the requests that its own /openapi.json allows, and others, and compare the answers with it.

Usage: check_contract.py PROGRAM ATLAS [--examples 2] [--seed 1]

Schemathesis asks as a guest and as an account of each role. An answer is wrong when the server failed (5xx), when its
status, its media type or its shape is not the one that is written down. The same seed asks the same questions.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROLES = ["user", "curator", "operator"]
PASSWORD = "correct horse"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# The stream of events does not end; after signing out, the rest would be a guest's requests.
LEFT_OUT = ["events", "sign_out"]
# Errors that any operation may answer, covered by `default`: an address too long, or so long that the server stops
# reading it, too many questions, a server that is too busy.
ANYWHERE = ["414", "429", "431", "503"]


def ask(address, method, path, body=None, token=None):
    request = urllib.request.Request(f"{address}{path}", body and json.dumps(body).encode(), method=method)
    if body:
        request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def start(program, atlas, folder):
    """The server with an account of each role, and where it listens."""
    data, port_file = folder / "data", folder / "port"
    for role in ROLES:
        made = [program, "account", "add", f"the-{role}", "--role", role, "--data", str(data)]
        subprocess.run(made, input=PASSWORD + "\n", text=True, check=True, capture_output=True)
    server = subprocess.Popen(
        [program, "serve", "--atlas", atlas, "--data", str(data), "--host", "127.0.0.1", "--port", "0", "--port-file",
         str(port_file),
         "--web", str(ROOT / "Web"), "--guests", "post"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (port_file.exists() and port_file.read_text().strip()):
        if server.poll() is not None:
            sys.exit(f"the server ended with status {server.returncode}")
        time.sleep(0.02)
    return server, f"http://127.0.0.1:{port_file.read_text().strip()}"


def fill(address, token):
    """Puts something of each kind on the server; returns the ids that stand in paths, by the path up to them."""
    post = ask(address, "POST", "/api/v1/posts", {"message": "Hello"}, token)["id"]
    venue = ask(address, "POST", "/api/v1/guide/venues", {"name": "Hall", "state": "published"}, token)["id"]
    work = ask(address, "POST", f"/api/v1/guide/venues/{venue}/works", {"title": "Work", "state": "published"},
               token)["id"]
    tour = ask(address, "POST", "/api/v1/guide/tours", {"name": "Tour", "state": "published", "venues": [venue]},
               token)["id"]
    return {"/api/v1/posts/": post, "/api/v1/guide/venues/": venue, "/api/v1/guide/works/": work,
            "/api/v1/guide/tours/": tour,
            "/api/v1/guide/history/": venue}


def narrow(contract, ids):
    """The contract without its `default` answers, which would excuse any status, and with ids that exist as examples.
    """
    for path, operations in contract["paths"].items():
        known = next((identity for start, identity in ids.items() if path.startswith(start + "{id}")), None)
        for operation in operations.values():
            default = operation["responses"].pop("default", None)
            for status in ANYWHERE if default else []:
                operation["responses"].setdefault(status, default)
            for parameter in operation.get("parameters", []):
                if known and parameter["in"] == "path" and parameter["name"] == "id":
                    parameter["example"] = known
    return contract


def check(address, contract, token, options):
    """Runs Schemathesis as one person; returns whether all was well, and its output."""
    command = [
        str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", str(contract), "--url", address, "--checks",
        CHECKS,
        "--phases", "examples,fuzzing", "--max-examples", str(options.examples), "--seed", str(options.seed),
        "--continue-on-failure", "--no-color", "--no-shrink", "--warnings", "off", "--suppress-health-check", "all",
        "--request-timeout", "60"]
    for operation in LEFT_OUT:
        command += ["--exclude-operation-id", operation]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=contract.parent)
    return run.returncode == 0, run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--examples", type=int, default=2,
                        help="how many made-up questions for each operation and person")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server, address = start(str(pathlib.Path(options.program).resolve()), options.atlas, folder)
        try:
            tokens = {
                role: ask(
                    address, "POST", "/api/v1/tokens",
                    {"name": f"the-{role}", "password": PASSWORD, "label": "contract"},
                )["token"]
                for role in ROLES
            }
            contract = folder / "contract.json"
            contract.write_text(json.dumps(narrow(ask(address, "GET", "/openapi.json"),
                                                  fill(address, tokens["operator"]))))
            people = {"guest": None, **tokens}
            # One after another: of two simultaneous requests, one may rightly get 503.
            runs = {who: check(address, contract, token, options) for who, token in people.items()}
            wrong = [who for who, (well, _) in runs.items() if not well]
            for who in wrong:
                print(f"as {who}:\n{runs[who][1]}")
            if wrong:
                sys.exit(f"the server does not keep its contract, asked as: {', '.join(wrong)}")
            if server.poll() is not None:
                sys.exit(f"the server ended with status {server.returncode}")
            print(f"the server keeps its contract, asked as {', '.join(people)}")
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
