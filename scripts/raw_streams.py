"""Bytes for connections: HTTP as it should be, with bytes changed, cut, put in and doubled; likewise the first records
of TLS.
"""
import random
import re
import selectors
import socket
import ssl
import struct
import time

FIELDS = [
    b"Connection: close", b"Connection: keep-alive, Upgrade", b"Connection: \xff", b"Upgrade: websocket",
    b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__", b"Expect: 100-continue", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding : chunked",
    b"Transfer-Encoding:\tchunked", b"Transfer-Encoding: xchunked", b"Content-Length: 5", b"Content-Length: 05",
    b"Content-Length: +5", b"Content-Length: -1", b"Content-Length: 5, 5", b"Content-Length: 18446744073709551615",
    b"Content-Length: 9223372036854775807", b"Content-Length: 99999999999999999999999", b"Content-Length: 0x5",
    b"Content-Length:", b"Host: a", b"Host:", b"Host: [::1", b"Host: \x00", b" folded: x", b"\tfolded", b": no name",
    b"no colon", b"Cookie: " + b"a=b;" * 900, b"X: " + b"y" * 9000, b"X: " + b"z" * 40_000, b"Range: bytes=0-",
    b"\x80\x81: x",
    b"TE: trailers", b"Trailer: X", b"Sec-WebSocket-Key: x", b"Content-Type: application/json",
    b"Content-Encoding: gzip", b"X-Forwarded-For: ::", b"Accept-Encoding: gzip"]
TARGETS = [
    b"/", b"/healthz", b"/api/v1/about", b"/api/v1/posts", b"/api/v1/suggest?q=a", b"/api/v1/places/n1",
    b"/tiles/14/9327/4742.mvt", b"/api/v1/me", b"/main.js", b"/api/v1/events", b"*", b"http://localhost/healthz",
    b"HTTP://[::1]:99999/", b"localhost:80", b"/%", b"/\x00", b"/\xff\xfe", b"//", b"?", b"", b"/" + b"a" * 9000,
    b"/#x", b"/route/v1/foot/24.94,60.17;24.95,60.17", b"/api/v1/match", b"/overland", b"/api/v1/positions",
    b"/api/v1/session", b"/openapi.json"]
METHODS = [b"GET"] * 6 + [b"POST"] * 5 + [b"HEAD", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"CONNECT", b"TRACE",
    b"PRI", b"M-SEARCH", b"get", b"", b"A" * 200, b"G\x00T"]
VERSIONS = [b"HTTP/1.1"] * 12 + [b"HTTP/1.0", b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"HTTP/1.9", b"http/1.1",
    b"HTTP/1.", b"HTTP/11", b"", b"HTTP/1.1 x", b"ICY/1.0"]
SIZES = [b"0", b"1", b"5", b"a", b"ff", b"FFFFFFFFFFFFFFFF", b"10000000000000000", b"7fffffffffffffff", b"-1", b"",
    b"5;x=y", b'5;a="\r\n"', b"0x5", b" 5", b"5 ", b"00000000000000000005", b"5;" + b"e" * 9000]
WHOLE = [
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x12\x04\x00\x00\x00\x00\x00",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x05\x01\x00", b"SSH-2.0-x\r\n", b"\r\n" * 3000, b"\n" * 60,
    b"\x00" * 3000, b"GET /\n\n", b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"\x0d\x0a\x0d\x0a\x00\x0d\x0aQUIT\x0a!\x11\x0c\x00\x00\x00\x00\x00", b"\xff" * 200,
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 4000, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:b\r\n" * 99 + b"\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300,
    b"HEAD /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40]
MOST_OPEN, WAIT = 24, 0.15
FAILED = re.compile(rb"HTTP/1\.1 5\d\d ")


def request(chance):
    """One request, more or less as it should be."""
    lines = [b" ".join(part for part in (chance.choice(METHODS), chance.choice(TARGETS), chance.choice(VERSIONS)))]
    if chance.random() < 0.92:
        lines.append(b"Host: localhost")
    kind, body = chance.random(), b""
    if kind < 0.25:
        body = chance.choice([b"{}", b"[]", b'{"a":1}', b"\x00" * 5, b"x" * 3000])
        lines.append(b"Content-Length: %d" % (len(body) + (chance.choice([-1, 1, 5, 70_000]) if chance.random() < 0.2
                                                           else 0)))
    elif kind < 0.5:
        lines.append(b"Transfer-Encoding: chunked")
        body = chunked(chance)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 5])):
        lines.insert(chance.randint(1, len(lines)), chance.choice(FIELDS))
    end = b"\r\n" if chance.random() < 0.95 else chance.choice([b"\n", b"\r", b"\r\r\n", b" \r\n"])
    return end.join(lines) + end * 2 + body


def chunked(chance):
    body = b""
    for _ in range(chance.choice([0, 1, 2, 30])):
        content = chance.choice([b"{", b"}", b"[1,2]", b"hello", b"x" * 300])
        size = b"%x" % len(content) if chance.random() < 0.9 else chance.choice(SIZES)
        body += size + b"\r\n" + content + (b"\r\n" if chance.random() < 0.96 else b"")
    return body + chance.choice(
        [b"0\r\n\r\n"] * 5
        + [
            b"0\r\nX: y\r\n\r\n",
            b"0\r\nContent-Length: 9\r\nHost: a\r\n\r\n",
            b"0\r\n",
            b"",
            b"0\r\n" + b"t: u\r\n" * 500 + b"\r\n",
            b"000\r\n\r\n",
        ]
    )


def stream(chance):
    """The bytes sent over one connection, and whether they are also damaged."""
    if chance.random() < 0.04:
        return chance.choice(WHOLE)
    content = b"".join(request(chance) for _ in range(chance.choice([1, 1, 1, 2, 3])))
    return damaged(chance, content) if chance.random() < 0.6 else content


def damaged(chance, content):
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 4])):
        if not content:
            break
        at, kind = chance.randrange(len(content)), chance.random()
        if kind < 0.3:
            content[at] ^= 1 << chance.randrange(8)
        elif kind < 0.5:
            del content[at:]
        elif kind < 0.65:
            content[at:at] = chance.choice([b"\r", b"\n", b"\r\n\r\n", b"\x00", b" ", b":", b"\xff",
                                            b"GET / HTTP/1.1\r\n", b"0\r\n\r\n", chance.randbytes(9)])
        elif kind < 0.8:
            del content[at:at + chance.choice([1, 2, 20])]
        else:
            content[at:at] = content[at:at + chance.randrange(1, 400)]
    return bytes(content)


def first_records():
    """The first message of a client over TLS."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    outgoing = ssl.MemoryBIO()
    client = context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def records(chance, hello):
    """A damaged greeting, with other records behind it now and then."""
    content = hello if chance.random() < 0.2 else damaged(chance, hello)
    for _ in range(chance.choice([0, 0, 1, 3])):
        body = chance.randbytes(chance.choice([0, 1, 2, 40, 5000]))
        content += (
            struct.pack(
                ">BHH",
                chance.choice([20, 21, 22, 23, 24, 99]),
                chance.choice([0x301, 0x303, 0x304, 0]),
                chance.choice([len(body), 0, 65535]),
            )
            + body
        )
    return content


class Streams:
    """Sends many streams at once, each over a connection of its own."""

    def __init__(self, port, seed, count, tls):
        self.port, self.count, self.chance = port, count, random.Random(seed)
        self.hello = first_records() if tls else b""
        self.selector, self.open, self.sent, self.answered, self.faults = selectors.DefaultSelector(), {}, 0, 0, []

    def begin(self):
        content = records(self.chance, self.hello) if self.hello else stream(self.chance)
        client = socket.socket()
        client.bind((f"127.{self.chance.randint(0, 254)}.{self.chance.randint(0, 254)}.{self.chance.randint(1, 254)}",
                     0))
        try:
            client.connect(("127.0.0.1", self.port))
        except OSError as error:
            self.faults.append((f"no connection: {error!r}", b"", b""))
            return
        client.setblocking(False)
        self.sent += 1
        try:
            # Bytes that cannot be sent at once are left out.
            if self.chance.random() < 0.1 and len(content) > 2:
                at = self.chance.randrange(1, len(content))
                client.send(content[:at])
                content = content[at:]
            client.send(content)
            kind = self.chance.random()
            if kind < 0.8:
                client.shutdown(socket.SHUT_WR)
            elif kind < 0.85:
                # It goes without a word, with a reset.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
                return
        except OSError:
            pass
        self.selector.register(client, selectors.EVENT_READ)
        self.open[client] = [content, bytearray(), time.monotonic()]

    def end(self, client):
        content, received, _ = self.open.pop(client)
        self.selector.unregister(client)
        client.close()
        if received:
            self.answered += 1
        if not self.hello:
            if received and not received.startswith(b"HTTP/1."):
                self.faults.append(("what comes is no HTTP", content[:3000], bytes(received[:300])))
            failed = FAILED.search(received)
            if failed and b"retry-after: " not in received.lower():
                self.faults.append(("5xx", content[:3000], bytes(received[failed.start(): failed.start() + 300])))

    def run(self):
        while (self.sent < self.count or self.open) and len(self.faults) < 40:
            while self.sent < self.count and len(self.open) < MOST_OPEN:
                self.begin()
            for key, _ in self.selector.select(0.02):
                state = self.open[key.fileobj]
                try:
                    piece = key.fileobj.recv(65536)
                except BlockingIOError:
                    continue
                except OSError:
                    piece = b""
                state[1] += piece[: 1 << 20]
                state[2] = time.monotonic()
                if not piece or b"text/event-stream" in piece:
                    self.end(key.fileobj)
            if self.chance.random() < 0.2:
                now = time.monotonic()
                for client in [client for client, state in self.open.items() if now - state[2] > WAIT]:
                    self.end(client)
        return self.sent, self.faults, self.answered


def attack(queue, *arguments):
    try:
        queue.put(Streams(*arguments).run())
    except Exception as error:
        queue.put((0, [(f"the attacker ended: {error!r}", b"", b"")], 0))
