#!/usr/bin/env python3
"""Pack an installation: a Debian package, a tarball, or the root of a container.

Usage: package.py PROGRAM FOLDER deb | tarball | root

deb: hereabouts_VERSION_ARCHITECTURE.deb, with a service. tarball: hereabouts-VERSION-linux-MACHINE.tar.xz, to unpack
anywhere on a machine with the libraries that the package depends on. root: hereabouts-root.tar and the Containerfile
that takes it: the program, each library it needs, and nothing else. The version is the program's own. The same sources
and program give the same bytes.
"""
import email.utils
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from installation import ROOT, epoch, lay_out, output, settle, version, write_packed, write_service

PACKAGING = ROOT / "packaging"
MAINTAINER = (
    f"{os.environ.get('DEBFULLNAME', 'Hereabouts maintainers')} "
    f"<{os.environ.get('DEBEMAIL', 'maintainers@hereabouts.invalid')}>")
CONFIGURATION = "etc/hereabouts/hereabouts.conf"


def programs(tree):
    """All files of a tree that are loaded as code."""
    return [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()
            and path.read_bytes()[:4] == b"\x7fELF"]


def dependencies(tree):
    """The packages that hold the libraries a tree's programs are linked with, and the versions that have the functions
    in use.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "debian").mkdir()
        (folder / "debian/control").write_text("Source: hereabouts\n\nPackage: hereabouts\nArchitecture: any\n")
        result = subprocess.run(
            ["dpkg-shlibdeps", "-O", "-xhereabouts", f"-S{tree}", f"-l{tree}/usr/lib/hereabouts",
             *map(str, programs(tree))],
            cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return result.stdout.strip().removeprefix("shlibs:Depends=")


def control(tree, name, architecture):
    size = sum((path.stat().st_size + 1023) // 1024 if path.is_file() else 1 for path in tree.rglob("*")
               if "DEBIAN" not in path.parts)
    return "\n".join([
        "Package: hereabouts", f"Version: {name}", f"Architecture: {architecture}", f"Maintainer: {MAINTAINER}",
        f"Installed-Size: {size}",
        f"Depends: {dependencies(tree)}, adduser, tzdata", "Recommends: ca-certificates", "Section: web",
        "Priority: optional",
        "Description: living map of one place, served by one program",
        " Turns an OpenStreetMap extract into a map server: vector tiles, search,",
        " addresses and routes, and what people there do: posts, a guide of venues, and",
        " where they are, if they like. People use it in a browser, also offline;", " programs over HTTP.", ""])


def write_changelog(documents, name):
    """Puts a change log of Debian's form beside our own."""
    (documents / "changelog.gz").rename(documents / "CHANGELOG.md.gz")
    entry = (
        f"hereabouts ({name}) unstable; urgency=medium\n\n  * What is new is in CHANGELOG.md.\n\n"
        f" -- {MAINTAINER}  {email.utils.formatdate(epoch())}\n")
    write_packed(documents / "changelog.gz", entry.encode())


def make_deb(program, folder):
    name, architecture = version(program), output("dpkg", "--print-architecture").strip()
    target = folder / f"hereabouts_{name}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary) / "tree"
        lay_out(program, "/usr", tree)
        # In the package they are where the system looks for them.
        shutil.rmtree(tree / "usr/share/hereabouts/service")
        write_service("/usr", tree / "usr/lib/systemd/system")
        (tree / CONFIGURATION).parent.mkdir(parents=True)
        shutil.copy(PACKAGING / "hereabouts.conf", tree / CONFIGURATION)
        write_changelog(tree / "usr/share/doc/hereabouts", name)
        meta = tree / "DEBIAN"
        shutil.copytree(PACKAGING / "debian", meta)
        (meta / "conffiles").write_text(f"/{CONFIGURATION}\n")
        files = [path for path in sorted(tree.rglob("*")) if path.is_file() and meta not in path.parents]
        (meta / "md5sums").write_text(
            "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files))
        (meta / "control").write_text(control(tree, name, architecture))
        for path in (*tree.rglob("*"), tree):
            settle(path)
        for script in ("postinst", "prerm", "postrm"):
            (meta / script).chmod(0o755)
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())}
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(target)], check=True,
                       env=environment, stdout=subprocess.DEVNULL)
    return target


def pack(tree, name, target):
    """Packs a tree, owned by root, as folder `name`."""
    subprocess.run(
        [
            "tar", "--create", "--auto-compress", f"--file={target}", "--sort=name", "--format=gnu", "--owner=0",
            "--group=0", "--numeric-owner", f"--mtime=@{epoch()}", f"--directory={tree}", name,
        ],
        check=True,
    )
    return target


def make_tarball(program, folder):
    name = f"hereabouts-{version(program)}-linux-{platform.machine()}"
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary)
        # The unit is for who moves the tree there.
        lay_out(program, "/usr/local", tree / "laid")
        shutil.move(tree / "laid/usr/local", tree / name)
        for path in (tree / name, *(tree / name).glob("*"), *(tree / name).glob("share/*")):
            settle(path)
        return pack(tree, name, folder / f"{name}.tar.xz")


def make_root(program, folder):
    """Lays out exactly what the Containerfile takes."""
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary) / "root"
        lay_out(program, "/usr", tree)
        shutil.rmtree(tree / "usr/share/man")
        needed = {path for file in programs(tree) for path in re.findall(r"(/\S+) \(0x", output("ldd", str(file)))
                  if not path.startswith(str(tree))}
        for path in sorted(needed):
            (tree / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, tree / path.lstrip("/"))
            take_notice(path, tree)
        shutil.copytree("/usr/share/zoneinfo", tree / "usr/share/zoneinfo", symlinks=True)
        take_notice("/usr/share/zoneinfo/UTC", tree)
        (tree / "etc").mkdir()
        (tree / "etc/passwd").write_text("hereabouts:x:10001:10001::/data:/usr/sbin/nologin\n")
        (tree / "etc/group").write_text("hereabouts:x:10001:\n")
        (tree / "data").mkdir()
        (tree / "tmp").mkdir()
        for path in (*tree.rglob("*"), tree):
            if not path.is_symlink() and "bin" not in path.parent.name and not path.name.startswith("ld-linux"):
                settle(path)
        (tree / "tmp").chmod(0o1777)
        (tree / "data").chmod(0o777)
        shutil.copy(PACKAGING / "Containerfile", folder)
        return pack(tree, ".", folder / "hereabouts-root.tar")


def take_notice(path, tree):
    """Copies the notice of the Debian package that a file is from."""
    for candidate in (path, os.path.realpath(path), "/usr" + path):
        found = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True)
        if found.returncode == 0:
            package = found.stdout.split(":", 1)[0]
            notice = tree / f"usr/share/doc/{package}/copyright"
            notice.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(f"/usr/share/doc/{package}/copyright", notice)
            return
    sys.exit(f"no package of this system has {path}, so its licence is not known")


MAKERS = {"deb": make_deb, "tarball": make_tarball, "root": make_root}


def main():
    if len(sys.argv) != 4 or sys.argv[3] not in MAKERS:
        sys.exit(__doc__)
    program, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    made = MAKERS[sys.argv[3]](program.resolve(), folder.resolve())
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
