"""The other routers that ours is measured beside: how their data is made, and how their servers are started.

They are Python packages that bring their programs along: osrm-bindings, pyvalhalla, routingkit-cch. `make bench-peers` installs them in a
place of their own and runs the scripts there.
"""
import dataclasses
import http.client
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import time

import measure_http

THREADS = str(os.cpu_count())


@dataclasses.dataclass
class Cost:
    """The figures of some programs, one after the other."""
    seconds: float = 0
    cpu_seconds: float = 0
    peak_bytes: int = 0

    def add(self, command, **how):
        """Runs to the end and counts it in."""
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"{command[0]} failed with status {os.waitstatus_to_exitcode(status)}")
        self.seconds += time.perf_counter() - begin
        self.cpu_seconds += usage.ru_utime + usage.ru_stime
        self.peak_bytes = max(self.peak_bytes, usage.ru_maxrss * 1024)


class Peer(measure_http.Server):
    """Another router's server, asked and watched like our own."""

    def __init__(self, port, command):
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                self.get("/")
                break
            except (ConnectionRefusedError, http.client.RemoteDisconnected):
                if self.process.poll() is not None:
                    sys.exit(f"{command[0]} ended with status {self.process.returncode}")
                time.sleep(0.01)

    def stop(self):
        # Both drain for long when clients were cut off.
        self.process.kill()
        self.process.wait(30)


def home(package):
    """The folder of an installed package."""
    found = importlib.util.find_spec(package)
    if found is None:
        sys.exit(f"there is no Python package {package}: make bench-peers installs it")
    return pathlib.Path(found.origin).parent


class OSRM:
    def __init__(self):
        self.home = home("osrm")

    def profile(self, name):
        return str(self.home / "share/profiles" / f"{name}.lua")

    def prepare(self, extract, folder, profile, algorithm):
        """Makes the data of a profile (the path of a lua file) in a new folder; returns the graph's path and the costs."""
        folder.mkdir(parents=True)
        source, graph = folder / "map.osm.pbf", str(folder / "map.osrm")
        source.symlink_to(pathlib.Path(extract).resolve())
        profiles, cost = self.home / "share/profiles", Cost()
        cost.add([str(self.home / "bin/osrm-extract"), "-t", THREADS, "-p", profile, str(source)], cwd=profiles,
                 env=dict(os.environ, LUA_PATH=f"{profiles}/?.lua;;"))
        for step in {"ch": ["contract"], "mld": ["partition", "customize"]}[algorithm]:
            cost.add([str(self.home / f"bin/osrm-{step}"), "-t", THREADS, graph])
        return graph, cost

    def serve(self, graph, algorithm, raises=True):
        """Serves a graph; with higher limits than osrm-routed comes with where `raises`."""
        port = measure_http.free_port()
        raised = ["--max-table-size", "1000", "--max-matching-size", "1000"] if raises else []
        return Peer(port, [str(self.home / "bin/osrm-routed"), "--ip", "127.0.0.1", "--port", str(port), "--threads", THREADS,
                           "--algorithm", algorithm, *raised, graph])


class Valhalla:
    def __init__(self):
        self.home = home("valhalla")

    def prepare(self, extract, folder):
        """Makes the tiles of all profiles in a new folder; returns their configuration and the costs."""
        from valhalla.config import get_config

        (folder / "tiles").mkdir(parents=True)
        configuration = get_config(tile_extract="", tile_dir=str(folder / "tiles"))
        configuration["mjolnir"] |= {"concurrency": int(THREADS), "admin": "", "timezone": ""}
        path, cost = folder / "valhalla.json", Cost()
        path.write_text(json.dumps(configuration))
        cost.add([str(self.home / "bin/valhalla_build_tiles"), "-c", str(path), str(extract)])
        return configuration, cost

    def serve(self, configuration, folder):
        port, path = measure_http.free_port(), folder / "served.json"
        configuration["httpd"]["service"]["listen"] = f"tcp://127.0.0.1:{port}"
        path.write_text(json.dumps(configuration))
        return Peer(port, [str(self.home / "bin/valhalla_service"), str(path), THREADS])
