"""A visitor of an installed server, for the checks of installations: the page, a tile, a search, posts."""
import json
import time
import urllib.error
import urllib.request

# Central Helsinki at zoom level 14, and a café there.
TILE = "/tiles/14/9326/4742.mvt"
# In seconds; a busy machine takes long over a password.
PATIENCE = 120
SEARCH = ("/search?q=kappeli&format=json", "Kappeli")


class Visitor:
    """Asks a server at an address."""

    def __init__(self, address):
        self.address, self.token = address, None

    def get(self, path):
        return urllib.request.urlopen(self.address + path, timeout=PATIENCE).read()

    def send(self, path, body, content_type="application/json"):
        headers = {"content-type": content_type} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", body, headers, method="POST")
        return json.loads(urllib.request.urlopen(request, timeout=PATIENCE).read())

    def wait(self, process, seconds=PATIENCE):
        """Waits until the server answers."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise SystemExit(f"the server ended with status {process.returncode}")
            try:
                return self.get("/healthz")
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise SystemExit(f"no answer at {self.address} within {seconds} s")

    def look(self):
        """Asks for the page and what belongs to it, a tile and a search."""
        assert b"<html" in self.get("/"), "no page"
        for path in ("/built/main.js", "/core.wasm", "/vendor/inter.woff2", "/styles/streets.json", "/licences.txt"):
            assert len(self.get(path)) > 500, path
        assert len(self.get(TILE)) > 1000, "an empty tile"
        path, name = SEARCH
        assert name in self.get(path).decode(), "the search finds nothing"
        style = json.loads(self.get("/styles/streets.json"))
        glyphs = style["glyphs"].split("/", 3)[3].replace("{fontstack}", "Inter%20Medium").replace("{range}", "0-255")
        assert len(self.get("/" + glyphs)) > 1000, "no glyphs"

    def join(self, name, code=None):
        """Registers, with a set-up code as an operator."""
        fields = {"name": name, "password": "correct horse"}
        if code:
            me = self.send("set-up", json.dumps({"code": code, **fields}).encode())
            assert me["account"]["role"] == "operator", me
        else:
            self.send("accounts", json.dumps(fields).encode())
        self.token = self.send("tokens",
                               json.dumps({"name": name, "password": "correct horse",
                                           "label": "check"}).encode())["token"]

    def post(self, words, picture=None):
        body = {"message": words}
        if picture:
            body["picture"] = {"id": self.send("pictures", picture, "image/webp")["id"], "text": "a picture"}
        return self.send("posts", json.dumps(body).encode())["id"]

    def posts(self):
        return self.get("/api/v1/posts").decode()
