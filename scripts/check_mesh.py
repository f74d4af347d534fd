#!/usr/bin/env python3
"""Let three servers with --mesh pass lines on along a line of hosts, A–B–C, made of network namespaces; as root on
Linux.

Usage: check_mesh.py PROGRAM ATLAS [--cut SECONDS] [--kills NUMBER] [--seed NUMBER]

Where this user may not make namespaces, it says so and ends well. B and C join by codes. A line that is written at one
end is to be at the other within a second, both ways. Then come a cut (check_mesh_cuts.py), kills (check_mesh_kills.py),
and a burst of lines that is counted in bytes on the wire. Posts are to travel as lines do, with edits and a deletion
made during a cut; what the operator of A hides is to be hidden at C; what C took just before it was killed is to come;
and C is to have its posts again after its community's store was lost. A server without --mesh is to open no port of
links and to make no file of the mesh.
"""
import argparse
import os
import pathlib
import shutil
import signal
import statistics
import sys
import tempfile
import time

from check_mesh_cuts import check_cuts
from check_mesh_kills import check_kills
from check_mesh_pictures import check_pictures
from mesh_burst import burst, print_burst
from mesh_hosts import LINKS, Events, Hosts, can_make_hosts
from mesh_line import Line


def check_without_mesh(node):
    node.start(mesh=False)
    assert node.inside.ask("GET", "/api/v1/mesh")[0] == 404
    ports = node.hosts.inside(node.name, "ss", "-Hlnut").stdout
    assert f":{LINKS} " not in ports and ":5353 " not in ports, ports
    made = [name for name in os.listdir(node.data) if "mesh" in name]
    assert not made, made
    node.stop()
    print("without --mesh the server opens no port of links, announces nothing and makes no file of the mesh")


def check_passing(a, c):
    taken = []
    for number in range(10):
        for sender, receiver in ((a, c), (c, a)):
            text = f"line {number} from {sender.name}"
            began = time.monotonic()
            assert sender.say(text), "a line was refused"
            receiver.wait_for(lambda: receiver.has(text), 5, f"'{text}' did not come")
            taken.append(time.monotonic() - began)
    print(f"a line passes two links in {statistics.median(taken):.3f} s; the slowest of {len(taken)} took "
          f"{max(taken):.3f} s")
    if max(taken) > 1:
        sys.exit("that is more than 1 s")


def wait_for_posts(nodes, wanted, fault, seconds=30):
    """Wait until all nodes list the wanted posts; return how many seconds that took."""
    began = time.monotonic()
    for node in nodes:
        node.wait_for(lambda: node.posts() == wanted, max(0.1, began + seconds - time.monotonic()),
                      f"{fault}: {wanted}")
    return time.monotonic() - began


def check_posts(a, b, c):
    nodes, anna, ben = (a, b, c), a.register("anna"), c.register("ben")
    otto = a.register("otto", a.command("account", "code", "--data", a.data).stdout.strip())
    say = lambda node, token, text: node.send("POST", "/api/v1/posts", {"message": text}, token)["id"]
    took, events = [], Events(c.hosts.space("c"))
    soup = say(a, anna, "Soup at six")
    took.append(wait_for_posts(nodes, {soup: "Soup at six"}, "a post did not come"))
    c.wait_for(lambda: "post" in events.names, 5, "no page heard of the post")
    water = say(c, ben, "No water")
    took.append(wait_for_posts(nodes, {soup: "Soup at six", water: "No water"}, "a post did not come"))
    print(f"posts pass two links in {took[0]:.2f} and {took[1]:.2f} s")
    b.hosts.set_link("b", "c", False)
    assert a.send("PATCH", f"/api/v1/posts/{soup}", {"message": "Soup at seven"}, anna)
    bread, milk = say(c, ben, "Bread"), say(c, ben, "Milk")
    assert c.send("PATCH", f"/api/v1/posts/{water}", {"message": "Water again"}, ben)
    assert c.send("DELETE", f"/api/v1/posts/{bread}", token=ben) is not None
    assert c.send("PATCH", f"/api/v1/posts/{soup}", {"message": "No soup"}, ben) is None, "a stranger edited a post"
    time.sleep(2)
    assert a.posts() == {soup: "Soup at seven", water: "No water"}, "a post passed a cut link"
    b.hosts.set_link("b", "c", True)
    all_posts = {soup: "Soup at seven", water: "Water again", milk: "Milk"}
    print(f"after a cut all nodes have the same posts {wait_for_posts(nodes, all_posts, 'edits did not come'):.2f} s "
          f"after healing")
    assert a.send("PUT", f"/api/v1/posts/{milk}/hidden", token=otto), "the operator cannot hide a post"
    wait_for_posts(nodes, {soup: "Soup at seven", water: "Water again"}, "a hidden post is shown")
    c.wait_for(lambda: events.names.count("removed") == 2, 5, "no page heard of the deleted and the hidden post")
    assert a.send("DELETE", f"/api/v1/posts/{milk}/hidden", token=otto)
    wait_for_posts(nodes, all_posts, "a post is not shown again")
    eggs = say(c, ben, "Eggs")
    c.stop(signal.SIGKILL)
    c.start()
    all_posts[eggs] = "Eggs"
    wait_for_posts(nodes, all_posts, "a post that was written just before C was killed is missing", 60)
    c.stop()
    for file in pathlib.Path(c.data).glob("community.sqlite*"):
        file.unlink()
    c.start()
    print(f"C has its posts {wait_for_posts((c,), all_posts, 'lost posts did not come back'):.2f} s after it started "
          f"without its rows")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--cut", type=int, default=5)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not can_make_hosts("the check of the mesh"):
        return
    folder = tempfile.mkdtemp(prefix="mesh-")
    with Hosts() as hosts, Line(options.program, options.atlas, hosts, folder) as line:
        check_without_mesh(line.a)
        shutil.rmtree(line.a.data)
        line.join()
        a, b, c = line.nodes
        check_passing(a, c)
        check_cuts(line, 1, options.cut)
        check_kills(line, options.kills, options.seed)
        print_burst(burst(a, b, c))
        check_posts(a, b, c)
        check_pictures(a, c)
        line.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
