#!/usr/bin/env python3
"""Install the Debian package in a bare Debian, use it, upgrade it and remove it; and run the container's root.

Usage: check_package.py FOLDER [--again DEB]   (FOLDER holds what `make package` made; --again: the package, made once
more)

Needs root and debootstrap: it makes a Debian of nothing but its minimum (once, kept in .cache/bare-root), of the
release that this machine runs, and mounts in a mount namespace of its own. systemd does not run there: the unit's
command is started as its user and with its filter of system calls, by unit.py; what else systemd confines is not tried.
"""
import os
import pathlib
import platform
import pty
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from installation import ROOT
from unit import Unit
from visiting import Visitor

CACHE = ROOT / ".cache/bare-root"
COMPILERS = ("swift", "swiftc", "clang", "gcc", "cc", "ld", "make")
WORDS = "kept through it all"
# Files that every installation of any package changes.
BOOKKEEPING = (
    "/var/lib/apt/", "/var/lib/dpkg/", "/var/log/", "/var/cache/", "/etc/ld.so.cache", "/tmp/", "/run/", "/proc/",
    "/dev/", "/etc/resolv.conf", "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-",
)
MOST_SECONDS = 60


def release():
    return platform.freedesktop_os_release()["VERSION_CODENAME"]


def bare_root(folder):
    """Unpacks a minimal Debian."""
    archive = CACHE / f"{release()}.tar"
    if not archive.exists():
        print(f"making a bare Debian {release()}", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as name:
            subprocess.run(["debootstrap", "--variant=minbase", release(), f"{name}/root"], check=True,
                           stdout=subprocess.DEVNULL)
            subprocess.run(["tar", "--create", f"--file={archive}.partial", f"--directory={name}/root", "."],
                           check=True)
        archive.with_suffix(".tar.partial").rename(archive)
    subprocess.run(["tar", "--extract", f"--file={archive}", f"--directory={folder}"], check=True)
    mount(folder)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    for file in pathlib.Path("/etc/apt/apt.conf.d").glob("*proxy*"):
        shutil.copy(file, folder / "etc/apt/apt.conf.d")


def mount(folder):
    """Gives a root folder what every container has beside its files: processes, the harmless devices and shared memory.
    """
    for name in ("proc", "dev"):
        (folder / name).mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder / "dev"], check=True)
    for minor, name in ((3, "null"), (5, "zero"), (7, "full"), (8, "random"), (9, "urandom")):
        os.mknod(folder / "dev" / name, 0o20000, os.makedev(1, minor))
        (folder / "dev" / name).chmod(0o666)
    (folder / "dev/shm").mkdir()
    (folder / "dev/shm").chmod(0o1777)


def inside(root, *command, **rest):
    """Runs a command in a root folder, as its administrator."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    result = subprocess.run(["chroot", root, *command], env=environment, capture_output=True, text=True, **rest)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: {result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def files(root):
    """Every file, folder and link of a root folder that is not bookkeeping."""
    found = set()
    for folder, folders, names in os.walk(root):
        here = folder.removeprefix(str(root)) + "/"
        folders[:] = [name for name in folders if here + name not in ("/proc", "/sys", "/dev")]
        found |= {here + name for name in (*folders, *names)}
    return {path for path in found if not (path + "/").startswith(BOOKKEEPING)}


def named(root):
    return sorted(path for path in files(root) if "hereabouts" in path)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def newer(deb, folder):
    """The same package under a higher version."""
    tree = folder / "newer"
    subprocess.run(["dpkg-deb", "--raw-extract", deb, tree], check=True)
    control = tree / "DEBIAN/control"
    version = next(line for line in control.read_text().splitlines() if line.startswith("Version: "))
    control.write_text(control.read_text().replace(version, version + "+1"))
    target = folder / "newer.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, target], check=True,
                   stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return target


class Service:
    """The package's service in a root folder."""

    def __init__(self, root, port):
        self.root, self.visitor = root, Visitor(f"http://127.0.0.1:{port}")

    def __enter__(self):
        unit = Unit(self.root / "usr/lib/systemd/system/hereabouts.service")
        self.process = unit.start(self.root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.visitor.wait(self.process)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        lines = self.process.communicate(timeout=60)[1].splitlines()
        complaints = [line for line in lines if " notice " not in line]
        assert self.process.returncode == 0 and not complaints, complaints

    def reload(self):
        """As ExecReload does."""
        before = self.visitor.get("/api/v1/about")
        self.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 120
        while self.visitor.get("/api/v1/about") == before:
            assert time.monotonic() < deadline, "the new map is not taken in"
            time.sleep(0.1)


def check_deb(deb, folder):
    root = folder / "root"
    root.mkdir()
    bare_root(root)
    inside(root, "apt-get", "update", "--quiet")
    inside(root, "apt-get", "dist-upgrade", "--quiet", "--yes")
    before, ports = files(root), free_port()
    assert not [name for name in COMPILERS
                if shutil.which(name, path=f"{root}/usr/bin")], "the bare Debian has a compiler"
    for source in (deb, newer(deb, folder), ROOT / ".cache/sample/Helsinki.osm.pbf"):
        shutil.copy(source, root / "tmp")

    start = time.monotonic()
    said = inside(root, "apt-get", "install", "--quiet", "--yes", f"/tmp/{deb.name}")
    assert "hereabouts import" in said, "the installation does not say what comes next"
    installed = time.monotonic() - start
    unit = Unit(root / "usr/lib/systemd/system/hereabouts.service")
    assert not unit.has_condition(root), "the service would fail at each boot until there is a map"
    # As a careful administrator does it: the map must be the server's to read all the same.
    said = inside(root, "sh", "-c",
                  "umask 077 && hereabouts import /tmp/Helsinki.osm.pbf -o /var/lib/hereabouts/map.atlas")
    assert unit.has_condition(root), "the service does not see its map"
    assert "warning" not in said, said
    settings = root / "etc/hereabouts/hereabouts.conf"
    settings.write_text(settings.read_text() + f"host = 127.0.0.1\nport = {ports}\n")
    right = settings.read_text()
    settings.write_text(right + "prot = 1\n")
    assert unit.has_condition(root), "a wrong setting keeps the service from saying so"
    settings.write_text(right)
    with Service(root, ports) as service:
        visitor = service.visitor
        visitor.look()
        seconds = time.monotonic() - start
        # As docs/serving.md has it.
        code = inside(root, "hereabouts", "account", "code", "--data", "/var/lib/hereabouts/data").split()[0]
        visitor.join("anna", code)
        visitor.post(WORDS, next((root / "usr/share/hereabouts/sample/guide/pictures").glob("*.webp")).read_bytes())
        # Another map: one without tables.
        inside(root, "env", "HEREABOUTS_IMPORT_TABLES=/tmp", "hereabouts", "import", "/tmp/Helsinki.osm.pbf", "-o",
               "/var/lib/hereabouts/map.atlas")
        service.reload()
        visitor.look()
    assert not [name for name in COMPILERS if shutil.which(name, path=f"{root}/usr/bin")], "a compiler came along"
    print(f"{deb.name}: installed after {installed:.1f} s, a map served after {seconds:.1f} s, no compiler")
    assert seconds < MOST_SECONDS, f"a map was served after {seconds:.0f} s only"
    check_upgrade(root, ports, settings)
    check_removal(root, ports, deb, before)


def check_upgrade(root, ports, settings):
    with Service(root, ports) as service:
        assert WORDS in service.visitor.posts(), "a restart lost a post"
        # Under a running server, as apt does it.
        inside(root, "apt-get", "install", "--quiet", "--yes", "/tmp/newer.deb")
        service.visitor.look()
    with Service(root, ports) as service:
        service.visitor.look()
        assert WORDS in service.visitor.posts(), "an upgrade lost a post"
    assert inside(root, "dpkg-query", "-W", "-f", "${Version}",
                  "hereabouts").endswith("+1") and str(ports) in settings.read_text()
    print("a post with its picture and the settings survived a restart and an upgrade")


def check_removal(root, ports, deb, before):
    """`before`: the files of the bare Debian."""
    inside(root, "apt-get", "remove", "--quiet", "--yes", "hereabouts")
    left = named(root)
    strange = [path for path in left if not path.startswith(("/var/lib/hereabouts", "/etc/hereabouts"))]
    assert not strange and (root / "var/lib/hereabouts/data/community.sqlite").exists(), strange
    print("left when removed:", ", ".join(path for path in left if not path.startswith("/var/lib/hereabouts/")))
    inside(root, "apt-get", "install", "--quiet", "--yes", f"/tmp/{deb.name}")
    with Service(root, ports) as service:
        assert WORDS in service.visitor.posts(), "removing lost a post"
    inside(root, "apt-get", "purge", "--quiet", "--yes", "hereabouts")
    # Its dependencies are removed, too, also where another package only recommends them.
    lonely = [f"--option=APT::AutoRemove::{kind}Important=false" for kind in ("Recommends", "Suggests")]
    inside(root, "apt-get", "autoremove", "--purge", "--quiet", "--yes", *lonely)
    left = named(root)
    users = [line for name in ("passwd", "group") for line in (root / "etc" / name).read_text().splitlines()
             if "hereabouts" in line]
    assert not left and not users, left + users
    print("left when purged, of the package or what came along:", ", ".join(sorted(files(root) - before)) or "nothing")


def containerfile(archive):
    """The steps of the Containerfile, which are to be no others."""
    lines = [line.split(maxsplit=1) for line in archive.with_name("Containerfile").read_text().splitlines() if line
             and line[0].isupper()]
    says = dict(lines)
    assert says["FROM"] == "scratch" and says["ADD"] == f"{archive.name} /", says
    return says


def check_root(archive, folder):
    """Runs what the container runs, in its root and as its user."""
    root = folder / "container"
    root.mkdir()
    subprocess.run(["tar", "--extract", f"--file={archive}", f"--directory={root}"], check=True)
    mount(root)
    says = containerfile(archive)
    user = int(says["USER"].split(":")[0])
    environment = dict(word.split("=", 1) for word in says["ENV"].split())
    program = says["ENTRYPOINT"].strip('["]')
    # A folder of the caller's, which `U` gives to the container's user.
    kept = folder / "kept"
    kept.mkdir(mode=0o755)
    shutil.copy(ROOT / ".cache/sample/Helsinki.osm.pbf", kept)
    for path in (kept, *kept.iterdir()):
        os.chown(path, user, user)
    subprocess.run(["mount", "--bind", kept, root / says["VOLUME"].strip("/")], check=True)

    def become():
        os.chroot(root)
        os.chdir(says["WORKDIR"])
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)

    result = subprocess.run([program, "import", "Helsinki.osm.pbf", "-o", "map.atlas"], preexec_fn=become,
                            env=environment, capture_output=True, text=True)
    assert result.returncode == 0 and "warning" not in result.stderr, result.stderr
    port = free_port()
    # With a terminal (`podman run -t`), which Podman's log keeps.
    terminal, end = pty.openpty()
    server = subprocess.Popen(
        [program, "serve", "--host", "127.0.0.1", "--port", str(port), "--time-zone", "Europe/Helsinki"],
        preexec_fn=become,
        env=environment | {"container": "podman"},
        stdout=end,
    )
    os.close(end)
    try:
        visitor = Visitor(f"http://127.0.0.1:{port}")
        visitor.wait(server)
        visitor.look()
        said = ""
        while "operator" not in said or not said.endswith("\n"):
            said += os.read(terminal, 4096).decode()
        assert "#set-up=" not in said and "hereabouts account code --data data" in said, said
        # As docs/serving.md has it.
        made = subprocess.run([program, "account", "code", "--data", "/data/data"], preexec_fn=become, env=environment,
                              capture_output=True, text=True)
        visitor.join("anna", made.stdout.strip())
        visitor.post(WORDS, next((root / "usr/share/hereabouts/sample/guide/pictures").glob("*.webp")).read_bytes())
    finally:
        server.terminate()
        server.wait(60)
        os.close(terminal)
    assert server.returncode == 0, server.returncode
    print(f"the container's root of {archive.stat().st_size / 1e6:.0f} MB imports and serves by itself")


def main():
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3) or len(arguments) == 3 and arguments[1] != "--again":
        sys.exit(__doc__)
    if os.geteuid() != 0:
        sys.exit("a bare Debian is made and entered by root: sudo make check-package")
    if "HEREABOUTS_OWN_MOUNTS" not in os.environ:
        # All that is mounted goes with this namespace.
        environment = os.environ | {"HEREABOUTS_OWN_MOUNTS": "yes"}
        os.execvpe("unshare", ["unshare", "--mount", sys.executable, __file__, *arguments], environment)
    made = pathlib.Path(arguments[0]).resolve()
    [deb] = made.glob("hereabouts_*.deb")
    if len(arguments) == 3:
        assert deb.read_bytes() == pathlib.Path(arguments[2]).read_bytes(), "the same program gave another package"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name).resolve()
        try:
            check_root(made / "hereabouts-root.tar", folder)
            check_deb(deb, folder)
        finally:
            for mounted in ("root/proc", "root/dev", "container/proc", "container/dev", "container/data"):
                subprocess.run(["umount", folder / mounted], stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
