#!/usr/bin/env python3
"""Let geopy, a client library of geocoders, ask a server here as Nominatim and as Photon.

Usage: check_geocoders.py PROGRAM ATLAS

The check compares the answers with our own interface: a client of Nominatim must get the same places as ours.
"""
import argparse
import json
import sys
import urllib.parse
import urllib.request

from geopy.exc import GeocoderQueryError
from geopy.geocoders import Nominatim, Photon

from loopback import Checks, serving

# In the sample place: words that people would type, and somewhere to stand.
QUERIES = ["Ateneum", "Aleksanterinkatu", "Mikonkatu 1", "Kaisaniemi", "pharmacy", "Rautatientori", "Kluuvi"]
POINTS = [(60.1699, 24.9384), (60.1719, 24.9414), (60.1655, 24.9420), (60.1680, 24.9370)]
NOWHERE = "qqxxzzvvkkjj 99999"


def ours(address, path, **parameters):
    with urllib.request.urlopen(f"{address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}") as answer:
        return json.loads(answer.read())


def identity(kind, number):
    """Our name of an object."""
    return f"{kind[0].lower()}{number}"


def is_same(own, place, kind, number):
    """Returns whether a client's answer is ours. A result that is no object counts by its position, and with other
    clients by its address.
    """
    if own["id"].startswith("geo:"):
        return abs(place.latitude - own["lat"]) < 1e-6 and abs(place.longitude - own["lon"]) < 1e-6
    return identity(kind, number) == own["id"]


def are_same(own, found, objects):
    return len(own) == len(found) > 0 and all(is_same(ours, place, *object)
                                              for ours, place, object in zip(own, found, objects))


def check_nominatim(address, checks):
    client = Nominatim(user_agent="hereabouts", domain=address.removeprefix("http://"), scheme="http", timeout=20)
    for query in QUERIES:
        own = ours(address, "places", q=query, limit=5)["results"]
        found = client.geocode(query, exactly_one=False, limit=5, addressdetails=True) or []
        objects = [(place.raw["osm_type"], place.raw["osm_id"]) for place in found]
        checks.that(are_same(own, found, objects), f"places for {query}: {found}, not {[each['id'] for each in own]}")
        for place in found:
            south, north, west, east = map(float, place.raw["boundingbox"])
            checks.that(south <= place.latitude <= north and west <= place.longitude <= east, f"the box of {place}")
            checks.that(isinstance(place.raw["lat"], str) and isinstance(place.raw["address"], dict),
                        f"the form of {place}")
    checks.that(client.geocode(NOWHERE) is None, "what there is not is not found")
    street = client.geocode({"street": "Mikonkatu 1", "city": "Helsinki"}, addressdetails=True)
    checks.that(street and street.raw["address"].get("road") == "Mikonkatu", f"an address in parts: {street}")
    checks.that(client.geocode({"street": "Mikonkatu 1", "city": "Tampere"}) is None,
                "an address in parts in another city")
    there, elsewhere = [(60.16, 24.93), (60.18, 24.96)], [(10, -150), (11, -149)]
    checks.that(client.geocode("Ateneum", viewbox=there, bounded=True) is not None, "inside a box")
    checks.that(client.geocode("Ateneum", viewbox=elsewhere, bounded=True) is None, "outside a box")
    checks.that(client.geocode("Ateneum", viewbox=elsewhere) is not None, "a box that is no bound")
    for form, member in [("geojson", "geojson"), ("kml", "geokml"), ("svg", "svg"), ("wkt", "geotext")]:
        checks.that(client.geocode("Kaisaniemi", geometry=form).raw.get(member), f"an outline as {form}")
    finnish, swedish = (client.geocode("Aleksanterinkatu", language=language).raw["name"] for language in ("fi", "sv"))
    checks.that((finnish, swedish) == ("Aleksanterinkatu", "Alexandersgatan"),
                f"names by language: {finnish}, {swedish}")
    named = client.geocode("Aleksanterinkatu", namedetails=True, extratags=True).raw
    checks.that(named["namedetails"].get("name:sv") == "Alexandersgatan" and "extratags" in named, "all names")
    for point in POINTS:
        place, own = client.reverse(point), ours(address, "address", lat=point[0], lon=point[1])
        checks.that(place is not None and abs(place.latitude - point[0]) < 0.005, f"what is at {point}")
        if "housenumber" in (own["address"] or {}) and place.raw["address"].get("house_number"):
            parts = place.raw["address"]
            same = (parts.get("road"), parts["house_number"]) == (
                own["address"].get("street"), own["address"]["housenumber"])
            checks.that(same or place.raw["name"], f"the house at {point}: {place}")
        checks.that(client.reverse(point, zoom=17).raw["addresstype"] == "road", f"the street at {point}")
    checks.that(client.reverse((-40.0, -120.0)) is None, "nothing in the ocean")


def check_photon(address, checks):
    client = Photon(user_agent="hereabouts", domain=address.removeprefix("http://") + "/photon", scheme="http",
                    timeout=20)
    for query in QUERIES:
        for typed in (query, query[: max(4, len(query) - 3)]):
            own = ours(address, "suggest", q=typed, limit=5)["results"]
            found = client.geocode(typed, exactly_one=False, limit=5) or []
            objects = [(place.raw["properties"]["osm_type"], place.raw["properties"]["osm_id"]) for place in found]
            checks.that(are_same(own, found, objects),
                        f"suggestions for {typed}: {found}, not {[each['id'] for each in own]}")
    checks.that(client.geocode(NOWHERE) is None, "what there is not is not found")
    for tags, key in [("amenity", "amenity"), (["shop", "!shop:supermarket"], "shop"),
                      ("highway:residential", "highway")]:
        for place in client.geocode("a", exactly_one=False, limit=20, osm_tag=tags) or []:
            properties = place.raw["properties"]
            checks.that(properties["osm_key"] == key and properties["osm_value"] != "supermarket",
                        f"{place} for {tags}")
    near = client.geocode("pharmacy", location_bias=POINTS[2])
    checks.that(near is not None and abs(near.latitude - POINTS[2][0]) < 0.01, f"near the viewed area: {near}")
    boxed = client.geocode("pharmacy", exactly_one=False, bbox=[(60.165, 24.93), (60.170, 24.95)]) or []
    checks.that(boxed and all(60.165 <= place.latitude <= 60.170 for place in boxed), "inside a box")
    for point in POINTS:
        found = client.reverse(point, exactly_one=False, limit=3)
        checks.that(found and 1 <= len(found) <= 3 and all("osm_id" in place.raw["properties"] for place in found),
                    f"what is at {point}")
    checks.that(client.reverse((-40.0, -120.0)) is None, "nothing in the ocean")
    try:
        client.geocode(" ")
        checks.that(False, "nothing typed is refused")
    except GeocoderQueryError:
        checks.that(True, "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    checks = Checks()
    with serving(options.program, options.atlas) as (server, address):
        for check in (check_nominatim, check_photon):
            check(address, checks)
        if server.poll() is not None:
            sys.exit(f"the server ended with status {server.returncode}")
    for fault in checks.faults:
        print(f"wrong: {fault}")
    if checks.faults or checks.made < 60:
        sys.exit(f"{len(checks.faults)} of {checks.made} answers are not what a client of geocoders expects")
    print(f"a client of geocoders is answered: {checks.made} checks")


if __name__ == "__main__":
    main()
