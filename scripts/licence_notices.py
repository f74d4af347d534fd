"""Write the licence notices of an installation, in Debian's machine-readable form (DEP 5).

The list of linked packages comes from Package.resolved and the notices in each package's folder, what browsers load
from Web/licences.txt.
"""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECKOUTS = ROOT / ".build/checkouts"
AUTHORS = "The Hereabouts authors"
# Licences of other things that an installation has beside the program and the page.
OTHERS = [
    (
        "Swift's runtime and Foundation in lib/hereabouts: https://swift.org", "lib/hereabouts/*",
        "Apple Inc. and the Swift project authors", "Apache-2.0 with Swift exception",
    ),
    (
        "ICU, a part of Foundation: https://icu.unicode.org", "lib/hereabouts/lib_FoundationICU.so",
        "1991-2025 Unicode, Inc.", "Unicode-3.0",
    ),
    (
        "Extract of central Helsinki: https://www.openstreetmap.org/copyright",
        "share/hereabouts/sample/Helsinki.osm.pbf", "OpenStreetMap contributors", "ODbL-1.0",
    ),
    (
        "Borders of countries by Natural Earth: https://www.naturalearthdata.com", "share/hereabouts/countries.bin",
        "none", "public-domain",
    ),
    (
        "Public holidays, computed by the Python package holidays: https://github.com/vacanza/holidays",
        "share/hereabouts/holidays.txt", "Vacanza Team", "MIT",
    ),
]
TEXTS = {
    "Apache-2.0": "On Debian systems the text is in /usr/share/common-licenses/Apache-2.0; elsewhere "
                  "see\nhttps://www.apache.org/licenses/LICENSE-2.0.",
    "Apache-2.0 with Swift exception":
        "Apache License 2.0, as above, and:\n"
        "As an exception, if you use this Software to compile your source code and portions of this Software are "
        "embedded into the\nbinary product as a result, you may redistribute such product without providing "
        "attribution as would otherwise be required\nby Sections 4(a), 4(b) and 4(d) of the License.",
    "ODbL-1.0": "Open Database License 1.0: https://opendatacommons.org/licenses/odbl/1-0/",
    "public-domain": "Natural Earth has put its maps into the public domain: "
                     "https://www.naturalearthdata.com/about/terms-of-use/",
    "Unicode-3.0": (ROOT / "packaging/unicode-licence.txt").read_text(),
}
WEB_LICENCES = {"SIL Open Font License 1.1": "OFL-1.1"}


def field(name, text):
    """Returns a field of several lines: each begins with a blank, empty ones are a dot."""
    first, *rest = text.strip().splitlines()
    return "\n".join([f"{name}: {first}", *(f" {line.rstrip()}" if line.strip() else " ." for line in rest)])


def stanza(comment, files, owner, licence):
    return "\n".join([f"Files: {files}", field("Copyright", owner), f"License: {licence}", field("Comment", comment)])


def owners(folder, name):
    """Returns the holder in a package's notices; else its authors."""
    for file in (*folder.glob("NOTICE*"), *folder.glob("LICENSE*")):
        if found := re.search(r"^\W*Copyright (?:\(c\) |© )?((?!\[)[\d, –-]*\S.*)$", file.read_text(),
                              re.IGNORECASE | re.MULTILINE):
            return found[1].strip()
    return f"the authors of {name}"


def linked():
    """Yields the notice for each package that the program may contain, with the licence's text unless it is Apache's.
    """
    for pin in sorted(json.loads((ROOT / "Package.resolved").read_text())["pins"], key=lambda pin: pin["identity"]):
        folder = CHECKOUTS / pin["location"].removesuffix(".git").rsplit("/", 1)[1]
        text = next(folder.glob("LICENSE*")).read_text()
        comment = f"Linked into the program: {pin['location'].removesuffix('.git')} {pin['state'].get('version', '')}\n"
        comment += "".join(notice.read_text() for notice in folder.glob("NOTICE*"))
        if "Apache License" in text:
            licence = "Apache-2.0 with Swift exception" if "Runtime Library Exception" in text else "Apache-2.0"
        elif text.split("\n\n", 1)[-1].startswith("Permission is hereby granted, free of charge"):
            licence = "MIT"
            TEXTS.setdefault("MIT", text.split("\n\n", 1)[-1])
        else:
            raise SystemExit(f"{folder.name} has a licence that is neither Apache's nor MIT's; add it to "
                             f"{pathlib.Path(__file__).name}")
        yield stanza(comment, f"{folder.name}/*", owners(folder, folder.name), licence)


def of_page():
    """Yields the notice for each part of the page that others made."""
    for block in (ROOT / "Web/licences.txt").read_text().split("\n\n\n")[1:]:
        title, _, rest = block.strip().partition("\n")
        found = re.fullmatch(r"(.*?)[\d. ]* \((.*)\)", title)
        if not found:
            continue
        url, _, text = rest.partition("\n\n")
        owner, licence = (
            "\n".join(line for line in text.splitlines() if "opyright (c)" in line or line.startswith("Copyright")),
            WEB_LICENCES.get(found[2], found[2]),
        )
        TEXTS.setdefault(licence, (ROOT / "Web/vendor/inter-licence.txt").read_text() if licence == "OFL-1.1" else text)
        yield stanza(f"{title}: {url}", f"share/hereabouts/Web/vendor/{found[1].strip().split(' ')[0].lower()}*", owner,
                     licence)


def text():
    """The whole file."""
    head = "\n".join([
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/", "Upstream-Name: Hereabouts",
        "Comment: Debian's own libraries, which the program uses, bring their notices with their packages."])
    stanzas = [head, "\n".join(["Files: *", f"Copyright: {AUTHORS}", "License: Apache-2.0"]), *linked(), *of_page(),
               *(stanza(*other) for other in OTHERS)]
    licences = [
        f"License: {name}\n"
        + "\n".join(f" {line.rstrip()}" if line.strip() else " ." for line in words.strip().splitlines())
        for name, words in TEXTS.items()
    ]
    return "\n\n".join(stanzas + licences) + "\n"
