#!/usr/bin/env python3
"""Read a running server's figures with Prometheus's own parser, and compare them with what the system says of the
process.

Usage: check_metrics.py PROGRAM ATLAS
"""
import argparse
import os
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from loopback import Checks, serving

PROCESS = {
    "process_start_time_seconds": "gauge", "process_cpu_seconds": "counter", "process_resident_memory_bytes": "gauge",
    "process_virtual_memory_bytes": "gauge", "process_open_fds": "gauge", "process_max_fds": "gauge",
    "hereabouts_build_info": "gauge", "hereabouts_connections_open": "gauge", "hereabouts_event_listeners": "gauge",
    "hereabouts_event_loop_held_seconds": "histogram",
    "hereabouts_work_dropped": "counter", "hereabouts_work_stopped": "counter", "hereabouts_work_overlong": "counter"}


def figures(address):
    """The figures by name, as Prometheus reads them."""
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        return {family.name: family for family in text_string_to_metric_families(answer.read().decode())}


def value(families, name):
    return families[name].samples[0].value


def listen(address):
    """Opens the stream of events and waits for its beginning."""
    host = urllib.parse.urlsplit(address)
    connection = socket.create_connection((host.hostname, host.port), 20)
    connection.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    received = b""
    while b"event: ready" not in received:
        piece = connection.recv(4096)
        if not piece:
            sys.exit("the stream of events ended at once")
        received += piece
    return connection


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    checks = Checks()
    with serving(options.program, options.atlas) as (server, address):
        urllib.request.urlopen(f"{address}/tiles.json").read()
        try:
            urllib.request.urlopen(urllib.request.Request(f"{address}/metrics",
                                                          headers={"X-Forwarded-For": "203.0.113.7"}))
            checks.that(False, "figures are for everybody")
        except urllib.error.HTTPError as refusal:
            checks.that(refusal.code == 401, f"figures elsewhere: {refusal.code}")
        families = figures(address)
        for name, kind in PROCESS.items():
            checks.that(name in families and families[name].type == kind and families[name].documentation,
                        f"{name} is a {kind}")
        for name, family in families.items():
            checks.that(family.documentation and family.type != "unknown", f"{name} has a type and a description")
            keys = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
            checks.that(len(keys) == len(set(keys)), f"{name} has each sample once")
        checks.near(value(families, "process_start_time_seconds"), time.time(), "the process started just now", 30)
        opened = len(os.listdir(f"/proc/{server.pid}/fd"))
        checks.near(value(families, "process_open_fds"), opened, "open files", 8)
        listeners = [listen(address) for _ in range(3)]
        families = figures(address)
        checks.that(value(families, "hereabouts_event_listeners") == 3, "three listen")
        checks.that(value(families, "hereabouts_connections_open") >= 3, "their connections are open")
        turns = {sample.name: sample.value for sample in families["hereabouts_event_loop_held_seconds"].samples
                 if "le" not in sample.labels}
        checks.that(turns["hereabouts_event_loop_held_seconds_count"] > 0, "turns of event loops are counted")
        used = value(families, "process_cpu_seconds")
        checks.that(turns["hereabouts_event_loop_held_seconds_sum"] <= used,
                    "they took no more than all of the process's time on processors")
        for listener in listeners:
            listener.close()
    for fault in checks.faults:
        print(f"wrong: {fault}")
    if checks.faults:
        sys.exit(f"{len(checks.faults)} of {checks.made} figures are not as Prometheus has them")
    print(f"Prometheus reads the figures: {checks.made} checks")


if __name__ == "__main__":
    main()
