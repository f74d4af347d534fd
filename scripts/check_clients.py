#!/usr/bin/env python3
"""Let a client library of other routers (routingpy) ask a server here, and try every form of address that OSRM and
Valhalla know.

Usage: check_clients.py PROGRAM ATLAS

The check compares the answers with our own interface: a client of OSRM must get the same route as ours.
"""
import argparse
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

import routingpy
from routingpy import OSRM, Valhalla

from loopback import Checks, serving

# Longitude, latitude in the sample place.
POINTS = [[24.9384, 60.1699], [24.9514, 60.1719], [24.9420, 60.1655], [24.9370, 60.1680]]
PAIR = ";".join(f"{lon},{lat}" for lon, lat in POINTS[:2])


def ask(address, path, body=None, kind="application/json"):
    """The status of an answer, and its JSON."""
    request = urllib.request.Request(address + path, body and body.encode(),
                                     method="POST" if body is not None else "GET")
    if body is not None:
        request.add_header("content-type", kind)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def encoded(points, precision):
    """Google's polyline algorithm, as its documentation has it: differences, zigzag, five bits at a time."""
    text, last = "", (0, 0)
    for lon, lat in points:
        now = (round(lat * 10**precision), round(lon * 10**precision))
        for value in (now[0] - last[0], now[1] - last[1]):
            value = ~(value << 1) if value < 0 else value << 1
            while value >= 0x20:
                text += chr((0x20 | value & 0x1F) + 63)
                value >>= 5
            text += chr(value + 63)
        last = now
    return urllib.parse.quote(text, safe="")


def ours(address, points, profile="foot"):
    ends = "&".join(f"{name}={lat},{lon}" for name, (lon, lat) in zip(("from", "to"), (points[0], points[-1])))
    via = ";".join(f"{lat},{lon}" for lon, lat in points[1:-1])
    return ask(address, f"/api/v1/route?{ends}&profile={profile}" + (f"&via={via}" if via else ""))[1]


def check_osrm_client(address, checks):
    """routingpy's OSRM: directions and matrix."""
    client = OSRM(base_url=address)
    for profile in ("foot", "bicycle", "car"):
        way = client.directions(POINTS[:2], profile=profile, steps=True, overview="full", geometries="geojson",
                                annotations=True)
        own = ours(address, POINTS[:2], profile)
        # The library rounds to whole numbers.
        checks.near(way.distance, own["distance"], f"distance by {profile}", 1)
        checks.near(way.duration, own["duration"], f"duration by {profile}", 1)
        checks.that(way.geometry == own["geometry"]["coordinates"], f"line by {profile}")
    line = client.directions(POINTS[:2], profile="foot", geometries="polyline6", overview="full").geometry
    checks.that(len(line) == len(ours(address, POINTS[:2])["geometry"]["coordinates"]),
                "a line in six decimals has all points")
    ways = client.directions(POINTS[:2], profile="foot", alternatives=True)
    checks.that(1 <= len(ways) <= 2 and ways[0].duration <= ways[-1].duration, "one other way, not quicker")
    through = client.directions(POINTS, profile="foot", continue_straight=False, radiuses=[500] * 4,
                                bearings=[[0, 180]] * 4)
    checks.near(through.distance, ours(address, POINTS)["distance"], "a way through points", 1)
    matrix = client.matrix(POINTS, profile="foot", annotations=["duration", "distance"])
    listed = ";".join(f"{lat},{lon}" for lon, lat in POINTS)
    table = ask(address, f"/api/v1/table?points={listed}")[1]
    for row in range(len(POINTS)):
        for column in range(len(POINTS)):
            checks.near(matrix.durations[row][column], table["durations"][row][column], f"duration {row}, {column}")
            checks.near(matrix.distances[row][column], table["distances"][row][column], f"distance {row}, {column}")
    some = client.matrix(POINTS, profile="car", sources=[0, 2], destinations=[1])
    checks.that(len(some.durations) == 2 and all(len(row) == 1 for row in some.durations), "a part of a table")
    try:
        client.directions([[0, 0], [1, 1]], profile="foot")
        checks.that(False, "a place off the map is refused")
    except routingpy.exceptions.RouterApiError as error:
        checks.that(error.status == 400 and "NoSegment" in str(error.message), f"a place off the map: {error}")


def check_valhalla_client(address, checks):
    """routingpy's Valhalla: isochrones."""
    client = Valhalla(base_url=address)
    for profile in ("pedestrian", "bicycle", "auto"):
        rings = client.isochrones(
            POINTS[0], profile=profile, intervals=[300, 600], polygons=True, colors=["ff0000", "00ff00"], denoise=0.1,
            generalize=5,
            id="one")
        checks.that(sorted(ring.interval for ring in rings) == [300, 600], f"two times by {profile}")
        checks.that(all(len(ring.geometry) > 0 for ring in rings), f"areas by {profile}")
        colors = [feature["properties"]["color"] for feature in rings.raw["features"]]
        checks.that(colors == ["#00ff00", "#ff0000"], f"colours by {profile}: {colors}")
    lengths = client.isochrones(POINTS[0], profile="pedestrian", intervals=[400, 800], interval_type="distance")
    checks.that([feature["properties"]["metric"] for feature in lengths.raw["features"]][0] == "distance", "lengths")
    lines = client.isochrones(POINTS[0], profile="pedestrian", intervals=[300])
    checks.that(lines.raw["features"][0]["geometry"]["type"] == "LineString", "lines unless areas are asked for")
    try:
        client.isochrones([1.5, 2], profile="pedestrian", intervals=[300])
        checks.that(False, "an isochrone off the map is refused")
    except routingpy.exceptions.RouterApiError as error:
        checks.that(error.status == 400 and "171" in str(error.message), f"an isochrone off the map: {error}")


def check_addresses(address, checks):
    """Every form of address, and its code."""
    coordinates = {
        "plain": PAIR, ".json": PAIR + ".json", "polyline": f"polyline({encoded(POINTS[:2], 5)})",
        "polyline6": f"polyline6({encoded(POINTS[:2], 6)})"}
    wanted = ours(address, POINTS[:2])["distance"]
    for name, text in coordinates.items():
        for profile in ("foot", "walking", "pedestrian"):
            status, answer = ask(address, f"/route/v1/{profile}/{text}?overview=false")
            checks.that(status == 200 and answer["code"] == "Ok", f"coordinates as {name}: {answer}")
            checks.near(answer.get("routes", [{}])[0].get("distance"), wanted, f"coordinates as {name}", 0.2)
    options = [
        "steps=true", "annotations=true", "annotations=duration,distance,speed,weight,datasources",
        "geometries=polyline",
        "geometries=polyline6", "geometries=geojson", "overview=full", "overview=simplified", "overview=false",
        "overview=by_legs",
        "alternatives=true", "alternatives=3", "alternatives=false", "continue_straight=default",
        "continue_straight=true",
        "continue_straight=false", "waypoints=0;1", "bearings=90,180;0,180", "radiuses=unlimited;300",
        "generate_hints=false",
        "approaches=unrestricted;curb", "approaches=opposite;", "snapping=any", "skip_waypoints=true", "hints=;",
        "annotations=nodes",
        "exclude=ferry", "exclude=toll,motorway,ferry"]
    for option in options:
        status, answer = ask(address, f"/route/v1/car/{PAIR}?{option}")
        checks.that(status == 200 and answer["code"] == "Ok", f"route with {option}: {answer}")
    for option in [
            "sources=0", "destinations=1", "sources=all&destinations=all", "annotations=duration",
            "annotations=distance",
            "annotations=duration,distance", "fallback_speed=2", "fallback_speed=2&fallback_coordinate=snapped",
            "scale_factor=2"]:
        status, answer = ask(address, f"/table/v1/foot/{PAIR}?{option}")
        checks.that(status == 200 and answer["code"] == "Ok", f"table with {option}: {answer}")
    for service, option in [
            ("nearest", "number=3"), ("trip", "roundtrip=true"),
            ("trip", "roundtrip=false&source=first&destination=last"),
            ("trip", "source=first"), ("match", "timestamps=1;60"), ("match", "gaps=ignore&tidy=true&radiuses=30;30")]:
        where = PAIR.split(";")[0] if service == "nearest" else PAIR
        status, answer = ask(address, f"/{service}/v1/foot/{where}?{option}")
        # Two positions a kilometre apart may be no track: then the answer says so.
        known = {"Ok", "NoMatch"} if service == "match" else {"Ok"}
        checks.that(answer["code"] in known and (status == 200) == (answer["code"] == "Ok"),
                    f"{service} with {option}: {answer}")
    for service in ("route", "table", "match"):
        status, answer = ask(address, f"/{service}/v1/foot", json.dumps({"coordinates": POINTS[:2]}))
        known = {"Ok", "NoMatch"} if service == "match" else {"Ok"}
        checks.that(answer["code"] in known and (status == 200) == (answer["code"] == "Ok"),
                    f"{service} posted: {answer}")
    check_refusals(address, checks)


def check_refusals(address, checks):
    """Requests that no address takes, and their codes."""
    for path, code in [
            (f"/fly/v1/foot/{PAIR}", "InvalidService"), ("/route/v1/foot", "InvalidUrl"),
            (f"/route/v1/foot/{PAIR}.flatbuffers", "NotImplemented"), (f"/route/v2/foot/{PAIR}", "InvalidVersion"),
            (f"/route/v1/rocket/{PAIR}", "InvalidOptions"), ("/route/v1/foot/1,2;x", "InvalidQuery"),
            ("/route/v1/foot/24.9,60.17;181,0", "InvalidValue"), (f"/route/v1/foot/{PAIR}?steps=maybe", "InvalidQuery"),
            (f"/route/v1/foot/{PAIR}?radiuses=1", "InvalidOptions"), ("/route/v1/foot/0,0;1,1", "NoSegment"),
            (f"/route/v1/foot/{PAIR}?exclude=toll", "InvalidValue"),
            (f"/route/v1/foot/{PAIR}?alternatives=9", "TooBig"),
            (f"/trip/v1/foot/{PAIR}?roundtrip=false", "NotImplemented"),
            ("/table/v1/foot/" + ";".join(["1,1"] * 1000), "TooBig")]:
        status, answer = ask(address, path)
        checks.that(status == 400 and answer.get("code") == code and answer.get("message"),
                    f"{path[:60]} is {code}: {status} {answer}")
    status, answer = ask(address, "/nearest/v1/foot", "{}")
    checks.that(status == 400 and answer["code"] == "NotImplemented", f"nearest posted: {answer}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    checks = Checks()
    with serving(options.program, options.atlas) as (server, address):
        for check in (check_osrm_client, check_valhalla_client, check_addresses):
            check(address, checks)
        if server.poll() is not None:
            sys.exit(f"the server ended with status {server.returncode}")
    for fault in checks.faults:
        print(f"wrong: {fault}")
    if checks.faults or checks.made < 100:
        sys.exit(f"{len(checks.faults)} of {checks.made} answers are not what clients expect")
    print(f"clients of other routers are answered: {checks.made} checks")


if __name__ == "__main__":
    main()
