#!/usr/bin/env python3
"""Fetches the tiles of a TileJSON document and holds them against the Shortbread schema with a foreign decoder.

Usage: check_tiles.py URL_OF_TILEJSON [MOST_TILES]

Checks what a decoder alone does not: that layers, geometries, attributes and first zooms are the schema's, that
features come in its order, that polygons are valid (GEOS judges: no ring meets itself or another but at points, holes
lie inside), and that what runs over a side of a tile goes on in its neighbour. Ends with status 1 and the first few
places of each kind of fault.
"""
import collections
import gzip
import json
import math
import random
import sys
import urllib.parse
import urllib.request

import mapbox_vector_tile
import shapely
import shapely.geometry

EXTENT, BUFFER, MAXIMUM_ZOOM = 4096, 64, 14

# Layer: geometry, first zoom, attributes, and by what features are sorted (- for descending).
SCHEMA = {
    "ocean": ("Polygon", 0, "", None),
    "water_polygons": ("Polygon", 4, "kind way_area", None),
    "water_polygons_labels": ("Point", 4, "kind way_area name", "-way_area"),
    "water_lines": ("LineString", 9, "kind tunnel bridge", None),
    "water_lines_labels": ("LineString", 12, "kind name tunnel bridge", None),
    "dam_lines": ("LineString", 12, "kind", None),
    "dam_polygons": ("Polygon", 12, "kind", None),
    "pier_lines": ("LineString", 12, "kind", None),
    "pier_polygons": ("Polygon", 12, "kind", None),
    "boundaries": ("LineString", 0, "admin_level maritime disputed", None),
    "boundary_labels": ("Point", 2, "admin_level way_area name", "-way_area"),
    "place_labels": ("Point", 4, "kind name population", "-population"),
    "land": ("Polygon", 7, "kind", None),
    "sites": ("Polygon", 14, "kind", None),
    "buildings": ("Polygon", 14, "dummy height min_height", None),
    "addresses": ("Point", 14, "housename housenumber", None),
    "streets": ("LineString", 5,
                "kind link rail tunnel bridge oneway oneway_reverse tracktype surface service motorcar "
                "bicycle foot horse", None),
    "street_polygons": ("Polygon", 11, "kind bridge rail service surface tunnel", None),
    "street_labels": ("LineString", 10, "kind ref ref_rows ref_cols name tunnel", None),
    "streets_polygons_labels": ("Point", 14, "kind name", None),
    "street_labels_points": ("Point", 12, "kind ref name", None),
    "bridges": ("Polygon", 12, "kind", None),
    "aerialways": ("LineString", 12, "kind", None),
    "ferries": ("LineString", 10, "kind name", None),
    "public_transport": ("Point", 11, "kind name iata", None),
    "pois": ("Point", 14, "amenity leisure tourism shop man_made historic emergency highway office name housename "
             "housenumber cuisine sport vending information tower:type religion denomination recycling:glass_bottles "
             "recycling:paper recycling:clothes recycling:scrap_metal atm", None),
}
STREET_ZOOMS = {"motorway": 5, "trunk": 6, "primary": 8, "secondary": 9, "tertiary": 10, "residential": 12,
                "footway": 13}

faults = collections.defaultdict(list)


def fetch(url):
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        body = answer.read()
        return gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


def tile_range(bounds, zoom):
    west, south, east, north = bounds
    side = 1 << zoom

    def column(longitude):
        return min(side - 1, int((longitude + 180) / 360 * side))

    def row(latitude):
        radians = math.radians(max(-85.05, min(85.05, latitude)))
        return min(side - 1, int((1 - math.asinh(math.tan(radians)) / math.pi) / 2 * side))

    return [(zoom, x, y) for x in range(column(west), column(east) + 1) for y in range(row(north), row(south) + 1)]


def parts(geometry):
    """The lines of a line, the rings of a polygon, the single point of a point as a list of lists."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "Point":
        return [[coordinates]]
    if kind == "LineString":
        return [coordinates]
    if kind == "MultiPolygon":
        return [ring for polygon in coordinates for ring in polygon]
    return coordinates


def invalidity(geometry):
    """Returns the fault of a polygon or several, in GEOS's words; empty if there is none."""
    shape = shapely.geometry.shape(geometry)
    return "" if shape.is_valid and shape.area > 0 else shapely.is_valid_reason(shape)


def check_tile(address, tile):
    zoom = address[0]
    for name, layer in tile.items():
        if name not in SCHEMA:
            faults["a layer that the schema does not have"].append((address, name))
            continue
        geometry, first_zoom, attributes, order = SCHEMA[name]
        known = set(attributes.split())
        if zoom < first_zoom:
            faults["a layer before its first zoom"].append((address, name))
        if layer["extent"] != EXTENT:
            faults["an extent that is not 4096"].append((address, name))
        for feature in layer["features"]:
            properties = feature["properties"]
            if feature["geometry"]["type"].removeprefix("Multi") != geometry:
                faults["a geometry that is not the layer's"].append((address, name, feature["geometry"]["type"]))
            if geometry == "Polygon" and (reason := invalidity(feature["geometry"])):
                faults["a polygon that is not valid"].append((address, name, reason))
            unknown = {key for key in properties if key not in known and not key.startswith("name_")}
            if unknown:
                faults["attributes that the layer does not have"].append((address, name, unknown))
            for x, y in (point for part in parts(feature["geometry"]) for point in part):
                if not (-BUFFER <= x <= EXTENT + BUFFER and -BUFFER <= y <= EXTENT + BUFFER):
                    faults["a point beyond the buffer"].append((address, name, x, y))
        if order:
            values = [feature["properties"][order[1:]] for feature in layer["features"]]
            if values != sorted(values, reverse=True):
                faults["features out of order"].append((address, name))
    for feature in tile.get("streets", {"features": []})["features"]:
        kind = feature["properties"]["kind"]
        if zoom < STREET_ZOOMS.get(kind, 0):
            faults["a street before its first zoom"].append((address, kind))


def crossings(tile, column):
    """Where streets cross a vertical line of the tile, rounded to units."""
    found = []
    for feature in tile.get("streets", {"features": []})["features"]:
        for line in parts(feature["geometry"]):
            for (x0, y0), (x1, y1) in zip(line, line[1:]):
                if (x0 < column) != (x1 < column):
                    y = y0 + (y1 - y0) * (column - x0) / (x1 - x0)
                    if 0 <= y <= EXTENT:
                        found.append(y)
    return sorted(found)


def check_side(address, west, east):
    """Streets that leave a tile eastward enter its neighbour at the same height, to a unit of rounding."""
    # Half a unit off the side: a line that only touches it is then in both tiles or in neither.
    leaving, entering = crossings(west, EXTENT - 0.5), crossings(east, -0.5)
    if len(leaving) != len(entering) or any(abs(a - b) > 2 for a, b in zip(leaving, entering)):
        faults["a street that ends at a tile's side"].append((address, len(leaving), len(entering)))


def main():
    document = json.loads(fetch(sys.argv[1]))
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    template = urllib.parse.urljoin(sys.argv[1], document["tiles"][0])
    declared = {layer["id"] for layer in document["vector_layers"]}
    if declared != set(SCHEMA):
        faults["layers declared that are not the schema's"].append(declared ^ set(SCHEMA))
    addresses = [tile for zoom in range(MAXIMUM_ZOOM + 1) for tile in tile_range(document["bounds"], zoom)]
    if len(addresses) > most:
        addresses = sorted(random.Random(1).sample(addresses, most))
    tiles, size = {}, 0
    for zoom, x, y in addresses:
        body = fetch(template.replace("{z}", str(zoom)).replace("{x}", str(x)).replace("{y}", str(y)))
        size += len(body)
        tiles[zoom, x, y] = mapbox_vector_tile.decode(body, default_options={"y_coord_down": True}) if body else {}
        check_tile((zoom, x, y), tiles[zoom, x, y])
    for (zoom, x, y), tile in tiles.items():
        if (zoom, x + 1, y) in tiles:
            check_side((zoom, x, y), tile, tiles[zoom, x + 1, y])
    features = sum(len(layer["features"]) for tile in tiles.values() for layer in tile.values())
    for fault, places in faults.items():
        print(f"FAIL {fault}: {len(places)}, first {places[:3]}")
    print(f"{len(tiles)} tiles, {features} features, {size} bytes unpacked, {len(faults)} kinds of fault")
    sys.exit(1 if faults or features == 0 else 0)


if __name__ == "__main__":
    main()
