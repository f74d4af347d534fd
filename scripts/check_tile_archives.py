#!/usr/bin/env python3
"""Check the archive of all vector tiles: as `tiles export` writes it and as a server sends it, and the pictures of the
style satellite.

Usage: check_tile_archives.py PROGRAM ATLAS

Protomaps' own reader (PyPI pmtiles) reads every tile of the archive, which must be byte for byte what a server of the
same atlas sends. Pictures come from MBTiles that Python's SQLite wrote, from PMTiles that Protomaps' writer wrote, and
from a server of this script.
"""
import argparse
import contextlib
import http.server
import io
import json
import math
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

import PIL.Image
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

from loopback import Checks, serving


def ask(address, headers=None, method="GET"):
    """The status, headers and body of an answer, as they came."""
    request = urllib.request.Request(address, headers=headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def tile_at(longitude, latitude, zoom):
    latitude = max(-85.0511, min(85.0511, latitude))
    x = (longitude + 180) / 360 * 2**zoom
    y = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2**zoom
    return min(int(x), 2**zoom - 1), min(int(y), 2**zoom - 1)


def export(program, atlas, output):
    return subprocess.run([program, "tiles", "export", str(atlas), "-o", str(output)], capture_output=True, text=True)


def check_export(program, atlas, folder, address, checks):
    """Export an archive, and compare each of its tiles with the server's; return it."""
    archive = folder / "place.pmtiles"
    made = export(program, atlas, archive)
    checks.that(made.returncode == 0 and made.stderr == "making tiles\n",
                f"export says {made.returncode} {made.stderr!r}")
    again = folder / "again.pmtiles"
    again.write_bytes(b"older")
    export(program, atlas, again)
    checks.that(again.read_bytes() == archive.read_bytes(), "a second export has other bytes")
    with open(archive, "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header, metadata = reader.header(), reader.metadata()
        checks.that(header["tile_compression"] == Compression.GZIP and header["tile_type"] == TileType.MVT,
                    f"header: {header}")
        checks.that(header["clustered"] and header["addressed_tiles_count"] > 10, f"header: {header}")
        tiles = {place: bytes(data) for place, data in all_tiles(source)}
    checks.that(len(tiles) == header["addressed_tiles_count"],
                f"{len(tiles)} tiles, the header says {header['addressed_tiles_count']}")
    for (z, x, y), data in tiles.items():
        status, headers, body = ask(f"{address}/tiles/{z}/{x}/{y}.mvt", {"Accept-Encoding": "gzip"})
        checks.that(status == 200 and headers["content-encoding"] == "gzip" and body == data,
                    f"tile {z}/{x}/{y} differs from the server's ({status})")
    described = json.loads(ask(f"{address}/tiles.json")[2])
    checks.that(metadata["vector_layers"] == described["vector_layers"], "the layers differ from those of TileJSON")
    checks.that(metadata["attribution"] == described["attribution"], "the credit differs from that of TileJSON")
    west, south, east, north = described["bounds"]
    for name, side in (("min_lon_e7", west), ("min_lat_e7", south), ("max_lon_e7", east), ("max_lat_e7", north)):
        checks.near(header[name] / 1e7, side, name, 1e-7)
    missing = 0
    for zoom in (0, 6, 10, 13, 14):
        (left, top), (right, bottom) = tile_at(west, north, zoom), tile_at(east, south, zoom)
        for x in range(max(0, left - 1), right + 2):
            for y in range(max(0, top - 1), bottom + 2):
                if (zoom, x, y) not in tiles and x < 2**zoom and y < 2**zoom:
                    missing += 1
                    status = ask(f"{address}/tiles/{zoom}/{x}/{y}.mvt")[0]
                    checks.that(status == 204, f"the archive lacks {zoom}/{x}/{y}, which the server has ({status})")
    checks.that(missing > 0, "there is no empty tile around the place to compare")
    return archive.read_bytes()


def check_served(archive, address, checks):
    """The server's archive, whole and by ranges."""
    place, size = f"{address}/tiles.pmtiles", len(archive)
    status, headers, body = ask(place)
    tag = headers["etag"]
    checks.that(status == 200 and body == archive, f"the served archive differs from the exported one ({status})")
    checks.that(headers["content-type"] == "application/vnd.pmtiles" and headers["accept-ranges"] == "bytes",
                f"{headers}")
    checks.that(headers["access-control-allow-origin"] == "*", "pages of other sites cannot read the archive")
    status, headers, body = ask(place, method="HEAD")
    checks.that(status == 200 and headers["content-length"] == str(size) and not body, f"HEAD: {status} {headers}")
    for text, expected in (("0-16383", archive[:16384]), (f"{size - 7}-", archive[-7:]), ("-100", archive[-100:]),
                           (f"9-{size * 2}", archive[9:])):
        status, headers, body = ask(place, {"Range": f"bytes={text}"})
        checks.that(status == 206 and body == expected, f"range {text}: {status}, {len(body)} bytes")
        checks.that(headers["content-range"].endswith(f"/{size}") and headers["etag"] == tag,
                    f"range {text}: {headers}")
    status, headers, _ = ask(place, {"Range": f"bytes={size}-"})
    checks.that(status == 416 and headers["content-range"] == f"bytes */{size}",
                f"a range behind the end: {status} {headers}")
    checks.that(ask(place, {"If-None-Match": tag})[0] == 304, "a held archive is sent again")
    checks.that(ask(place, {"Range": "bytes=0-9", "If-Range": tag})[2] == archive[:10], "If-Range with the tag")
    checks.that(ask(place, {"Range": "bytes=0-9", "If-Range": '"other"'})[2] == archive, "If-Range with another tag")
    by_range = Reader(lambda offset, length: ask(place, {"Range": f"bytes={offset}-{offset + length - 1}"})[2])
    west, south = (by_range.header()[name] / 1e7 for name in ("min_lon_e7", "min_lat_e7"))
    x, y = tile_at(west, south, 14)
    checks.that(by_range.get(14, x, y) == ask(f"{address}/tiles/14/{x}/{y}.mvt", {"Accept-Encoding": "gzip"})[2],
                "a tile by ranges")


def picture(z, x, y, form="PNG"):
    """A picture that differs from tile to tile."""
    file = io.BytesIO()
    PIL.Image.new("RGB", (256, 256), (z * 9 % 256, x % 256, y % 256)).save(file, form)
    return file.getvalue()


def pictures_around(address, zooms, form="PNG"):
    """Pictures of the tiles over a server's place, by tile; the first one of the deepest zoom is missing."""
    west, south, east, north = json.loads(ask(f"{address}/tiles.json")[2])["bounds"]
    tiles = {}
    for z in zooms:
        (left, top), (right, bottom) = tile_at(west, north, z), tile_at(east, south, z)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                tiles[z, x, y] = picture(z, x, y, form)
    hole = min(place for place in tiles if place[0] == max(zooms))
    del tiles[hole]
    return tiles, hole


def write_mbtiles(path, tiles, about, as_views=False):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        database.executemany("INSERT INTO metadata VALUES (?, ?)", about.items())
        rows = [(z, x, 2**z - 1 - y, data) for (z, x, y), data in tiles.items()]
        if not as_views:
            database.execute(
                "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
            database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
            database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows)
            return
        # As many programs do that store equal pictures once.
        database.execute(
            "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER, PRIMARY KEY "
            "(zoom_level, tile_column, tile_row))"
        )
        database.execute("CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB)")
        database.execute("CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN "
                         "images ON images.tile_id = map.tile_id")
        for number, (z, x, y, data) in enumerate(rows):
            database.execute("INSERT INTO map VALUES (?, ?, ?, ?)", (z, x, y, number))
            database.execute("INSERT INTO images VALUES (?, ?)", (number, data))


def write_pmtiles(path, tiles, bounds):
    with open(path, "wb") as file:
        writer = Writer(file)
        for place in sorted(tiles, key=lambda place: zxy_to_tileid(*place)):
            writer.write_tile(zxy_to_tileid(*place), tiles[place])
        west, south, east, north = (round(side * 1e7) for side in bounds)
        zooms = [z for z, _, _ in tiles]
        writer.finalize(
            {"tile_type": TileType.PNG, "tile_compression": Compression.NONE, "min_zoom": min(zooms),
             "max_zoom": max(zooms), "min_lon_e7": west,
             "min_lat_e7": south, "max_lon_e7": east, "max_lat_e7": north, "center_zoom": 12, "center_lon_e7": west,
             "center_lat_e7": south},
            {"attribution": "Air © 2026"})


def check_without_pictures(address, checks):
    for path in ("/tiles/satellite.json", "/tiles/satellite/0/0/0", "/styles/satellite.json"):
        checks.that(ask(address + path)[0] == 404, f"{path} is there without pictures")
    checks.that("satellite" not in json.loads(ask(f"{address}/api/v1/about")[2])["features"],
                "about lists satellite without pictures")


def check_pictures(address, tiles, hole, credit, checks, what):
    """A server's pictures, TileJSON and style; `tiles` are the right pictures."""
    about = json.loads(ask(f"{address}/tiles/satellite.json")[2])
    zooms = [z for z, _, _ in tiles]
    checks.that((about["minzoom"], about["maxzoom"]) == (min(zooms), max(zooms)), f"{what}: {about}")
    checks.that(about["tilejson"] == "3.0.0" and about["attribution"] == credit and "vector_layers" not in about,
                f"{what}: {about}")
    west, south, east, north = about["bounds"]
    checks.that(-180 <= west < east <= 180 and -90 <= south < north <= 90, f"{what}: {about}")
    for (z, x, y), data in tiles.items():
        address_of = about["tiles"][0].replace("{z}", str(z)).replace("{x}", str(x)).replace("{y}", str(y))
        status, headers, body = ask(address_of)
        checks.that(status == 200 and body == data, f"{what}: {z}/{x}/{y} differs ({status})")
    form = "image/" + PIL.Image.open(io.BytesIO(data)).format.lower()
    checks.that(headers["content-type"] == form, f"{what}: {headers['content-type']}, not {form}")
    checks.that(ask(address_of, {"If-None-Match": headers["etag"]})[0] == 304, f"{what}: a held picture is sent again")
    z, x, y = hole
    for path in (f"{z}/{x}/{y}", f"{max(zooms) + 1}/{x * 2}/{y * 2}", f"{z}/0/0"):
        checks.that(ask(f"{address}/tiles/satellite/{path}")[0] == 404, f"{what}: {path} is no hole")
    checks.that(ask(f"{address}/tiles/satellite/3/8/0")[0] == 400, f"{what}: a column outside the zoom is answered")
    style = json.loads(ask(f"{address}/styles/satellite.json")[2])
    source = style["sources"]["satellite"]
    checks.that(source["type"] == "raster" and source["tileSize"] == 256
                and source["url"] == f"{address}/tiles/satellite.json", f"{what}: {source}")
    kinds = [layer["type"] for layer in style["layers"]]
    checks.that(kinds[:2] == ["background", "raster"] and set(kinds[2:]) == {"symbol"}, f"{what}: layers {kinds}")
    checks.that("satellite" in json.loads(ask(f"{address}/api/v1/about")[2])["features"],
                f"{what}: about lacks satellite")


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another server of pictures, with faults at some of its tiles."""

    tiles, faults, asked = {}, {}, []

    def do_GET(self):
        z, x, y = map(int, self.path.split("?")[0].removesuffix(".png").strip("/").split("/")[-3:])
        type(self).asked.append((z, x, y))
        fault = self.faults.get((z, x, y))
        body = b"x" * (5 << 20) if fault == "big" else b"<html>" if fault == "text" else self.tiles.get((z, x, y), b"")
        self.send_response(302 if fault == "elsewhere" else 500 if fault == "broken" else 200 if body else 404)
        if fault == "elsewhere":
            self.send_header("Location", f"http://localhost:{self.server.server_port}/0/0/0.png")
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body) + (9 if fault == "short" else 0)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def check_elsewhere(program, atlas, tiles, hole, checks):
    """Pictures of another server: passed on, kept where that is set, and none of its faults."""
    Elsewhere.tiles = tiles
    deep = sorted(place for place in tiles if place[0] == hole[0])
    kinds = ("big", "text", "elsewhere", "broken", "short")
    checks.that(len(deep) > len(kinds), f"the place has only {len(deep)} tiles to spoil")
    Elsewhere.faults = dict(zip(deep, kinds))
    well = {place: data for place, data in tiles.items() if place not in Elsewhere.faults}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        template = f"http://localhost:{server.server_port}/some/{{z}}/{{x}}/{{y}}.png?key=secret"
        settings = ["--set", f"satellite={template}", "--set", f"satellite-zooms={min(well)[0]}-{hole[0]}", "--set",
                    "satellite-credit=Air"]
        for kept in (0, 1 << 20):
            with serving(program, atlas, *settings, "--set", f"satellite-cache-bytes={kept}") as (_, address):
                check_pictures(address, well, hole, "Air", checks, f"another server, cache of {kept}")
                for z, x, y in Elsewhere.faults:
                    status, _, body = ask(f"{address}/tiles/satellite/{z}/{x}/{y}")
                    checks.that(status == 503 and b"localhost" not in body,
                                f"{Elsewhere.faults[z, x, y]}: {status} {body[:80]!r}")
                Elsewhere.asked.clear()
                for z, x, y in list(well) + [hole]:
                    ask(f"{address}/tiles/satellite/{z}/{x}/{y}")
                checks.that(len(Elsewhere.asked) == (0 if kept else len(well)),
                            f"asked {len(Elsewhere.asked)} times with a cache of {kept}")
                checks.that(ask(f"{address}/tiles/satellite/{hole[0]}/0/0")[0] == 404
                            and (hole[0], 0, 0) not in Elsewhere.asked, "asked for a far tile")
        server.shutdown()
    printed = subprocess.run([program, "serve", *settings, "--print-config"], capture_output=True, text=True).stdout
    checks.that("satellite = http://localhost" in printed and "secret" not in printed, f"printed: {printed}")


def check_satellite(program, atlas, folder, checks):
    with serving(program, atlas) as (_, address):
        check_without_pictures(address, checks)
        tiles, hole = pictures_around(address, (12, 14, 16))
        photographs, _ = pictures_around(address, (12, 14, 16), "JPEG")
        bounds = json.loads(ask(f"{address}/tiles.json")[2])["bounds"]
    about = {"name": "Air", "format": "jpg", "attribution": "Air © 2026", "bounds": ",".join(map(str, bounds))}
    write_mbtiles(folder / "table.mbtiles", photographs, about)
    # Neither bounds nor zooms, as some programs leave them out.
    write_mbtiles(folder / "views.mbtiles", tiles, {"attribution": "Air © 2026"}, as_views=True)
    write_pmtiles(folder / "air.pmtiles", tiles, bounds)
    for name, right in (("table.mbtiles", photographs), ("views.mbtiles", tiles), ("air.pmtiles", tiles)):
        with serving(program, atlas, "--set", f"satellite={folder / name}") as (_, address):
            check_pictures(address, right, hole, "Air © 2026", checks, name)
    check_elsewhere(program, atlas, tiles, hole, checks)
    (folder / "text.mbtiles").write_text("no database")
    (folder / "text.pmtiles").write_text("no archive")
    write_mbtiles(folder / "text-inside.mbtiles", {(0, 0, 0): b"no picture"}, {})
    for name in ("text.mbtiles", "text.pmtiles", "text-inside.mbtiles", "place.pmtiles", "missing.mbtiles"):
        refused = subprocess.run(
            [
                program, "serve", "--atlas", str(atlas), "--data", str(folder / "data"), "--host", "127.0.0.1",
                "--port", "0", "--set", f"satellite={folder / name}",
            ],
            capture_output=True, text=True, timeout=60,
        )
        checks.that(refused.returncode == 1 and name in refused.stderr and refused.stderr.count("\n") == 1,
                    f"{name}: {refused.returncode} {refused.stderr!r}")
    for value in (
        "air.png", "https://example.org/{z}/{x}.png", "ftp://example.org/{z}/{x}/{y}",
        "https://u@example.org/{z}/{x}/{y}", "https://{z}.org/{x}/{y}",
    ):
        refused = subprocess.run([program, "serve", "--set", f"satellite={value}", "--print-config"],
                                 capture_output=True, text=True)
        checks.that(refused.returncode == 2 and "satellite" in refused.stderr,
                    f"{value}: {refused.returncode} {refused.stderr!r}")


def check_refusals(program, atlas, folder, checks):
    """What cannot be exported says why in one line, and leaves nothing behind."""
    no_atlas = folder / "text.atlas"
    no_atlas.write_text("no atlas")
    for source, output in ((atlas, folder / "missing/a"), (no_atlas, folder / "b"), (folder / "nothing", folder / "c"),
                           (atlas, atlas), (atlas, folder)):
        size = atlas.stat().st_size
        refused = export(program, source, output)
        checks.that(refused.returncode == 1 and refused.stderr.count("\n") == 1,
                    f"export of {source} to {output}: {refused.stderr!r}")
        checks.that(atlas.stat().st_size == size, "the atlas was overwritten")
    left = [path.name for path in folder.iterdir() if "partial" in path.name or path.name in "bc"]
    checks.that(not left, f"export left {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas", type=pathlib.Path)
    options = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with serving(options.program, options.atlas) as (_, address):
            archive = check_export(options.program, options.atlas, folder, address, checks)
            check_served(archive, address, checks)
        check_refusals(options.program, options.atlas, folder, checks)
        check_satellite(options.program, options.atlas, folder, checks)
    print("\n".join(checks.faults) or f"{checks.made} checks of tile archives hold")
    sys.exit(bool(checks.faults))


if __name__ == "__main__":
    main()
