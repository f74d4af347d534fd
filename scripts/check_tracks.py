#!/usr/bin/env python3
"""Add track files that GPSBabel wrote to somebody's positions, and compare the kept positions with the files.

Usage: check_tracks.py PROGRAM ATLAS

For a FIT file, fitdecode lists the points; for the others, the GPX file does, from which all of them were made. Each is
also added in a form that was damaged: one point is bad, or the file was cut off.
"""
import calendar
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import fitdecode

from loopback import serving

# Degrees: formats round places to a millionth, and GPSBabel's NMEA to a thousandth of a minute.
NEAR, NEAR_IN_NMEA = 2e-6, 2e-5
POINTS = 300
BABEL = {
    "kml": ["kml,points=0,lines=0,track=1"], "points.kml": ["kml,points=1,lines=0"], "tcx": ["gtrnctr,course=0"],
    "nmea": ["nmea"],
    "fit": ["garmin_fit"], "gpx10.gpx": ["gpx,gpxver=1.0"], "geojson": ["geojson"],
}


class Broken(Exception):
    """Something is not as it should be. Checks raise this: `assert` does nothing under `python -O`."""


def check(is_so, message):
    if not is_so:
        raise Broken(message)


def call(base, method, path, body=None, token=None, kind="application/json"):
    headers = {"content-type": kind} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{base}/api/v1/{path}", body, headers, method=method)
    content = urllib.request.urlopen(request, timeout=60).read()
    return json.loads(content) if content else None


def walk(begin):
    """A walk of `POINTS` seconds: seconds since 1970, latitude, longitude and height."""
    draw, lat, lon = random.Random(7), 60.17, 24.94
    for second in range(POINTS):
        lat += draw.uniform(-3e-5, 4e-5)
        lon += draw.uniform(-6e-5, 8e-5)
        yield begin + second, round(lat, 6), round(lon, 6), round(10 + second / 50, 1)


def gpx(points):
    text = "".join(
        f'<trkpt lat="{lat}" lon="{lon}"><ele>{height}</ele>'
        f'<time>{time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))}</time><fix>3d</fix><sat>9</sat></trkpt>\n'
        for at, lat, lon, height in points
    )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<gpx version="1.1" creator="check" xmlns="http://www.topografix.com/GPX/1/1">')
    return f"{head}<trk><trkseg>\n{text}</trkseg></trk></gpx>\n"


def fit_points(path):
    """The points that fitdecode finds in a FIT file."""
    with fitdecode.FitReader(str(path)) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record" and frame.get_value(
                "position_lat", fallback=None) is not None:
                degrees = [frame.get_value(name) * 180 / 2**31 for name in ("position_lat", "position_long")]
                yield (calendar.timegm(frame.get_value("timestamp").utctimetuple()), *degrees)


def kept(base, account, begin):
    day = lambda seconds: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    found = call(base, "GET", f"me/positions?from={day(begin - 3600)}&until={day(begin + 3600)}",
                 token=account)["features"]
    for feature in found:
        (lon, lat), moment = feature["geometry"]["coordinates"], feature["properties"]["time"]
        yield calendar.timegm(time.strptime(moment[:19], "%Y-%m-%dT%H:%M:%S")), lat, lon


def compare(name, wanted, found):
    check(len(found) == len(wanted), f"{name}: {len(found)} positions are kept, and {len(wanted)} were written")
    near = NEAR_IN_NMEA if name == "nmea" else NEAR
    for (at, lat, lon, *_), (kept_at, kept_lat, kept_lon) in zip(wanted, found):
        check(at == kept_at and abs(lat - kept_lat) < near and abs(lon - kept_lon) < near,
              f"{name}: {at} came as {kept_at}")


def damaged(name, content):
    """The file cut off at two thirds, and where it is text with one time that is none."""
    yield "cut off", content[:len(content) * 2 // 3]
    if times := list(re.finditer(rb"(?<=<when>|<time>|<Time>)20[^<]+", content)):
        middle = times[len(times) // 2]
        yield "with a bad time", content[:middle.start()] + b"noon" + content[middle.end():]


def main():
    program, atlas = sys.argv[1:3]
    begin = int(time.time()) // 86400 * 86400 - 43200
    wanted, checked = list(walk(begin)), []
    with tempfile.TemporaryDirectory() as folder_name, serving(program, atlas) as (_, base):
        folder = pathlib.Path(folder_name)
        credentials = {"name": "anna", "password": "correct horse"}
        call(base, "POST", "accounts", json.dumps(credentials).encode())
        account = call(base, "POST", "tokens", json.dumps(credentials | {"label": "check"}).encode())["token"]
        add = lambda content: call(base, "POST", "me/positions", content, account, "application/octet-stream")
        source = folder / "walk.gpx"
        source.write_text(gpx(wanted))
        files = {"gpx": source.read_bytes(),
                 "utf16.gpx": source.read_text().replace("UTF-8", "UTF-16").encode("utf-16")}
        for name, form in BABEL.items():
            path = folder / f"babel.{name}"
            subprocess.run(["gpsbabel", "-t", "-i", "gpx", "-f", str(source), "-o", *form, "-F", str(path)], check=True)
            files[name] = path.read_bytes()
        for name, content in files.items():
            if name == "geojson":
                # GPSBabel writes no times there: a file without times is refused as a whole.
                try:
                    raise SystemExit(f"{name} without times was taken: {add(content)}")
                except urllib.error.HTTPError as error:
                    check(error.code == 400, error)
                continue
            call(base, "DELETE", "me/positions", token=account)
            truth = list(fit_points(folder / "babel.fit")) if name == "fit" else wanted
            answer = add(content)
            check(answer["refused_count"] == 0, (name, answer["refused"][:3]))
            compare(name, truth, list(kept(base, account, begin)))
            again = add(content)
            check(again["added"] == 0 and again["repeated"] == len(truth), (name, again["added"]))
            for fault, bad in damaged(name, content):
                call(base, "DELETE", "me/positions", token=account)
                answer = add(bad)
                found = list(kept(base, account, begin))
                least = POINTS // 3 if fault == "cut off" else POINTS - 1
                check(least <= len(found) < len(truth), f"{name} {fault}: {len(found)} of {len(truth)}")
                # A line of NMEA that is missing is not missed.
                check(answer["refused"] or name == "nmea", f"{name} {fault}: the answer does not name the fault")
            checked.append(name)
    print(f"tracks as {', '.join(checked)} are kept as they were written, and damaged tracks without their bad parts")


if __name__ == "__main__":
    main()
