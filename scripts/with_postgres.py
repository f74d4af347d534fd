#!/usr/bin/env python3
"""Run a command beside a PostgreSQL server on loopback that is made for it: `with_postgres.py [--port 21700] COMMAND...`

The command finds the server's address in HEREABOUTS_TEST_POSTGRES. The server is stopped and removed afterwards."""
import argparse
import os
import subprocess
import sys

from postgres_nodes import OF_KEYS, Nodes

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--port", type=int, default=21700)
parser.add_argument("command", nargs=argparse.REMAINDER)
given = parser.parse_args()
with Nodes(given.port, settings=OF_KEYS) as nodes:
    # Beside all tests at once, a connection may take long.
    address = f"{nodes.address}?connect_timeout=20"
    status = subprocess.run(given.command, env=os.environ | {"HEREABOUTS_TEST_POSTGRES": address}).returncode
sys.exit(status)
