#!/usr/bin/env python3
"""Let `hereabouts track` report the data of a gpsd to a server, and a client library of Dawarich's given positions, and
look at what arrives.

Usage: check_trackers.py PROGRAM ATLAS

The gpsd is one that says what gpsd_json(5) has, byte for byte, with a line that is cut off, and that goes away in
between.
"""
import asyncio
import contextlib
import datetime
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from dawarich_api import DawarichAPI
from home_grid import home_cell
from loopback import serving

FIXED = {"class": "TPV", "device": "/dev/pts/1", "mode": 3, "time": None, "ept": 0.005, "lat": 46.498293369,
         "lon": 7.567411672,
         "altMSL": 1343.127, "eph": 36.0, "epv": 32.321, "track": 10.3788, "speed": 0.091, "climb": -0.085}
GREETING = (
    b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
    b'{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/pts/1"}]}\r\n'
    b'{"class":"WATCH","enable":true,"json":true}\r\n'
    b'{"class":"TPV","device":"/dev/pts/1","mode":1}\r\n'
    b'{"class":"SKY","device":"/dev/pts/1","satellites":[{"PRN":1,"el":2\r\n')


def say(listener, seconds):
    """Answers one client as gpsd does, and leaves."""
    client, _ = listener.accept()
    with client:
        assert client.recv(200).startswith(b'?WATCH={"enable":true,"json":true}'), "nobody asked to watch"
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - seconds))
        line = json.dumps(FIXED | {"time": stamp}).encode()
        client.sendall(GREETING + line[:40])
        time.sleep(0.1)
        client.sendall(line[40:] + b"\r\n")
        time.sleep(0.3)


def call(base, method, path, body=None, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{base}/api/v1/{path}", body and json.dumps(body).encode(), headers,
                                     method=method)
    return json.loads(urllib.request.urlopen(request, timeout=10).read())


def wait_for(what, check, seconds=20):
    deadline = time.time() + seconds
    while time.time() < deadline:
        if check():
            return
        time.sleep(0.1)
    raise SystemExit(f"in vain: {what}")


def check_gpsd(program, base, account):
    token = call(base, "POST", "me/devices", {"kind": "gpsd", "name": "boat"}, account)["token"]
    listener = socket.create_server(("127.0.0.1", 0))
    gpsd = f"127.0.0.1:{listener.getsockname()[1]}"
    arrived = lambda: call(base, "GET", "me/positions", token=account)["features"]
    command = [program, "track", "--to", base, "--gpsd", gpsd, "--every", "10"]
    tracker = subprocess.Popen(command, env=os.environ | {"HEREABOUTS_TOKEN": token}, stderr=subprocess.PIPE, text=True)
    try:
        say(listener, 60)
        wait_for("the first position", lambda: len(arrived()) == 1)
        found = arrived()[0]
        assert found["geometry"]["coordinates"] == [7.5674117, 46.4982934], found
        assert found["properties"]["altitude"] == 1343 and found["properties"]["accuracy"] == 36, found
        # It reconnects to a gpsd that has gone; without a movement it does not report again so soon.
        thread = threading.Thread(target=say, args=(listener, 30))
        thread.start()
        thread.join(15)
        assert not thread.is_alive(), "nobody came back"
        time.sleep(0.5)
        assert len(arrived()) == 1
    finally:
        tracker.terminate()
        said = tracker.communicate(timeout=10)[1]
    assert "gpsd does not answer" in said and "46.49" not in said and "7.56" not in said, said
    # A token that is no good ends it, and says why.
    refused = subprocess.Popen(command, env=os.environ | {"HEREABOUTS_TOKEN": "hb_nothing"}, stderr=subprocess.PIPE,
                               text=True)
    say(listener, 20)
    said = refused.communicate(timeout=20)[1]
    assert refused.returncode == 1 and "no device of type gpsd or program has this token" in said, said
    for wrong in (["--to", "map.example.org"], ["--to", base, "--every", "5"], ["--to", base, "--gpsd", "nowhere:x"]):
        assert subprocess.run([program, "track", *wrong], capture_output=True).returncode == 2, wrong


@contextlib.contextmanager
def overhearing(base):
    """Stands before the server at `base`; yields the address for requests, and the bytes sent to it."""
    heard, (host, port) = bytearray(), base.removeprefix("http://").split(":")
    listener = socket.create_server(("127.0.0.1", 0))

    def pass_on(source, sink, keeps):
        while piece := source.recv(65536):
            if keeps:
                heard.extend(piece)
            sink.sendall(piece)
        sink.close()

    def stand():
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.create_connection((host, int(port)))
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=pass_on, args=(source, sink, source is client), daemon=True).start()

    threading.Thread(target=stand, daemon=True).start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}", heard
    listener.close()


def check_gpsd_at_home(program, base, account):
    """In a home area nothing that says where is sent at all; with the switch and no area, nothing."""
    token = call(base, "POST", "me/devices", {"kind": "gpsd", "name": "garden"}, account)["token"]
    usual = {"friends": "nothing", "statistics": False, "homes": [], "at_home": False, "retention_days": 30}
    home = home_cell(FIXED["lat"], FIXED["lon"],
                     lambda path: call(base, "GET", path.removeprefix("/api/v1/"), token=account))
    before = len(call(base, "GET", "me/positions", token=account)["features"])
    for shared in ({"homes": [home]}, {"at_home": True}):
        revision = call(base, "GET", "me/sharing", token=account)["revision"]
        [*areas] = call(base, "PUT", "me/sharing", {"revision": revision, "fields": usual | shared}, account)["areas"]
        listener = socket.create_server(("127.0.0.1", 0))
        with overhearing(base) as (between, heard):
            command = [program, "track", "--to", between, "--gpsd", f"127.0.0.1:{listener.getsockname()[1]}"]
            tracker = subprocess.Popen(command, env=os.environ | {"HEREABOUTS_TOKEN": token}, stderr=subprocess.PIPE,
                                       text=True)
            say(listener, 10 + len(areas))
            wait_for("the tracker asks where homes are", lambda: b"GET /api/v1/device/homes" in heard)
            if areas:
                middle = areas[0]["middle"]
                wait_for("the area's middle",
                         lambda: len(call(base, "GET", "me/positions", token=account)["features"]) == before + 1)
                assert str(middle["lat"]).encode() in heard and str(middle["lon"]).encode() in heard, heard
            else:
                time.sleep(1)
                assert b"POST" not in heard, heard
            tracker.terminate()
            said = tracker.communicate(timeout=10)[1]
        assert b"46.49" not in heard and b"7.56" not in heard and "46.49" not in said, (heard, said)
    # The token of an app that knows nothing of areas is not good for it.
    other = call(base, "POST", "me/devices", {"kind": "overland", "name": "phone"}, account)["token"]
    try:
        raise SystemExit(call(base, "GET", "device/homes", token=other))
    except urllib.error.HTTPError as error:
        assert error.code == 401, error.code


def check_dawarich_client(base, account):
    """What Home Assistant reports to a Dawarich with."""
    token = call(base, "POST", "me/devices", {"kind": "overland", "name": "home"}, account)["token"]
    moment = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=-4))).replace(
        microsecond=250_000) - datetime.timedelta(minutes=5)
    report = {"longitude": -77.8586, "latitude": 40.7982, "name": "phone", "timestamp": moment, "altitude": 352,
              "horizontal_accuracy": 12}
    for _ in range(2):
        answer = asyncio.run(DawarichAPI(base, token).add_one_point(**report))
        assert answer.success, answer
    found = [x for x in call(base, "GET", "me/positions", token=account)["features"]
             if x["geometry"]["coordinates"] == [-77.8586, 40.7982]]
    assert len(found) == 1, found
    properties = found[0]["properties"]
    assert datetime.datetime.fromisoformat(properties["time"].replace("Z", "+00:00")) == moment, (properties, moment)
    assert properties["altitude"] == 352 and properties["accuracy"] == 12, properties
    refused = asyncio.run(DawarichAPI(base, "hb_nothing").add_one_point(**report))
    assert not refused.success and "401" in refused.error, refused


def main():
    program, atlas = sys.argv[1:3]
    with serving(program, atlas) as (_, base):
        credentials = {"name": "anna", "password": "correct horse"}
        call(base, "POST", "accounts", credentials)
        account = call(base, "POST", "tokens", credentials | {"label": "check"})["token"]
        check_gpsd(program, base, account)
        check_dawarich_client(base, account)
        check_gpsd_at_home(program, base, account)
    print("positions of a gpsd and of a client library arrive, once each, and nothing of them is said; at home none is "
          "sent")


if __name__ == "__main__":
    main()
