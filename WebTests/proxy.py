"""A reverse proxy that has the real program below a path, as nginx has with `location /map/`; all else of the host is another's."""
import http.client
import http.server
import socket
import threading
import urllib.parse

# Headers between the proxy and one side, which are not for the other.
OWN = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade"}


class Proxy(http.server.ThreadingHTTPServer):
    """Serves `upstream` below `path`. With `cuts` the program sees addresses without it."""

    daemon_threads = True

    def __init__(self, upstream, path, cuts):
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream, self.path, self.cuts = urllib.parse.urlsplit(upstream), path, cuts
        # The requests to the host outside the path.
        self.strays = []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        pass  # A browser that has left.


class Handler(http.server.BaseHTTPRequestHandler):
    def pass_on(self):
        proxy = self.server
        if not (self.path == proxy.path or self.path.startswith((f"{proxy.path}/", f"{proxy.path}?"))):
            proxy.strays.append(self.path)
            return self.send_error(404)
        target = (self.path[len(proxy.path):] or "/") if proxy.cuts and self.path != proxy.path else self.path
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OWN}
        headers |= {"X-Forwarded-Host": self.headers["host"], "X-Forwarded-Proto": "http"}
        connection = http.client.HTTPConnection(proxy.upstream.hostname, proxy.upstream.port, timeout=60)
        try:
            connection.request(self.command, target, body or None, headers)
            answer = connection.getresponse()
            self.send_response_only(answer.status, answer.reason)
            for name, value in answer.getheaders():
                if name.lower() not in OWN:
                    self.send_header(name, value)
            # This is HTTP/1.0: the end of an answer is the end of its connection.
            self.end_headers()
            while piece := answer.read1(65_536):
                self.wfile.write(piece)
                self.wfile.flush()
        except (OSError, socket.timeout):
            pass  # The browser or the program has left.
        finally:
            connection.close()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = pass_on

    def log_message(self, *_):
        pass
