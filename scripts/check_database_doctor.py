#!/usr/bin/env python3
"""Let `doctor`, /metrics and the jobs of two servers meet what happens to PostgreSQL's hosts and to a server.

    check_database_doctor.py PROGRAM ATLAS [--port 21850] [--kinds doctor figures jobs erasure]

`doctor` must name a host that was stopped, one that is frozen, an abandoned replication slot, weak settings, an old
primary that came back, settings of the keys' cluster, a wrong password and a bad address, each with a remedy, and must
show no password. `figures`: Prometheus's parser, if it is installed, reads the figures, and they follow what happens.
`jobs`: the server that does a job is frozen, and the other one does it within 20 seconds. `erasure`: people delete
positions while a standby of the keys is stopped; once it is back, the log says so and no file has their keys."""
import argparse
import contextlib
import http.client
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from check_durability import Reporter, Server
from check_servers import files_with
from loopback import ROOT, Checks
from postgres_nodes import OF_KEYS, Nodes, owned

KINDS = ["figures", "jobs", "erasure", "doctor"]
# As LeasedWork's leases end, and with what decision 75 promises.
TAKEN_OVER_WITHIN = 20


class Place:
    """Two servers of one place, and the program to ask about them."""

    def __init__(self, program, atlas, folder, nodes, keys):
        self.program, self.atlas, self.folder, self.nodes, self.keys = program, atlas, folder, nodes, keys
        self.options = ["--database", nodes.address, "--keys-database", keys.address]
        self.servers = []

    def start(self, number):
        data = self.folder / f"data{number}"
        data.mkdir(mode=0o700, exist_ok=True)
        log = open(self.folder / f"log{number}", "w")
        with redirected(log):
            server = Server(self.program, self.atlas, str(data), *self.options)
        self.servers.append(server)
        return server

    def log(self, number):
        return (self.folder / f"log{number}").read_text()

    def doctor(self, *options):
        """The faults that the doctor names, all that it says, and its status."""
        options = options or self.options
        done = subprocess.run(
            [self.program, "doctor", "--atlas", self.atlas, "--data", str(self.folder / "data0"), "--host", "127.0.0.1",
             "--port", "0", *options], capture_output=True, text=True, timeout=120)
        text = done.stdout + done.stderr
        return [line for line in done.stdout.splitlines() if line.startswith("fault")], text, done.returncode

    def figures(self, number):
        """The figures without their histograms, by name and labels as they are written."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.servers[number].port}/metrics") as answer:
            text = answer.read().decode()
        return {key: float(value) for key, value in re.findall(
            r"^(hereabouts_database_[^ ]*) ([^ ]+)$", text, re.MULTILINE)}, text


@contextlib.contextmanager
def redirected(log):
    """What is started inside writes its errors there."""
    usual = subprocess.Popen
    subprocess.Popen = lambda *arguments, **options: usual(*arguments, **{**options, "stderr": log})
    try:
        yield
    finally:
        subprocess.Popen = usual


def eventually(what, seconds=30):
    """Whether it holds before the seconds are over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.2)
    return False


def check_figures(place, checks):
    families(place, checks)
    shown = set(re.findall(r"^(?:# TYPE )?(hereabouts_database_\w+)", place.figures(0)[1], re.MULTILINE))
    for page in ["docs/alarms.rules.yml", "docs/serving.md", "docs/operating.md"]:
        unknown = set(re.findall(r"\bhereabouts_database_\w+\b(?!…)", (ROOT / page).read_text())) - shown
        checks.that(not unknown, f"{page} names figures that there are not: {unknown}")
    name = "hereabouts_database_"
    checks.that(eventually(lambda: place.figures(0)[0].get(name + "host_answers") == 1), "the host answers")
    checks.that(eventually(lambda: place.figures(0)[0].get(name + "servers_live") == 2), "both servers live")
    figures = place.figures(0)[0]
    for part, expected in [("synchronous_standbys", 2), ("erasure_owed", 0),
                           ('weak_setting{setting="fsync"}', 0), ("leases_lost_total", 0),
                           ("host_max_connections", 200)]:
        checks.that(figures.get(name + part) == expected, f"{part} is {figures.get(name + part)}, not {expected}")
    for part, most in [("heartbeat_age_seconds", 5), ("follower_lag_seconds", 5), ("clock_offset_seconds", 1)]:
        checks.that(abs(figures.get(name + part, 1e9)) < most, f"{part} is {figures.get(name + part)}")
    place.nodes.sql(0, "ALTER SYSTEM SET synchronous_commit = 'local'", "postgres")
    place.nodes.sql(0, "SELECT pg_reload_conf()", "postgres")
    place.nodes.stop(2)
    weak = 'weak_setting{setting="synchronous_commit"}'
    checks.that(eventually(lambda: place.figures(0)[0].get(name + weak) == 1), "a weak setting is told")
    checks.that(eventually(lambda: place.figures(0)[0].get(name + "synchronous_standbys") == 1),
                "a standby that stopped is missing")
    place.nodes.start(2)
    place.nodes.sql(0, "ALTER SYSTEM RESET synchronous_commit", "postgres")
    place.nodes.sql(0, "SELECT pg_reload_conf()", "postgres")
    checks.that(eventually(lambda: place.figures(0)[0].get(name + "synchronous_standbys") == 2), "it is back")


def families(place, checks):
    try:
        from prometheus_client.parser import text_string_to_metric_families
    except ImportError:
        print("Prometheus's parser is not installed; the form of the figures was not checked")
        return
    found = {family.name: family for family in text_string_to_metric_families(place.figures(0)[1])}
    for name in ["hereabouts_database_waiting", "hereabouts_database_commit_seconds", "hereabouts_database_jobs",
                 "hereabouts_database_writes", "hereabouts_database_catch_ups_failed"]:
        checks.that(name in found and found[name].documentation and found[name].type != "unknown", f"{name} is a figure")
    checks.that(found["hereabouts_database_commit_seconds"].type == "histogram", "times of commits are a histogram")


def jobs_of(place, number):
    return {key for key, value in place.figures(number)[0].items() if "_jobs{" in key and value == 1}


def check_jobs(place, checks):
    shared = ['{name="presence"}', '{name="games"}', '{name="changes"}']
    wanted = {"hereabouts_database_jobs" + job for job in shared}
    checks.that(eventually(lambda: jobs_of(place, 0) | jobs_of(place, 1) >= wanted), "some server does each job")
    checks.that(not jobs_of(place, 0) & jobs_of(place, 1), "one server does each job")
    # The other one does all after the first has been frozen.
    holder = 0 if len(jobs_of(place, 0)) >= len(jobs_of(place, 1)) else 1
    other = 1 - holder
    place.servers[holder].process.send_signal(signal.SIGSTOP)
    begin = time.monotonic()
    checks.that(eventually(lambda: jobs_of(place, other) >= wanted, TAKEN_OVER_WITHIN),
                f"the other server does all jobs within {TAKEN_OVER_WITHIN} s: {jobs_of(place, other)}")
    print(f"jobs of a frozen server were taken over after {time.monotonic() - begin:.1f} s")
    place.servers[holder].process.send_signal(signal.SIGCONT)
    checks.that(eventually(lambda: not jobs_of(place, holder) & jobs_of(place, other)), "the first does them no more")
    lost = "hereabouts_database_leases_lost_total"
    checks.that(eventually(lambda: place.figures(holder)[0].get(lost, 0) >= 1), "it has noticed")


def check_erasure(place, checks):
    member = Reporter("anna", forgets=False)
    connection = http.client.HTTPConnection("127.0.0.1", place.servers[0].port, timeout=60)
    member.enter(connection)
    member.step(connection)
    known = [bytes.fromhex(one) for one in place.keys.sql(
        0, "SELECT string_agg(encode(key, 'hex'), ' ') FROM person_keys").split()]
    place.keys.sql(0, "CHECKPOINT")
    checks.that(files_with(place.nodes, place.keys, known), "the keys are in some file")
    # Commits of keys would wait for the standby.
    place.keys.sql(0, "ALTER SYSTEM SET synchronous_standby_names = ''", "postgres")
    place.keys.sql(0, "SELECT pg_reload_conf()", "postgres")
    place.keys.stop(1)
    status, _ = member.ask(connection, "DELETE", "me/positions", token=member.session)
    checks.that(status == 204, f"deleting is answered with {status}")
    left = set(place.keys.sql(0, "SELECT coalesce(string_agg(encode(key, 'hex'), ' '), '') FROM person_keys").split())
    gone = [key for key in known if key.hex() not in left]
    checks.that(gone, "a key was destroyed")
    delayed = "destroyed keys stay on a disk until a later try succeeds; the server goes on trying: "
    checks.that(eventually(lambda: delayed in place.log(0)), f"the log says what is delayed: {place.log(0)}")
    checks.that(f":{place.keys.port(1)}" in place.log(0), "it names the host")
    checks.that(place.figures(0)[0].get("hereabouts_database_erasure_owed") == 1, "the figures say so")
    checks.that(files_with(place.nodes, place.keys, gone), "their bytes are still there")
    place.keys.start(1)
    checks.that(eventually(lambda: "destroyed keys are gone from all disks now" in place.log(0), 100),
                f"the log says when they are gone: {place.log(0)}")
    checks.that(place.log(0).count(delayed) <= 3, "the log repeats no reason")
    checks.that(place.figures(0)[0].get("hereabouts_database_erasure_owed") == 0, "nothing is owed")
    found = files_with(place.nodes, place.keys, gone)
    checks.that(not found, f"no file has their bytes: {found}")
    place.keys.wait_for_standbys(0, [1])


def named(checks, place, *parts, options=()):
    """The doctor names one fault that has all parts, with a remedy, and its status is that of a fault."""
    faults, text, status = place.doctor(*options)
    found = [line for line in faults if all(part in line for part in parts)]
    checks.that(found and all("; " in line for line in found) and status == 1, f"{parts} in: {text}")


def check_doctor(place, checks):
    nodes, keys = place.nodes, place.keys
    faults, text, status = place.doctor()
    checks.that(not faults and status == 0, f"a place without faults has some: {text}")
    for part in ["takes writes: PostgreSQL", "is a standby", "commits wait for", "server 0 has version",
                 "server 1 has version", "keep no bytes of destroyed keys"]:
        checks.that(part in text, f"'{part}' is missing: {text}")
    two = f"127.0.0.1:{nodes.port(2)}"
    nodes.stop(2)
    named(checks, place, two, "refused")
    named(checks, place, "only node1 follows")
    nodes.start(2)
    nodes.wait_for_standbys(0, [1, 2])
    nodes.signal(2, signal.SIGSTOP)
    named(checks, place, two, "cannot be asked")
    nodes.signal(2, signal.SIGCONT)
    nodes.wait_for_standbys(0, [1, 2])
    nodes.sql(0, "SELECT pg_create_physical_replication_slot('abandoned', true)")
    named(checks, place, "replication slot abandoned", "pg_drop_replication_slot('abandoned')")
    nodes.sql(0, "SELECT pg_drop_replication_slot('abandoned')")
    for setting, value in [("synchronous_commit", "off"), ("fsync", "off"), ("full_page_writes", "off")]:
        nodes.sql(0, f"ALTER SYSTEM SET {setting} = {value}", "postgres")
        nodes.sql(0, "SELECT pg_reload_conf()", "postgres")
        named(checks, place, f"127.0.0.1:{nodes.port(0)} has {setting} = {value}")
        nodes.sql(0, f"ALTER SYSTEM RESET {setting}", "postgres")
        nodes.sql(0, "SELECT pg_reload_conf()", "postgres")
    keys.sql(0, "ALTER SYSTEM SET wal_keep_size = '64MB'", "postgres")
    keys.sql(0, "SELECT pg_reload_conf()", "postgres")
    named(checks, place, f"keys-database: 127.0.0.1:{keys.port(0)}", "set wal_keep_size = 0")
    keys.sql(0, "ALTER SYSTEM RESET wal_keep_size", "postgres")
    keys.sql(0, "SELECT pg_reload_conf()", "postgres")
    bad_settings(place, checks)
    pooler(place, checks)
    # The old primary comes back, after another one took over.
    nodes.signal(0, signal.SIGSTOP)
    nodes.promote([1, 2])
    nodes.signal(0, signal.SIGCONT)
    named(checks, place, f"127.0.0.1:{nodes.port(0)} takes writes on the timeline 1, although", "took over from it on 2")


def bad_settings(place, checks):
    """Wrong passwords, rights and addresses are faults; no password is shown."""
    nodes = place.nodes
    nodes.sql(0, "CREATE ROLE somebody LOGIN PASSWORD 'right-word'")
    rules = nodes.data(0) / "pg_hba.conf"
    usual = rules.read_text()
    rules.write_text("host all somebody all scram-sha-256\n" + usual)
    nodes.sql(0, "SELECT pg_reload_conf()")
    one = f"127.0.0.1:{nodes.port(0)}"
    wrong = ["--database", f"postgresql://somebody:wrong-word@{one}/hereabouts", *place.options[2:]]
    right = ["--database", f"postgresql://somebody:right-word@{one}/hereabouts", *place.options[2:]]
    named(checks, place, one, "password authentication failed", "PGPASSFILE", options=wrong)
    _, text, _ = place.doctor(*right)
    checks.that("GRANT pg_monitor" in text and "takes writes" in text, f"few rights are enough to look: {text}")
    for options in (wrong, right):
        said = place.doctor(*options)[1]
        checks.that("wrong-word" not in said and "right-word" not in said, f"a password is shown: {said}")
    named(checks, place, "database: the address cannot be used",
          options=["--database", "postgresql://anna:wrong-word@[", *place.options[2:]])
    named(checks, place, "keys-database is not", options=["--database", nodes.address])
    named(checks, place, "in one PostgreSQL cluster", options=["--database", nodes.address, "--keys-database",
                                                               nodes.address])
    named(checks, place, "does not exist", "createdb",
          options=["--database", f"postgresql://hereabouts@{one}/nothing", *place.options[2:]])
    rules.write_text(usual)
    nodes.sql(0, "SELECT pg_reload_conf()")


def pooler(place, checks):
    """A pooler between is named, where pgbouncer is installed."""
    program = pathlib.Path("/usr/sbin/pgbouncer")
    if not program.exists():
        print("pgbouncer is not installed; it was not tried")
        return
    port, settings, process = place.nodes.port(9), place.nodes.folder / "pgbouncer.ini", place.nodes.folder / "pgbouncer"
    settings.write_text(
        f"[databases]\nhereabouts = host=127.0.0.1 port={place.nodes.port(0)} user=hereabouts\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nauth_type = any\nunix_socket_dir =\npidfile = {process}\n")
    settings.chmod(0o644)
    owned(program, "-d", settings)
    try:
        named(checks, place, "answered by something between, such as pgbouncer",
              options=["--database", f"postgresql://hereabouts@127.0.0.1:{port}/hereabouts", *place.options[2:]])
    finally:
        os.kill(int(process.read_text()), signal.SIGINT)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--port", type=int, default=21850)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    given = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port, 2) as nodes, Nodes(
            given.port + 10, 1, OF_KEYS) as keys:
        place = Place(given.program, given.atlas, pathlib.Path(folder), nodes, keys)
        try:
            for number in range(2):
                place.start(number)
            for kind in KINDS:
                if kind in given.kinds:
                    {"figures": check_figures, "jobs": check_jobs, "erasure": check_erasure,
                     "doctor": check_doctor}[kind](place, checks)
                    print(f"{kind}: {checks.made} checks, {len(checks.faults)} faults", flush=True)
        finally:
            for server in place.servers:
                server.process.send_signal(signal.SIGCONT)
                server.kill()
    for fault in checks.faults:
        print(f"wrong: {fault}")
    sys.exit(1 if checks.faults else 0)


if __name__ == "__main__":
    main()
