"""A program that serves a place while its clock stands still wherever a script sets it, and the people who ask it."""
import contextlib
import gzip
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

import attacked
from same_texts import text_of_answer

# A Monday's noon in UTC: shops are open.
NOON = 1_781_524_800
ROLES = ["guest", "user", "curator", "operator", "device"]
PATIENCE_SECONDS = 60


def library():
    """Debian's faketime, as a library that programs load first."""
    found = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        sys.exit("faketime is missing, which stops the programs' clocks; install it and run this again:\n  sudo "
                 "apt-get install -y libfaketime")
    return str(found[0])


class Program:
    """One of the two programs, with an atlas that it made of an extract itself, and its page if it has a folder for
    that.
    """

    def __init__(self, program, extract, folder, web=None):
        self.program, self.folder, self.web = str(pathlib.Path(program).resolve()), pathlib.Path(folder), web
        self.folder.mkdir()
        self.atlas, self.data = self.folder / "place.atlas", str(self.folder / "data")
        self.clock = self.folder / "clock"
        # Hashes that are drawn anew for each process would order what has no order.
        self.environment = os.environ | {
            "LD_PRELOAD": library(), "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC"}
        self.set_clock(NOON)
        self.run("import", str(extract), "-o", str(self.atlas))
        self.run("account", "add", "keeper", "--role", "operator", "--data", self.data, input=attacked.PASSWORD + "\n")

    def command(self, *words):
        # The library adds to the environment of the first program that loads it, which moves that away from where
        # Swift looks for arguments: `env` is the first.
        return ["env", self.program, *words]

    def run(self, *words, **options):
        done = subprocess.run(self.command(*words), text=True, capture_output=True, check=False, env=self.environment,
                              **options)
        if done.returncode:
            sys.exit(f"{self.program} {words[0]}: {done.stderr}")

    def set_clock(self, moment):
        """Sets the clock. The programs doubt one that goes forward by more than a minute at once (`SteadyTime`)."""
        self.moment = moment
        written = self.clock.with_suffix(".new")
        written.write_text(time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(moment)))
        written.rename(self.clock)

    @contextlib.contextmanager
    def serving(self):
        port_file = self.folder / "port"
        settings = [word for setting in attacked.RAISED for word in ("--set", setting)]
        web = ["--web", str(pathlib.Path(self.web).resolve())] if self.web else []
        with open(self.folder / "log", "ab") as log:
            server = subprocess.Popen(
                self.command(
                    "serve",
                    "--atlas",
                    str(self.atlas),
                    "--data", self.data, "--host", "127.0.0.1", "--port", "0", "--port-file", str(port_file),
                    "--guests", "post", *settings, *web,
                ),
                stdout=log, stderr=log, env=self.environment,
            )
        try:
            while not (port_file.exists() and port_file.read_text().strip()):
                if server.poll() is not None:
                    sys.exit(f"{self.program} ended: {(self.folder / 'log').read_text()[-2000:]}")
                time.sleep(0.02)
            self.port = int(port_file.read_text().strip())
            yield self
        finally:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            for left in pathlib.Path("/dev/shm").glob(f"*faketime_*_{server.pid}"):
                left.unlink(missing_ok=True)

    def json(self, path):
        return json.loads(attacked.ask(self.port, "GET", path)[1])

    def settle(self, moment):
        """Gives the program's people again what requests speak of, from a moment on."""
        self.set_clock(moment)
        if not hasattr(self, "world"):
            keeper = json.loads(
                attacked.ask(
                    self.port, "POST", "/api/v1/tokens",
                    {"name": "keeper", "password": attacked.PASSWORD, "label": "keeper"},
                )[1]
            )["token"]
            self.world = TimedWorld(self, keeper)
        self.world.renew()

    def answer(self, request, is_drawn=False):
        """The text of an answer and its `ETag`."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS) as connection:
                # A request that is too long is answered before it is read.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    connection.sendall(request.written())
                answer = http.client.HTTPResponse(connection, method=request.method)
                answer.begin()
                content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            return f"no answer: {type(error).__name__}", None
        if answer.headers.get("Content-Encoding") == "gzip" and content:
            content = gzip.decompress(content)
        return text_of_answer(answer.status, answer.getheaders(), content, is_drawn), answer.headers.get("ETag")

    def shown(self, tree):
        """The unchanged content of its page."""
        return tree


class TimedWorld(attacked.World):
    """A world whose every request comes a second after the one before, so that created objects have an order."""

    def __init__(self, program, keeper):
        super().__init__(program.port, 1, keeper)
        self.program = program

    def ask(self, *arguments):
        self.program.set_clock(self.program.moment + 1)
        return super().ask(*arguments)

    def fields_of(self, chance, role):
        """The header fields of somebody of a role."""
        if role == "guest":
            return []
        if role == "device":
            return [("Authorization", f"Bearer {self.things.get('token', 'x')}")]
        return self.fields(chance, role)


class Altered(Program):
    """A program some of whose answers another one would not give: the comparison must find these, and no others."""

    EVERY = 50

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.asked = self.altered = 0

    def answer(self, request, is_drawn=False):
        text, mark = super().answer(request, is_drawn)
        return self.maybe_altered(text), mark

    def shown(self, tree):
        return self.maybe_altered(tree)

    def maybe_altered(self, text):
        self.asked += 1
        if self.asked % self.EVERY:
            return text
        self.altered += 1
        # The last character: a byte of a tile, the end of JSON.
        return text[:-1] + chr(ord(text[-1]) ^ 1)
