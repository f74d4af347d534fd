"""Three servers with --mesh on a line of hosts, A–B–C: A is the organiser's and has no IPv6."""
import signal

from mesh_hosts import Node, join


class Line:
    def __init__(self, program, atlas, hosts, folder):
        self.hosts = hosts
        for name in "abc":
            hosts.add(name, has_ipv6=name != "a")
        hosts.cable("a", "b", 1)
        hosts.cable("b", "c", 2)
        self.nodes = self.a, self.b, self.c = [Node(program, atlas, hosts, name, folder) for name in "abc"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.stop(signal.SIGKILL)

    def join(self):
        """Start all three, B and C after they joined."""
        a, b, c = self.nodes
        a.start()
        a.wait_for(lambda: a.json("/api/v1/mesh")["node"]["is_member"], 10,
                   "the organiser is no member of its own place")
        print(f"b joined in {join(a, b, '10.93.1.1'):.2f} s")
        b.start()
        b.wait_for(lambda: b.links() == 1 and a.links() == 1, 15, "A and B are not linked")
        self.route(True)
        print(f"c joined in {join(a, c, '10.93.1.1'):.2f} s")
        self.route(False)
        refused = c.command("mesh", "join", "a" * 140, "--data", c.data)
        assert refused.returncode == 2, "a broken code was not refused"
        c.start()
        self.wait_for_links()
        for node in self.nodes:
            node.find_room()

    def wait_for_links(self):
        self.c.wait_for(lambda: self.c.links() == 1 and self.b.links() == 2, 30, "B and C are not linked")

    def route(self, is_on):
        """Let the far end reach the organiser for a moment, as a person who carries a laptop over would."""
        self.hosts.inside("b", "sysctl", "-qw", f"net.ipv4.ip_forward={int(is_on)}")
        word = "add" if is_on else "del"
        self.hosts.set("c", "route", word, "10.93.1.0/24", "via", "10.93.2.1")
        self.hosts.set("a", "route", word, "10.93.2.0/24", "via", "10.93.1.2")

    def stop(self):
        for node in self.nodes:
            node.stop()
            assert node.process.returncode == 0, f"{node.name} ended with {node.process.returncode}"
