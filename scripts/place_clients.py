"""Clients of a place that several servers have: they post, report and read, and remember what they were told.

An address is anything with `host` and `port`: a server, or a proxy before servers."""
import http.client
import json
import random
import threading
import time

from check_durability import Reporter, Writer

# The server cannot do it now (503), or a proxy has no answer of it (502, 504): then it may have been done.
LATER = {502, 503, 504}
PATIENCE_SECONDS = 15


def connect(address, seconds=PATIENCE_SECONDS):
    return http.client.HTTPConnection(address.host, address.port, timeout=seconds)


class Refused(Exception):
    """The server cannot do it now."""


class Guest(Writer):
    """Sends posts to any address until it is over; one that was refused for now or not answered, again."""

    def __init__(self, name, pause=0.02):
        super().__init__(name)
        # When posts were acknowledged, and what else answers were, with their times; in seconds of the monotonic clock.
        self.pause, self.moments, self.troubles = pause, [], []

    def run(self, addresses, is_over):
        while not is_over() and not self.faults:
            connection = connect(random.choice(addresses))
            try:
                for _ in range(random.randint(1, 20)):
                    if is_over() or not self.send(connection):
                        break
                    # A reader that is away for a moment must find its place again.
                    time.sleep(self.pause)
            except (OSError, http.client.HTTPException) as error:
                self.troubles.append((time.monotonic(), type(error).__name__))
                time.sleep(0.05)
            finally:
                connection.close()

    def send(self, connection):
        body = {"message": self.message(), "name": self.name, "key": f"{self.message():>24}".replace(" ", "_")}
        connection.request("POST", "/api/v1/posts", json.dumps(body), {"content-type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status in LATER:
            self.troubles.append((time.monotonic(), f"{answer.status} {text[:120].decode(errors='replace')}"))
            time.sleep(0.1)
            return False
        if answer.status != 201:
            self.faults.append(f"a post was answered with {answer.status}: {text[:200]}")
            return False
        self.acknowledged[self.message()] = json.loads(text)["id"]
        self.moments.append(time.monotonic())
        self.number += 1
        return True


class Member(Reporter):
    """Reports positions to any address, and changes what is shared there."""

    def __init__(self, name, pause=0):
        super().__init__(name, forgets=False)
        self.pause = pause

    def run(self, addresses, is_over):
        while not is_over() and not self.faults:
            connection = connect(random.choice(addresses))
            try:
                for _ in range(random.randint(1, 6)):
                    if is_over():
                        break
                    self.step(connection)
                    time.sleep(self.pause)
            except (OSError, http.client.HTTPException, Refused):
                time.sleep(0.05)
            finally:
                connection.close()

    def ask(self, connection, method, path, body=None, token=None):
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, f"/api/v1/{path}", body and json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        # What a proxy says is no JSON.
        if answer.status in LATER:
            raise Refused
        content = json.loads(text) if text else None
        if answer.status == 403 and content["code"] == "confirmation_required" and path != "me/confirmation":
            self.ask(connection, "POST", "me/confirmation", {"password": "correct horse"}, token)
            return self.ask(connection, method, path, body, token)
        return answer.status, content


class Follower:
    """Reads the events of any address, from the last cursor on; after `reload` the list of posts, as a page does."""

    def __init__(self):
        self.seen, self.cursor, self.faults, self.is_over = [], None, [], False
        self.reloads, self.listed = 0, set()

    def run(self, addresses):
        while not self.is_over:
            address = random.choice(addresses)
            connection = connect(address, 3)
            try:
                self.read(connection, address)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)
            finally:
                connection.close()

    def read(self, connection, address):
        connection.request(
            "GET", "/api/v1/events", headers={"last-event-id": self.cursor} if self.cursor else {})
        answer = connection.getresponse()
        if answer.status != 200:
            time.sleep(0.1)
            return
        fields, begin = {}, time.monotonic()
        while not self.is_over and time.monotonic() < begin + 6:
            line = answer.readline()
            if not line:
                return
            line = line.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
                continue
            if fields.get("event") == "reload":
                # What was written since then is in the list, and comes as an event, too.
                self.listed |= self.read_list(address)
                self.reloads += 1
            if fields.get("event") == "post":
                post = json.loads(fields["data"])["id"]
                if post in self.listed:
                    self.listed.remove(post)
                else:
                    self.seen.append(post)
            if "id" in fields:
                self.cursor = fields["id"]
            fields = {}

    def read_list(self, address):
        """Sees the posts that are listed before the last one that was seen; returns them."""
        known, missed, cursor = set(self.seen), [], ""
        connection = connect(address, 10)
        try:
            while True:
                connection.request("GET", f"/api/v1/posts?limit=100{cursor}")
                page = json.loads(connection.getresponse().read())
                new = [post["id"] for post in page["posts"] if post["id"] not in known]
                missed += new
                if len(new) < len(page["posts"]) or not page.get("next"):
                    break
                cursor = f"&before={page['next']}"
        finally:
            connection.close()
        self.seen += reversed(missed)
        return set(missed)


class Following:
    """Readers that follow from now on; `end` waits until they have read what is stored."""

    def __init__(self, addresses):
        """One reader for each list of addresses."""
        self.followers = [Follower() for _ in addresses]
        self.threads = [threading.Thread(target=one.run, args=(some,))
                        for one, some in zip(self.followers, addresses)]
        for thread in self.threads:
            thread.start()

    def end(self, count=0, seconds=60):
        """Gives readers time to read so many posts: a reader asks anew within some seconds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and any(len(one.seen) < count for one in self.followers):
            time.sleep(0.2)
        for one in self.followers:
            one.is_over = True
        for thread in self.threads:
            thread.join()


def faults_of(nodes, guests, members, followers, port, since):
    """What is wrong with the rows, with what readers saw, and with positions. Prints the counts.

    `since` is when the check began, in seconds since 1970; `port` is one of loopback."""
    rows = [row.split("|") for row in nodes.sql(
        nodes.primary(), "SELECT message, encode(id, 'hex') FROM posts ORDER BY changed", seconds=300).splitlines()]
    acknowledged = {message: one for guest in guests for message, one in guest.acknowledged.items()}
    stored, order = dict(rows), [one for _, one in rows]
    faults = [fault for one in [*guests, *members, *followers] for fault in one.faults]
    lost = [message for message, one in acknowledged.items() if stored.get(message) != one.replace("-", "")]
    faults += [f"{message} was acknowledged and is not there" for message in lost]
    twice, unseen = len(rows) - len(stored), 0
    if twice:
        faults.append(f"{twice} posts are there twice")
    for follower in followers:
        seen = [one.replace("-", "") for one in follower.seen]
        different = set(seen)
        unseen += len(order) - len(different)
        if seen != order:
            places = {one: place for place, one in enumerate(order)}
            back = [place for place, (one, two) in enumerate(zip(seen, seen[1:])) if places[two] <= places[one]]
            faults.append(
                f"a reader saw {len(seen)} posts, {len(different)} different ones, of {len(order)}; it went back "
                f"{len(back)} times, after its posts {back[:5]}")
    # The time of the machine, which PostgreSQL has, and no server that was told another.
    earliest, latest = map(int, nodes.sql(
        nodes.primary(), "SELECT min(created >> 16), max(created >> 16) FROM posts").split("|"))
    if earliest < (since - 60) * 1000 or latest > (time.time() + 60) * 1000:
        faults.append(f"posts have times of {earliest} to {latest}, which were not while this check ran")
    for member in members:
        count, found = member.check(port)
        faults += found + ([] if count else [f"{member.name} reported nothing"])
    print(f"{len(acknowledged)} posts acknowledged, {len(rows)} stored: {len(lost)} lost, {twice} twice, {unseen} "
          f"unseen by {len(followers)} readers, who began anew {sum(one.reloads for one in followers)} times; "
          f"{sum(len(member.acknowledged) for member in members)} positions")
    return faults
