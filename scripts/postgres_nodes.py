"""Throw-away PostgreSQL hosts on loopback: a primary and standbys that commits wait for, to be killed and frozen."""
import functools
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# What a cluster of keys needs, so that no old file of the log stays. With it, standbys must not fall behind.
OF_KEYS = """
wal_recycle = off
wal_keep_size = 0
"""

SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 64MB
wal_keep_size = 256MB
wal_log_hints = on
hot_standby = on
wal_receiver_timeout = 5s
wal_sender_timeout = 5s
log_min_messages = warning
"""


@functools.cache
def programs():
    """The folder of the server's programs, of the newest version that is installed."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found:
        raise SystemExit("PostgreSQL is missing; run `make setup-test`")
    return found[-1]


def owned(*command, check=True):
    """Run a command as somebody who may own a server: PostgreSQL refuses to run as root."""
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd="/")
    if check and done.returncode != 0:
        raise RuntimeError(f"{command[-1]} failed ({command}): {done.stdout}{done.stderr}")
    return done.stdout.strip()


class Nodes:
    """Numbered hosts: 0 is the first primary. Use it in a `with`: it stops them and removes their folders.

    Their ports follow `port`, which the system should not give to clients: on Linux one below 32768. Clients come over
    loopback, or also from a network: to `host`, from the addresses of `block`."""

    def __init__(self, port, standbys=0, settings="", host="127.0.0.1", block=None):
        # Another user than root runs the servers, and may not be able to enter root's own folder for such files.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postgres-", dir="/tmp" if os.geteuid() == 0 else None))
        self.first_port = port
        self.settings = SETTINGS + settings
        self.host, self.block = host, block
        if block:
            self.settings += f"listen_addresses = '127.0.0.1, {host}'\n"
        self.numbers = list(range(standbys + 1))

    def __enter__(self):
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.folder.chmod(0o755)
        # Ended, it leaves no servers behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for number in self.numbers:
            self.signal(number, signal.SIGCONT)
            if self.data(number).exists():
                owned(programs() / "pg_ctl", "-D", self.data(number), "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def data(self, number):
        return self.folder / f"node{number}"

    def port(self, number):
        return self.first_port + number

    @property
    def address(self):
        hosts = ",".join(f"{self.host}:{self.port(number)}" for number in self.numbers)
        return f"postgresql://hereabouts@{hosts}/hereabouts"

    def sql(self, number, statement, database="hereabouts", seconds=40):
        """What the statement answers, without decoration."""
        command = [programs() / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", self.port(number)]
        command += ["-U", "hereabouts", "-d", database, "-c", statement]
        environment = os.environ | {"PGCONNECT_TIMEOUT": "5", "PGOPTIONS": "-c statement_timeout=30s"}
        return subprocess.run(
            [str(part) for part in command], check=True, capture_output=True, text=True, env=environment,
            timeout=seconds).stdout.strip()

    def is_up(self, number):
        command = [programs() / "pg_isready", "-q", "-t", "1", "-h", "127.0.0.1", "-p", str(self.port(number))]
        return subprocess.run(command).returncode == 0

    def primary(self):
        """The number of the host that takes writes: of two that say so, the one that was promoted later."""
        timelines = {}
        for number in self.numbers:
            if self.is_up(number) and self.sql(number, "SELECT pg_is_in_recovery()", "postgres") == "f":
                timelines[number] = self.sql(
                    number, "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)", "postgres")
        if not timelines:
            raise RuntimeError("no host takes writes")
        return max(timelines, key=timelines.get)

    # What happens to a host.

    def start(self, number):
        owned(programs() / "pg_ctl", "-D", self.data(number), "-l", self.folder / f"log{number}", "-w", "start")

    def stop(self, number, mode="fast"):
        owned(programs() / "pg_ctl", "-D", self.data(number), "-m", mode, "-w", "stop")

    def processes(self, number):
        """The host's first process and all that it started."""
        try:
            first = int((self.data(number) / "postmaster.pid").read_text().split("\n")[0])
        except FileNotFoundError:
            return []
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True).stdout
        return [first, *map(int, children.split())]

    def signal(self, number, which):
        for process in self.processes(number):
            try:
                os.kill(process, which)
            except ProcessLookupError:
                pass

    def promote(self, candidates):
        """Let the candidate that has most take writes, and the others follow it; returns its number."""
        most = "pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::bigint"
        best = max(candidates, key=lambda number: int(self.sql(number, f"SELECT {most}")))
        self.sql(best, "SELECT pg_promote(true, 30)")
        for number in candidates:
            if number != best:
                conninfo = f"host=127.0.0.1 port={self.port(best)} user=hereabouts application_name=node{number}"
                self.sql(number, f"ALTER SYSTEM SET primary_conninfo = '{conninfo}'", "postgres")
                self.sql(number, "SELECT pg_reload_conf()", "postgres")
        return best

    def copy(self, source, number):
        """Make `number` a standby of `source`, from nothing, and start it."""
        shutil.rmtree(self.data(number), ignore_errors=True)
        owned(
            programs() / "pg_basebackup", "-D", self.data(number), "-R", "-X", "stream", "-c", "fast", "-d",
            f"host=127.0.0.1 port={self.port(source)} user=hereabouts application_name=node{number}")
        automatic = self.data(number) / "postgresql.auto.conf"
        kept = [line for line in automatic.read_text().splitlines() if not line.startswith("synchronous_standby_names")]
        automatic.write_text("\n".join(kept) + "\n")
        self.configure(number)
        self.start(number)

    def rejoin(self, number):
        """Make a host that was killed or replaced a standby of the one that takes writes now."""
        for process in self.processes(number):
            try:
                os.kill(process, signal.SIGCONT)
            except ProcessLookupError:
                pass
        owned(programs() / "pg_ctl", "-D", self.data(number), "-m", "immediate", "stop", check=False)
        primary = self.primary()
        self.copy(primary, number)
        self.wait_for_standbys(primary, [one for one in self.numbers if one != primary])

    def wait_for_standbys(self, primary, standbys):
        """Wait until all standbys follow, and have commits wait for any one of them."""
        if not standbys:
            return
        following = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        while int(self.sql(primary, following)) < len(standbys):
            time.sleep(0.1)
        names = ", ".join(f"node{number}" for number in standbys)
        self.sql(primary, f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({names})'", "postgres")
        self.sql(primary, "SELECT pg_reload_conf()", "postgres")
        waited = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"
        while int(self.sql(primary, waited)) < len(standbys):
            time.sleep(0.1)

    def configure(self, number):
        file = self.data(number) / "postgresql.conf"
        with open(file, "a") as configuration:
            configuration.write(f"{self.settings}port = {self.port(number)}\n")

    def _make(self):
        self._make_primary()
        for number in self.numbers[1:]:
            self.copy(0, number)
        self.wait_for_standbys(0, self.numbers[1:])

    def _make_primary(self):
        owned(
            programs() / "initdb", "-D", self.data(0), "-U", "hereabouts", "--auth=trust", "--encoding=UTF8",
            "--locale=C.UTF-8", "--data-checksums", "--no-sync")
        if self.block:
            with open(self.data(0) / "pg_hba.conf", "a") as rules:
                rules.write(f"host all all {self.block} trust\n")
        self.configure(0)
        self.start(0)
        self.sql(0, "CREATE DATABASE hereabouts", "postgres")
