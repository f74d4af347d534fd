#!/usr/bin/env python3
"""Make the table of public holidays that import reads, .cache/import/holidays.txt. Running it again does nothing.

The days are those of the Python package `holidays`, read from pinned wheels on PyPI whose checksums are checked before
anything is unpacked. The layout of the table is described in Sources/OSMImport/Reading/HolidayFile.swift.
"""
import collections
import datetime
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import warnings
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / ".cache/import/holidays.txt"

WHEELS = {
    "holidays==0.109": "7d39c910167116d41fa6aae18d5e72b4541700cdd37743d799c83db3419201b0",
    "python-dateutil==2.9.0.post0": "a8b2bc7bffae282281c8140a97d3aa9c14da0b136dfe83f850eea9a5f7470427",
    "six==1.17.0": "4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274",
}
# Stated, so that two machines make the same table: goes on with each new version of the package.
YEARS = range(2025, 2037)
EPOCH = datetime.date(1970, 1, 1)


def recipe():
    """Returns a checksum of all that decides the result."""
    return hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()


def download(folder):
    """Unpacks the wheels where Python imports from."""
    for requirement, checksum in WHEELS.items():
        target = folder / "wheels" / requirement.partition("==")[0]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--only-binary",
             ":all:", "-d", str(target), requirement], check=True)
        wheel = next(target.glob("*.whl"))
        if hashlib.sha256(wheel.read_bytes()).hexdigest() != checksum:
            sys.exit(f"{wheel.name} has another checksum than the pinned one; nothing was unpacked")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    sys.path.insert(0, str(folder))


def days(country, subdivision=None):
    """Returns the years that the package knows, and the holidays in them: a day and whether it is certain."""
    import holidays

    own = getattr(holidays, country)
    # A country that is new or changed its calendar is not known in all years.
    years = [year for year in YEARS if own.start_year <= year <= own.end_year]
    if not years:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = own(subdiv=subdivision, years=years, language="en_US" if "en_US" in own.supported_languages else None)
    certain = {}
    for day, name in found.items():
        if day.year not in years:
            continue
        number = (day - EPOCH).days
        if "estimated" in name:
            # Months that begin when the moon is seen: it may be the day before or after.
            for near in (number - 1, number, number + 1):
                certain.setdefault(near, False)
        else:
            certain[number] = True
    first, last = ((datetime.date(year, month, day) - EPOCH).days
                   for year, month, day in ((years[0], 1, 1), (years[-1], 12, 31)))
    return years, {day: certain[day] for day in sorted(certain) if first <= day <= last}


def line(years, certain):
    steps, before = [], 0
    for day, is_certain in certain.items():
        steps.append(f"{day - before}{'' if is_certain else '~'}")
        before = day
    return " ".join([str(years[0]), str(years[-1]), *steps])


def anywhere(parts):
    """Returns the holidays of a part of a country that is not known: certain where they are holidays in all parts."""
    votes = collections.Counter()
    for certain in parts:
        votes.update({day: 1 if is_certain else 0 for day, is_certain in certain.items()})
    return {day: votes[day] == len(parts) for day in sorted(votes)}


def rows():
    import holidays

    for country, subdivisions in sorted(holidays.list_supported_countries(include_aliases=False).items()):
        if len(country) != 2 or (whole := days(country)) is None:
            continue
        own = line(*whole)
        yield country, own
        parts = [days(country, subdivision) for subdivision in subdivisions]
        texts = [line(*part) for part in parts]
        for subdivision, text in zip(subdivisions, texts):
            # A part may have an alpha-2 code of its own: it is found by that, too.
            yield f"{country}-{subdivision}", f"= {country}" if text == own else text
        if any(text != own for text in texts):
            yield f"{country}-*", line(whole[0], anywhere([whole[1]] + [part[1] for part in parts]))


def main():
    head = f"# Public holidays, by {next(iter(WHEELS))}, years {YEARS[0]} to {YEARS[-1]}; recipe {recipe()}\n"
    if TABLE.exists() and TABLE.open().readline() == head:
        return
    print(f"making the table of public holidays of {YEARS[0]} to {YEARS[-1]}", flush=True)
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        download(pathlib.Path(name))
        text = head + "".join(f"{code} {rest}\n" for code, rest in sorted(rows()))
    partial = TABLE.with_suffix(".partial")
    partial.write_text(text)
    partial.rename(TABLE)


if __name__ == "__main__":
    main()
