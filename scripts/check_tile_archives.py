#!/usr/bin/env python3
"""Check the archive of all vector tiles: as `tiles export` writes it and as a server sends it, and the pictures of the style satellite.

Usage: check_tile_archives.py PROGRAM ATLAS

Protomaps' own reader (PyPI pmtiles) reads every tile of the archive, which must be byte for byte what a server of the same atlas sends.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType

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
    checks.that(made.returncode == 0 and made.stderr == "making tiles\n", f"export says {made.returncode} {made.stderr!r}")
    again = folder / "again.pmtiles"
    again.write_bytes(b"older")
    export(program, atlas, again)
    checks.that(again.read_bytes() == archive.read_bytes(), "a second export has other bytes")
    with open(archive, "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header, metadata = reader.header(), reader.metadata()
        checks.that(header["tile_compression"] == Compression.GZIP and header["tile_type"] == TileType.MVT, f"header: {header}")
        checks.that(header["clustered"] and header["addressed_tiles_count"] > 10, f"header: {header}")
        tiles = {place: bytes(data) for place, data in all_tiles(source)}
    checks.that(len(tiles) == header["addressed_tiles_count"], f"{len(tiles)} tiles, the header says {header['addressed_tiles_count']}")
    for (z, x, y), data in tiles.items():
        status, headers, body = ask(f"{address}/tiles/{z}/{x}/{y}.mvt", {"Accept-Encoding": "gzip"})
        checks.that(status == 200 and headers["content-encoding"] == "gzip" and body == data, f"tile {z}/{x}/{y} differs from the server's ({status})")
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


def check_refusals(program, atlas, folder, checks):
    """What cannot be exported says why in one line, and leaves nothing behind."""
    no_atlas = folder / "text.atlas"
    no_atlas.write_text("no atlas")
    for source, output in ((atlas, folder / "missing/a"), (no_atlas, folder / "b"), (folder / "nothing", folder / "c"), (atlas, atlas), (atlas, folder)):
        size = atlas.stat().st_size
        refused = export(program, source, output)
        checks.that(refused.returncode == 1 and refused.stderr.count("\n") == 1, f"export of {source} to {output}: {refused.stderr!r}")
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
            check_export(options.program, options.atlas, folder, address, checks)
        check_refusals(options.program, options.atlas, folder, checks)
    print("\n".join(checks.faults) or f"{checks.made} checks of tile archives hold")
    sys.exit(bool(checks.faults))


if __name__ == "__main__":
    main()
