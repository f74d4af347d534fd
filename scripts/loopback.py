"""A server of the program on this machine, for scripts that ask it, and a count of their checks and faults."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def serving(program, atlas, *options, operator=None):
    """Starts a server of `atlas` with a new data folder; gives its process and its address, and ends it at last.

    With `operator`, a name and a password, it has an account that is operator.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        port_file = folder / "port"
        if operator:
            name, password = operator
            subprocess.run(
                [
                    str(pathlib.Path(program).resolve()),
                    "account", "add", name, "--role", "operator", "--data", str(folder / "data"),
                ],
                input=password + "\n",
                text=True, check=True, capture_output=True,
            )
        server = subprocess.Popen(
            [str(pathlib.Path(program).resolve()), "serve", "--atlas", str(atlas), "--data", str(folder / "data"),
             "--host", "127.0.0.1",
             "--port", "0", "--port-file", str(port_file), *options], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            while not (port_file.exists() and port_file.read_text().strip()):
                if server.poll() is not None:
                    sys.exit(f"the server ended with status {server.returncode}")
                time.sleep(0.02)
            yield server, f"http://127.0.0.1:{port_file.read_text().strip()}"
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


class Checks:
    """Counts what holds and tells what does not."""

    def __init__(self):
        self.made, self.faults = 0, []

    def that(self, holds, what):
        self.made += 1
        if not holds:
            self.faults.append(what)

    def near(self, one, two, what, tolerance=0.06):
        self.that(one is not None and two is not None and abs(one - two) <= tolerance, f"{what}: {one} is not {two}")
