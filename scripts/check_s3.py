#!/usr/bin/env python3
"""Let a server keep its pictures in a bucket of moto, a store that verifies signatures, and see what becomes of them.

Usage: check_s3.py PROGRAM ATLAS

It adds, reads and deletes pictures, restarts the server, leaves pictures to the sweep, stops the store meanwhile, and
starts the server with wrong secrets, buckets and addresses. What the bucket holds is read in the store itself.
"""
import collections
import contextlib
import datetime
import io
import json
import logging
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# The first three requests make a user, a key and its rights; from then on every signature is verified. moto reads this
# when it is imported.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"

import boto3
from botocore.config import Config
from moto.core import DEFAULT_ACCOUNT_ID
from moto.iam.access_control import IAMRequestBase
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer
from PIL import Image

from loopback import Checks

REGION, BUCKET, PREFIX = "eu-north-1", "town-pictures", "here/pictures"
SIZES = {"small": 480, "medium": 1080, "large": 2048}
checks = Checks()
# A line for each request says nothing.
logging.getLogger("werkzeug").setLevel(logging.ERROR)


def escape_query(request, original=IAMRequestBase._create_aws_request):
    """Puts the escapes back into a query before moto signs it: it has lost those of slashes, which Amazon S3 wants
    signed.
    """
    path, _, query = request._path.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    query = "&".join(
        f"{name}={urllib.parse.quote(urllib.parse.unquote(value), safe='-_.~')}" for name, _, value in pairs)
    request._path = f"{path}?{query}" if pairs else path
    return original(request)


IAMRequestBase._create_aws_request = escape_query


class Store:
    """moto in this process: what it holds outlives a stop."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()
        people = self.client("iam", "nobody", "nothing")
        people.create_user(UserName="hereabouts")
        key = people.create_access_key(UserName="hereabouts")["AccessKey"]
        self.id, self.secret = key["AccessKeyId"], key["SecretAccessKey"]
        rights = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
        people.put_user_policy(UserName="hereabouts", PolicyName="pictures", PolicyDocument=json.dumps(rights))
        self.objects = self.client("s3", self.id, self.secret)
        self.objects.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})

    def client(self, service, key, secret):
        return boto3.client(service, endpoint_url=self.address, region_name=REGION, aws_access_key_id=key,
                            aws_secret_access_key=secret, config=Config(s3={"addressing_style": "path"}))

    def start(self):
        self.server = ThreadedMotoServer("127.0.0.1", self.port, verbose=False)
        self.server.start()

    def stop(self):
        self.server.stop()
        self.server._server.server_close()

    @property
    def bucket(self):
        return s3_backends[DEFAULT_ACCOUNT_ID]["aws"].buckets[BUCKET]

    def keys(self):
        """Returns the keys below the prefix, without it and without the mark."""
        keys = [key.removeprefix(PREFIX + "/") for key in self.bucket.keys.keys() if key.startswith(PREFIX + "/")]
        return {key for key in keys if key != "hereabouts.txt"}

    def put(self, name, content=b"RIFF", hours_ago=0.0):
        """Stores an object behind the protocol, with any age."""
        s3_backends[DEFAULT_ACCOUNT_ID]["aws"].put_object(BUCKET, f"{PREFIX}/{name}", content)
        self.age(name, hours_ago)

    def age(self, name, hours_ago):
        then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=hours_ago)
        self.bucket.keys[f"{PREFIX}/{name}"].last_modified = then.replace(tzinfo=None)


class Place:
    """A data folder and the settings of its server."""

    def __init__(self, program, atlas, folder, store):
        self.program, self.atlas, self.folder, self.store = program, atlas, folder, store
        self.environment = os.environ | {"AWS_ACCESS_KEY_ID": store.id, "AWS_SECRET_ACCESS_KEY": store.secret}
        self.log, self.token, self.base = "", None, None

    def settings(self, pictures=None):
        place = pictures or f"s3://{BUCKET}/{PREFIX}?endpoint={self.store.address}&region={REGION}"
        return ["--data", str(self.folder / "data"), "--set", f"pictures={place}"]

    def run(self, *arguments, environment=None, pictures=None):
        """Runs a command to its end, which is near: `serve` is to refuse its start."""
        return subprocess.run(
            [self.program, arguments[0], *self.settings(pictures), *arguments[1:]], text=True, capture_output=True,
            timeout=60, env=environment or self.environment)

    @contextlib.contextmanager
    def serving(self, *more):
        port_file, log = self.folder / "port", self.folder / "log"
        port_file.unlink(missing_ok=True)
        with open(log, "w") as output:
            process = subprocess.Popen(
                [self.program, "serve", "--atlas", self.atlas, *self.settings(), "--host", "127.0.0.1", "--port", "0",
                 "--port-file", str(port_file), *more], stdout=output, stderr=output, env=self.environment)
        try:
            while not (port_file.exists() and port_file.read_text().strip()):
                if process.poll() is not None:
                    sys.exit(f"the server ended with status {process.returncode}: {log.read_text()}")
                time.sleep(0.02)
            self.base = f"http://127.0.0.1:{port_file.read_text().strip()}"
            yield process
            checks.that(process.poll() is None, f"the server ended with status {process.returncode}")
        finally:
            process.terminate()
            process.wait(30)
            self.log += log.read_text()

    def ask(self, method, path, body=None, kind="application/json"):
        """Returns status and body of an answer."""
        body = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {"content-type": kind} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        request = urllib.request.Request(self.base + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def join(self, name):
        person = {"name": name, "password": "correct horse"}
        self.ask("POST", "/api/v1/accounts", person)
        self.token = json.loads(self.ask("POST", "/api/v1/tokens", person | {"label": "check"})[1])["token"]

    def add(self, file):
        return self.ask("POST", "/api/v1/pictures", file, "image/jpeg")

    def post(self, words, picture=None):
        body = {"message": words} | ({"picture": {"id": picture, "text": "a picture"}} if picture else {})
        status, answer = self.ask("POST", "/api/v1/posts", body)
        checks.that(status == 201, f"a post was answered with {status}: {answer[:200]}")
        return json.loads(answer).get("id")


def photograph(seed, width, height):
    """Returns a JPEG file of made-up colours."""
    small = Image.frombytes("RGB", (24, 16), random.Random(seed).randbytes(24 * 16 * 3))
    file = io.BytesIO()
    small.resize((width, height), Image.Resampling.BICUBIC).save(file, "JPEG", quality=85)
    return file.getvalue()


def name_of(picture, size):
    return f"{picture[-2:]}/{picture}-{size}.webp"


def check_starts(place, store):
    """A start that cannot work ends with one line: the store, its answer and the remedy, and no secret."""
    wrong = place.environment | {"AWS_SECRET_ACCESS_KEY": "wrongwrongwrongwrong"}
    stranger = place.environment | {"AWS_ACCESS_KEY_ID": "AKIANOBODY"}
    none = {name: value for name, value in place.environment.items() if not name.startswith("AWS_")}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    here = f"endpoint={store.address}&region={REGION}"
    for what, environment, pictures, status, words in [
        ("a wrong secret", wrong, None, 1, "403 SignatureDoesNotMatch; the secret does not belong"),
        ("an unknown key", stranger, None, 1, "403 InvalidAccessKeyId; the store does not know"),
        ("no key", none, None, 2, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ("no bucket", None, f"s3://no-such-bucket/x?{here}", 1, "404 NoSuchBucket; there is no such bucket"),
        ("nobody there", None, f"s3://{BUCKET}/x?endpoint={nobody}", 1, "cannot be reached: Connection refused"),
        ("a wrong setting", None, f"s3://{BUCKET}?secret=x", 2, "'pictures' in the flags is not a folder, or a bucket"),
    ]:
        ended = place.run("serve", "--atlas", place.atlas, "--port", "0", environment=environment, pictures=pictures)
        checks.that(
            ended.returncode == status and words in ended.stderr and ended.stderr.count("\n") <= 1,
            f"a start with {what} ended with {ended.returncode}: {ended.stderr}")
        place.log += ended.stdout + ended.stderr
    checks.that(not store.keys(), "a start that failed left something in the bucket")


def check_reading(place, store, pictures):
    """All sizes are answered, with the bytes that the bucket has."""
    for picture, (width, height) in pictures.items():
        for size, side in SIZES.items():
            status, content = place.ask("GET", f"/pictures/{picture}/{size}")
            if status != 200:
                checks.that(False, f"{size} of a picture was answered with {status}: {content[:200]}")
                continue
            longest = max(Image.open(io.BytesIO(content)).size)
            checks.that(longest == min(side, max(width, height)), f"{size} of {width} × {height} has {longest} pixels")
            key = name_of(picture, size)
            if key in store.keys():
                stored = store.objects.get_object(Bucket=BUCKET, Key=f"{PREFIX}/{key}")
                checks.that(stored["Body"].read() == content, f"{key} has other bytes in the bucket")
                checks.that(stored["ContentType"] == "image/webp", f"{key} is {stored['ContentType']}")


def check_life(place, store):
    """Pictures are added, read, deleted, and there again after a restart."""
    sizes = [(2500, 1500), (900, 1400), (300, 200)]
    pictures, posts = {}, {}
    with place.serving():
        place.join("anna")
        for number, (width, height) in enumerate(sizes):
            status, answer = place.add(photograph(number, width, height))
            checks.that(status == 201, f"a picture was answered with {status}: {answer[:200]}")
            picture = json.loads(answer)["id"]
            pictures[picture], posts[picture] = (width, height), place.post(f"picture {number}", picture)
        # A size is stored if a smaller one is not the picture itself already.
        expected = {
            name_of(picture, size)
            for picture, sides in pictures.items() for index, size in enumerate(SIZES)
            if index == 0 or max(sides) > list(SIZES.values())[index - 1]}
        checks.that(store.keys() == expected, f"the bucket has {store.keys() ^ expected} otherwise")
        checks.that(not (place.folder / "data/pictures").exists(), "the data folder has pictures, too")
        check_reading(place, store, pictures)
        status, _ = place.ask("GET", f"/pictures/{uuid.uuid4()}/small")
        checks.that(status == 404, f"a picture that never was is answered with {status}")
        gone = next(iter(pictures))
        status, answer = place.ask("DELETE", f"/api/v1/posts/{posts[gone]}")
        checks.that(status == 204, f"deleting a post was answered with {status}: {answer[:200]}")
        del pictures[gone]
        checks.that(not any(gone in key for key in store.keys()), "a deleted picture is still in the bucket")
        checks.that(place.ask("GET", f"/pictures/{gone}/small")[0] == 404, "a deleted picture is still shown")
    with place.serving():
        check_reading(place, store, pictures)
    return pictures


def check_sweep(place, store, pictures):
    """The sweep at a start removes what no row names and is older than an hour, also behind a page of a thousand."""
    young = [f"00000000-0000-4000-8000-{number:010}00" for number in range(1100)]
    for picture in young:
        store.put(name_of(picture, "small"), hours_ago=0.9)
    old = [f"{number:08}-0000-4000-8000-0000000000ff" for number in range(12)]
    for picture in old:
        for size in SIZES:
            store.put(name_of(picture, size), hours_ago=1.1)
    for name in ("ff/notes.txt", "ff/my-holiday-small.webp", "ff/x-large.webp"):
        store.put(name, hours_ago=48)
    for picture in pictures:
        store.age(name_of(picture, "small"), 48)
    with place.serving():
        deadline = time.time() + 60
        while time.time() < deadline and any(name_of(picture, "large") in store.keys() for picture in old):
            time.sleep(0.1)
        time.sleep(0.5)
        check_reading(place, store, pictures)
    keys = store.keys()
    checks.that(not any(picture in key for picture in old for key in keys), "the sweep left old pictures without a row")
    checks.that(all(name_of(picture, "small") in keys for picture in young), "the sweep removed young pictures")
    checks.that({"ff/notes.txt", "ff/my-holiday-small.webp"} <= keys, "the sweep removed what is no picture")
    for picture in young:
        store.objects.delete_object(Bucket=BUCKET, Key=f"{PREFIX}/{name_of(picture, 'small')}")


def check_outage(place, store, pictures):
    """While the store is stopped, pictures get 503 and everything else works; then pictures work again."""
    with place.serving():
        place.join("anna")
        status, answer = place.add(photograph(7, 600, 400))
        lost = json.loads(answer)["id"]
        post = place.post("with a picture", lost)
        before = store.keys()
        store.stop()
        for what, (status, answer) in {
            "a new picture": place.add(photograph(8, 600, 400)),
            "reading a picture": place.ask("GET", f"/pictures/{next(iter(pictures))}/small"),
        }.items():
            checks.that(status == 503 and b"unavailable" in answer, f"{what} without the store: {status} {answer[:99]}")
            checks.that(BUCKET.encode() not in answer and str(store.port).encode() not in answer,
                        f"{what}: the answer names the store")
        place.post("without a picture")
        for path in ("/api/v1/posts", "/search?q=kappeli&format=json", "/tiles/14/9326/4742.mvt", "/healthz"):
            checks.that(place.ask("GET", path)[0] == 200, f"{path} needs the store")
        status, answer = place.ask("DELETE", f"/api/v1/posts/{post}")
        checks.that(status == 204, f"deleting a post without the store: {status} {answer[:200]}")
        checks.that(place.ask("GET", f"/pictures/{lost}/small")[0] == 404, "a deleted picture is still shown")
        store.start()
        checks.that(store.keys() == before, "the store has other objects after its stop")
        status, answer = place.add(photograph(9, 600, 400))
        checks.that(status == 201, f"a new picture after the stop: {status} {answer[:200]}")
        check_reading(place, store, pictures)
    for key in before - {name for name in before if lost not in name}:
        store.age(key, 1.1)
    with place.serving():
        deadline = time.time() + 30
        while time.time() < deadline and any(lost in key for key in store.keys()):
            time.sleep(0.1)
    checks.that(not any(lost in key for key in store.keys()), "what was deleted without the store stays there")


def check_commands(place, store):
    """`doctor` and `backup` say what holds; a second data folder may not use the same prefix."""
    doctor = place.run("doctor", "--atlas", place.atlas, "--port", "0")
    checks.that(f"ok     s3://{BUCKET}/{PREFIX} at {store.address} answers" in doctor.stdout, doctor.stdout)
    checks.that("backups have only a list of them" in doctor.stdout, doctor.stdout)
    checks.that("ok     it keeps no old versions of objects" in doctor.stdout, doctor.stdout)
    store.objects.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
    doctor = place.run("doctor", "--atlas", place.atlas, "--port", "0")
    checks.that("keeps old versions of objects, so deleted pictures stay there" in doctor.stdout, doctor.stdout)
    store.objects.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Suspended"})
    key_file = place.folder / "key"
    key_file.write_text(f"[default]\naws_access_key_id = {store.id}\naws_secret_access_key = wrong\n")
    key_file.chmod(0o644)
    doctor = place.run("doctor", "--atlas", place.atlas, "--port", "0", "--set", f"pictures-key-file={key_file}")
    checks.that("403 SignatureDoesNotMatch" in doctor.stdout and doctor.returncode == 1, doctor.stdout)
    checks.that(f"other users may open {key_file}" in doctor.stdout, doctor.stdout)
    key_file.write_text(f"[default]\naws_access_key_id = {store.id}\naws_secret_access_key = {store.secret}\n")
    key_file.chmod(0o600)
    none = {name: value for name, value in place.environment.items() if not name.startswith("AWS_")}
    doctor = place.run("doctor", "--atlas", place.atlas, "--port", "0", "--set", f"pictures-key-file={key_file}",
                       environment=none)
    checks.that(f"at {store.address} answers" in doctor.stdout, doctor.stdout)
    place.log += doctor.stdout + doctor.stderr

    shown = place.run("serve", "--print-config").stdout
    checks.that(f"pictures = s3://{BUCKET}/{PREFIX}?endpoint={store.address}" in shown, shown)
    place.log += shown
    backups = place.folder / "backups"
    environment = place.environment | {
        "HEREABOUTS_PICTURES": f"s3://{BUCKET}/{PREFIX}?endpoint={store.address}&region={REGION}"}
    made = subprocess.run([place.program, "backup", "--data", str(place.folder / "data"), "--backups", str(backups)],
                          text=True, capture_output=True, env=environment)
    checks.that(made.returncode == 0 and "backups have only a list of them" in made.stderr, f"backup: {made}")
    checks.that(not (backups / "shared/pictures").exists(), "the backup has pictures")
    place.log += made.stderr

    other = Place(place.program, place.atlas, place.folder / "other", store)
    other.folder.mkdir()
    before = store.keys()
    ended = other.run("serve", "--atlas", other.atlas, "--port", "0")
    checks.that(ended.returncode == 1 and "has the pictures of another data folder" in ended.stderr,
                f"another data folder took the bucket: {ended.returncode} {ended.stderr}")
    checks.that(store.keys() == before, "another data folder changed the bucket")


def main():
    program, atlas = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        store = Store()
        wrong = store.client("s3", store.id, "wrong")
        try:
            wrong.list_objects_v2(Bucket=BUCKET)
            checks.that(False, "the store takes any signature, so this check says nothing")
        except wrong.exceptions.ClientError as error:
            checks.that(error.response["ResponseMetadata"]["HTTPStatusCode"] == 403, f"{error}")
        place = Place(program, atlas, pathlib.Path(name), store)
        check_starts(place, store)
        pictures = check_life(place, store)
        check_sweep(place, store, pictures)
        check_outage(place, store, pictures)
        check_commands(place, store)
        failures = place.log.count("pictures can neither be added nor shown")
        checks.that(failures == 1, f"the log names the stop {failures} times: {place.log}")
        checks.that("the store of pictures answers again" in place.log, "the log does not say that the store answers")
        checks.that(store.secret not in place.log and "wrongwrong" not in place.log, "the secret is in an output")
        store.stop()
    if checks.faults:
        counted = collections.Counter(checks.faults)
        sys.exit("\n".join(f"{fault} ({count})" for fault, count in counted.items()))
    print(f"pictures in a bucket: {checks.made} checks in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
