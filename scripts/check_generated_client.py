#!/usr/bin/env python3
"""Make a client of a server's own /openapi.json with a generator that knows nothing else of it, and let it ask the
server.

Usage: check_generated_client.py PROGRAM ATLAS

The description must be valid OpenAPI, the generator (openapi-python-client) must say nothing against it and leave no
address out, and what the client reads must have the types that the description promises.
"""
import argparse
import datetime
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from openapi_spec_validator import validate

from loopback import ROOT, Checks, serving

# Latitude and longitude in the sample place.
HERE, THERE = (60.1699, 24.9384), (60.1719, 24.9514)
FEWEST_CALLS = 30


def written(*points):
    return ";".join(f"{lat},{lon}" for lat, lon in points)


def check_document(address, checks):
    """The description by itself; returns it."""
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        document = json.load(answer)
    validate(document)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for parameter in operation["parameters"]:
                schema = parameter["schema"]
                if "default" in schema and "enum" in schema:
                    checks.that(schema["default"] in schema["enum"], f"{method} {path} {parameter['name']}: {schema}")
    return document


def generate(document, folder):
    """Generates a client into `folder`; ends the program when the generator says anything against the description."""
    source = folder / "openapi.json"
    source.write_text(json.dumps(document))
    generator = pathlib.Path(sys.executable).with_name("openapi-python-client")
    # The generator calls its formatter by name.
    environment = os.environ | {"PATH": f"{generator.parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        [str(generator), "generate", "--path", str(source), "--output-path", str(folder / "generated"), "--meta",
         "none", "--fail-on-warning"],
        capture_output=True, text=True, env=environment)
    if run.returncode != 0 or "arning" in run.stdout + run.stderr:
        sys.exit(f"the generator does not take the description:\n{run.stdout}{run.stderr}")


class Caller:
    """Calls the generated functions and looks at what type their answers have."""

    def __init__(self, address, checks):
        self.checks, self.address, self.calls = checks, address, 0
        package = importlib.import_module("generated")
        self.models = importlib.import_module("generated.models")
        self.types = importlib.import_module("generated.types")
        self.package = package
        self.begin()

    def begin(self):
        """Asks as nobody from now on: a client keeps cookies, and a cookie is for pages."""
        self.client = self.package.Client(base_url=self.address)

    def log_in(self, token):
        self.client = self.package.AuthenticatedClient(base_url=self.address, token=token)

    def call(self, name, wanted, *path, status=200, **parameters):
        """Calls one operation; `wanted` is the name of the type that its answer has, or a type."""
        function = importlib.import_module(f"generated.api.default.{name}").sync_detailed
        answer = function(*path, client=self.client, **parameters)
        self.calls += 1
        kind = getattr(self.models, wanted) if isinstance(wanted, str) else wanted
        self.checks.that(
            answer.status_code == status and isinstance(answer.parsed, kind),
            f"{name} is {wanted}: {answer.status_code} {type(answer.parsed).__name__} {answer.content[:200]}")
        return answer.parsed

    def enum(self, name, value):
        return getattr(self.models, name)(value)


def check_map(caller):
    about = caller.call("about", "About")
    caller.checks.that(about.atlas.bytes_ > 0, f"the atlas has bytes: {about}")
    tiles = caller.call("tilejson", "TileJSON")
    caller.checks.that(len(tiles.tiles) == 1 and tiles.vector_layers, f"tiles: {tiles}")
    caller.call("style", "MapStyle", caller.enum("StyleName", "light"))
    tile = caller.call("tile", caller.types.File, 14, 9326, 4742)
    caller.checks.that(tile is not None and len(tile.payload.read()) > 1000, "a tile has content")
    caller.call("code", caller.types.File, path="/#guide")
    caller.call("health", str)
    caller.call("metrics", str)
    caller.call("openapi", "OpenAPIDocument")


def check_search(caller):
    found = caller.call("places", "SearchResults", q="station", lat=HERE[0], lon=HERE[1])
    caller.checks.that(len(found.results) > 0 and isinstance(found.results[0].lat, float), f"places: {found}")
    caller.call("suggest", "SearchResults", q="kir")
    caller.call("place", "Place", found.results[0].id)
    caller.call("address", "AddressAnswer", lat=HERE[0], lon=HERE[1])
    point = caller.models.AddressesRequestPoint(lat=HERE[0], lon=HERE[1])
    caller.checks.that(len(caller.call("addresses", list, body=[point, point])) == 2, "two addresses")
    features = caller.call("photon_search", "GeoJSONFeatures", q="station")
    caller.checks.that(len(features.features) > 0, "Photon's features")
    caller.call("photon_reverse", "GeoJSONFeatures", lat=HERE[0], lon=HERE[1])
    caller.call("photon_status", "PhotonStatus")
    listed = caller.call("nominatim_search", list, q="station")
    caller.checks.that(len(listed) > 0 and isinstance(listed[0].lat, str), "Nominatim's list")
    caller.call("nominatim_reverse", "NominatimResult", lat=HERE[0], lon=HERE[1], format_="jsonv2")
    caller.call("nominatim_status", "NominatimStatus", format_="json")


def check_routes(caller):
    ends = {"from_": written(HERE), "to": written(THERE)}
    route = caller.call("route", "RouteAnswer", **ends)
    caller.checks.that(route.distance > 500 and len(route.geometry.coordinates) > 10, "a route has a line")
    caller.call("trip", "TripAnswer", points=written(HERE, THERE, (60.1655, 24.9420)))
    caller.call("match", "MatchAnswer", points=written(HERE, (60.1702, 24.9392), (60.1705, 24.9400)))
    caller.call("loop", "LoopAnswer", lat=HERE[0], lon=HERE[1], minutes=20)
    table = caller.call("table", "RouteTable", points=written(HERE, THERE))
    caller.checks.that(table.durations[0][1] > 0, f"a table: {table}")
    caller.call("reach", "StreetReach", from_=written(HERE), minutes="5")
    pair = ";".join(f"{lon},{lat}" for lat, lon in (HERE, THERE))
    caller.checks.that(caller.call("osrm_route", "OSRMRoutes", "foot", pair).code == "Ok", "OSRM's route")
    caller.call("osrm_nearest", "OSRMNearest", "foot", pair.split(";")[0])
    caller.call("osrm_table", "OSRMTable", "foot", pair)
    caller.call("osrm_route", "OSRMRefusal", "foot", "0,0;1,1", status=400)
    caller.call("route", "ErrorBody", from_="0,0", to="1,1", status=404)


def check_people(caller):
    models = caller.models
    credentials = models.Credentials(name="Ada", password="correct horse")
    caller.call("register", "Me", body=credentials, status=201)
    caller.begin()
    program = models.IssueTokenRequestProgram(name="Ada", password="correct horse", label="client")
    caller.log_in(caller.call("issue_token", "NewToken", body=program, status=201).token)
    caller.checks.that(caller.call("me", "Me").account.name == "Ada", "a token says who asks")
    post = caller.call("add_post", "Post", body=models.NewPost(message="Hello"), status=201)
    page = caller.call("posts", "PostPage")
    caller.checks.that([one.id for one in page.posts] == [post.id] and page.posts[0].message == "Hello",
                       f"posts: {page}")
    caller.call("edit_post", "Post", post.id,
                body=models.EditPostRequestChange(message="Hello again", revision=post.revision))
    caller.call("delete_post", type(None), post.id, status=204)
    caller.call("post", "ErrorBody", post.id, status=404)
    caller.call("guide", "GuideAnswer")
    caller.call("add_venue", "ErrorBody", body=models.VenueFields(name="Hall", state=models.VenueFieldsState("draft")),
                status=403)
    caller.call("imprint", "Imprint")
    caller.call("overlay", "Overlay")


def check_positions(caller):
    models = caller.models
    device = caller.call("add_device", "AddedDevice",
                         body=models.NewDevice(name="phone", kind=models.NewDeviceKind("program")), status=201)
    person = caller.client
    caller.log_in(device.token)
    now = datetime.datetime.now(datetime.UTC)
    one = models.ReportedPosition(time=int(now.timestamp() * 1000), lat=HERE[0], lon=HERE[1], accuracy=5.0)
    taken = caller.call("report_positions", "PositionsTaken", body=one)
    caller.checks.that(taken.added == 1, f"a position is taken: {taken}")
    other = models.ReportedPosition(time=(now - datetime.timedelta(minutes=1)).isoformat(), lat=THERE[0], lon=THERE[1])
    taken = caller.call("report_positions", "PositionsTaken", body=models.PositionList(positions=[one, other]))
    caller.checks.that(taken.added == 1 and taken.repeated == 1, f"a list of positions is taken: {taken}")
    caller.client = person
    caller.call("my_positions", caller.types.File)
    caller.call("my_visits", "VisitList")
    caller.call("people", "PeopleList")
    caller.call("people_file", "GeoJSONFeatures")
    caller.call("people_file_alias_1", "GeoJSONFeatures")
    caller.call("sharing", "SharingState")
    caller.call("busyness", "BusyPlaces")
    caller.call("queues", "QueueList")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as name, serving(
            options.program, options.atlas, "--guests", "post", "--web", str(ROOT / "Web")) as (server, address):
        folder = pathlib.Path(name)
        document = check_document(address, checks)
        generate(document, folder)
        operations = [operation["operationId"] for each in document["paths"].values() for operation in each.values()]
        made = {file.stem for file in (folder / "generated/api/default").glob("*.py")}
        for operation in operations:
            checks.that(operation in made, f"the client has no function for {operation}")
        sys.path.insert(0, name)
        caller = Caller(address, checks)
        for check in (check_map, check_search, check_routes, check_people, check_positions):
            check(caller)
        if server.poll() is not None:
            sys.exit(f"the server ended with status {server.returncode}")
    for fault in checks.faults:
        print(f"wrong: {fault}")
    if checks.faults or caller.calls < FEWEST_CALLS:
        sys.exit(f"{len(checks.faults)} of {checks.made} checks failed, in {caller.calls} calls")
    print(f"a generated client reads the promised answers: {len(operations)} operations, {caller.calls} calls, "
          f"{checks.made} checks")


if __name__ == "__main__":
    main()
