"""Strikes at servers of one place and at their PostgreSQL, and how long nobody's post was acknowledged."""
import collections
import signal
import socket
import statistics
import time

import check_postgres_lanes

OF_SERVERS = ["quiet", "server", "stop", "ahead", "behind"]
OF_NETWORKS = ["cut"]
OF_HOSTS = ["kill", "freeze", "standby", "standbys", "restart"]
OF_PATRONI = ["machine", "process", "frozen", "switchover"]
HOUR = 3600
SECONDS_OF_CUT = 10, 20


class Strikes:
    """Strikes, waits until all is well again, and collects pauses by kind."""

    def __init__(self, nodes, servers, network, generator):
        self.nodes, self.servers, self.network, self.generator = nodes, servers, network, generator
        self.faults, self.pauses = [], collections.defaultdict(list)

    def strike(self, kind):
        if kind in OF_HOSTS:
            for host in check_postgres_lanes.strike(self.nodes, kind, self.generator):
                self.nodes.rejoin(host)
        elif kind in OF_PATRONI:
            self.nodes.strike(kind, self.generator)
        elif kind != "quiet":
            server = self.generator.choice(self.servers)
            {"server": self._kill, "stop": self._stop, "cut": self._cut}.get(kind, self._shift_clock)(server, kind)
        for server in self.servers:
            # It may have to find the new primary; it may not stay away.
            server.wait_until(lambda status, _: status == 200)

    def _kill(self, server, _):
        server.kill()
        time.sleep(self.generator.uniform(0, 2))
        server.start()

    def _stop(self, server, _):
        status = server.end(signal.SIGTERM)
        if status != 0:
            self.faults.append(f"server {server.number} stopped with status {status}")
        time.sleep(self.generator.uniform(0, 2))
        server.start()

    def _cut(self, server, _):
        self.network.cut(server.number)
        try:
            begin = time.monotonic()
            try:
                socket.create_connection((server.host, server.port), timeout=2).close()
                self.faults.append("a server that was cut off answered")
            except TimeoutError:
                pass
            except OSError as error:
                self.faults.append(f"a packet to a server that was cut off was not lost: {error}")
            time.sleep(max(0, begin + self.generator.uniform(*SECONDS_OF_CUT) - time.monotonic()))
        finally:
            self.network.heal(server.number)

    def _shift_clock(self, server, kind):
        is_restarted, seconds = self.generator.random() < 0.3, self.generator.uniform(3, 8)
        server.set_clock(HOUR if kind == "ahead" else -HOUR)
        try:
            if is_restarted:
                server.kill()
                server.launch()
            # It compares its clock with the database's, and says so.
            server.wait_until(lambda status, body: status == 503 and "clock" in body)
            time.sleep(seconds)
        finally:
            server.set_clock(0)

    # Pauses

    def measure(self, kind, begin, end, guests):
        """Take the pauses of these guests from the strike on, in seconds of the monotonic clock."""
        together = sorted(moment for guest in guests for moment in guest.moments)
        # What one client waits also counts when nobody else does.
        gaps = [longest_gap(guest.moments, begin, end) for guest in guests]
        gap, guest = max(zip(gaps, guests), key=lambda one: one[0][1] - one[0][0])
        of_all = longest_gap(together, begin, end)
        self.pauses[kind].append((of_all[1] - of_all[0], gap[1] - gap[0]))
        self.latest = kind
        troubles = [(when, what) for when, what in guest.troubles if gap[0] < when <= gap[1]]
        self.troubles = collections.Counter(what for _, what in troubles)

    def last(self):
        of_all, of_one = self.pauses[self.latest][-1]
        return f"pause of all {of_all:.2f} s, of one client {of_one:.2f} s {dict(self.troubles) or ''}"

    def print_pauses(self):
        print(f"{'strike':12}{'rounds':>7}{'pause of all':>22}{'of one client':>22}")
        print(f"{'':12}{'':>7}{'median':>12}{'longest':>10}{'median':>12}{'longest':>10}")
        for kind, pauses in sorted(self.pauses.items()):
            cells = [f"{of(column):.2f} s" for column in zip(*pauses) for of in (statistics.median, max)]
            print(f"{kind:12}{len(pauses):>7}{cells[0]:>12}{cells[1]:>10}{cells[2]:>12}{cells[3]:>10}")


def longest_gap(moments, begin, end):
    """The longest time without a moment that ended after the strike: its begin and its end."""
    since = max((one for one in moments if one <= begin), default=begin)
    times = [since, *(one for one in moments if begin < one < end), end]
    return max(zip(times, times[1:]), key=lambda gap: gap[1] - gap[0])
