"""Throw-away PostgreSQL hosts that Patroni runs, with etcd, on loopback: to be killed, frozen and switched over."""
import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

from postgres_nodes import Nodes, programs

# As short as Patroni lets them be: loop_wait + 2 * retry_timeout <= ttl, and 20 s at least.
CONFIGURATION = """
scope: hereabouts
name: node{number}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest}"}}
etcd3: {{hosts: "127.0.0.1:{etcd}"}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {{max_connections: 200, shared_buffers: 64MB, wal_log_hints: "on", wal_keep_size: 256MB}}
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, data-checksums]
postgresql:
  listen: "{listen}"
  connect_address: "127.0.0.1:{port}"
  data_dir: "{data}"
  bin_dir: "{programs}"
  pgpass: "{folder}/pgpass{number}"
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"{more}]
  authentication:
    superuser: {{username: hereabouts, password: scratch}}
    replication: {{username: copier, password: scratch}}
    rewind: {{username: rewinder, password: scratch}}
  parameters: {{unix_socket_directories: ""}}
"""
PATIENCE_SECONDS = 300


class PatroniNodes(Nodes):
    """Numbered hosts under Patroni, with synchronous replication, and one etcd. Use it in a `with`.

    Of a host that is lost, Patroni notices after 20 s, and makes a standby of it when it comes back."""

    def __init__(self, port, standbys=2, host="127.0.0.1", block=None):
        super().__init__(port, standbys, host=host, block=block)
        self.etcd_port, self.rest_port = port + 20, port + 30
        self.etcd, self.patronis = None, {}

    def __enter__(self):
        missing = [name for name in ("etcd", "patroni", "patronictl") if not shutil.which(name)]
        if missing:
            sys.exit(f"missing: {', '.join(missing)}; install them:\n  sudo apt-get install -y etcd-server patroni")
        return super().__enter__()

    def _make(self):
        own = f"http://127.0.0.1:{self.etcd_port}"
        peers = f"http://127.0.0.1:{self.etcd_port + 1}"
        self.etcd = self._launch(
            "etcd", "etcd", "--name", "one", "--data-dir", str(self.folder / "etcd"), "--listen-client-urls", own,
            "--advertise-client-urls", own, "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
            "--initial-cluster", f"one={peers}")
        self._wait(lambda: urllib.request.urlopen(f"{own}/health", timeout=1).status == 200, "etcd")
        for number in self.numbers:
            self._run_patroni(number)
            # The first one makes the cluster.
            self._wait(functools.partial(self.is_up, number), f"node{number}")
        self._wait(self._has_primary, "a primary")
        self.sql(self.primary(), "CREATE DATABASE hereabouts", "postgres")
        self.settle()

    def __exit__(self, *_):
        for process in [*self.patronis.values(), *([self.etcd] if self.etcd else [])]:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        super().__exit__()

    def configuration(self, number):
        return self.folder / f"patroni{number}.yml"

    def _run_patroni(self, number):
        listen = f"127.0.0.1,{self.host}" if self.block else "127.0.0.1"
        self.configuration(number).write_text(CONFIGURATION.format(
            number=number, rest=self.rest_port + number, etcd=self.etcd_port, port=self.port(number),
            listen=f"{listen}:{self.port(number)}", data=self.data(number), programs=programs(), folder=self.folder,
            more=f', "host all all {self.block} trust"' if self.block else ""))
        self.patronis[number] = self._launch(f"patroni{number}", "patroni", str(self.configuration(number)))

    def _launch(self, name, *command):
        """Start a program as the owner of the hosts, which root may not be."""
        owner = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/", start_new_session=True,
                env=os.environ | {"HOME": str(self.folder)}, **owner)

    def _wait(self, holds, what):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            with contextlib.suppress(OSError, subprocess.SubprocessError, RuntimeError, ValueError):
                if holds():
                    return
            if time.monotonic() > deadline:
                said = {path.stem: path.read_text().splitlines()[-3:] for path in sorted(self.folder.glob("*.log"))}
                sys.exit(f"Patroni: {what} is not there after {PATIENCE_SECONDS} s: {said}")
            time.sleep(0.1)

    def _has_primary(self):
        return self.primary() is not None

    def _has_standbys(self):
        followers = ("SELECT count(*) FILTER (WHERE state = 'streaming') = {count} AND bool_or(sync_state = 'sync') "
                     "FROM pg_stat_replication")
        return self.sql(self.primary(), followers.format(count=len(self.numbers) - 1)) == "t"

    def settle(self):
        """Wait until all hosts follow, and commits wait for one of them."""
        self._wait(self._has_standbys, "a standby")

    # What happens to a host.

    def strike(self, kind, generator):
        """`machine`: the primary and its Patroni are killed; `process`: the primary alone, which Patroni starts again;
        `frozen`: both stop until another takes writes, and then go on; `switchover`: Patroni is asked for another.
        Returns when all hosts follow again.
        """
        old = self.primary()
        if kind == "machine":
            self._signal_machine(old, signal.SIGKILL)
            self.patronis[old].wait()
            self._wait_for_another(old)
            self._run_patroni(old)
        elif kind == "process":
            self.signal(old, signal.SIGKILL)
        elif kind == "frozen":
            self._signal_machine(old, signal.SIGSTOP)
            try:
                self._wait_for_another(old)
                time.sleep(generator.uniform(0, 4))
            finally:
                self._signal_machine(old, signal.SIGCONT)
        else:
            subprocess.run(["patronictl", "-c", str(self.configuration(old)), "switchover", "hereabouts", "--force"],
                           check=True, capture_output=True, timeout=PATIENCE_SECONDS)
            self._wait_for_another(old)
        self.settle()

    def _signal_machine(self, number, which):
        self.patronis[number].send_signal(which)
        self.signal(number, which)

    def _wait_for_another(self, old):
        self._wait(lambda: self.primary() != old, "another primary")
