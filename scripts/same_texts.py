"""The texts in which two programs are compared, what in them may differ, and the differences that were found."""
import base64
import collections
import io
import json
import re
import sys
import zipfile

# All that may differ in two answers is here. First, header fields: the moment, and lengths, which identifiers change
# when they are compressed.
NOT_COMPARED = {"date", "content-length"}
# Random values become `<0>`, `<1>`, … in the order in which a text shows them, so that equal values stay equal.
DRAWN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"  # identifiers
    # tokens, handles and challenges; not words
    r"|(?<![0-9A-Za-z_-])(?=[a-z_-]*[0-9A-Z])(?:hb_)?(?:[0-9A-Za-z_-]{22}|(?:[0-9A-Za-z_-]{43}){1,2})(?![0-9A-Za-z_-])"
    # the secrets of links and invitations, after their identifiers
    r"|(?<=[0-9a-f]{12}\.)[0-9a-z]{5,13}-[0-9a-z]{5,13}"
    r"|(?<![0-9A-Z])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}(?![0-9A-Z])"  # codes
    # pseudonyms, and what an atlas is known by; not the digits of a number
    r"|(?<![0-9a-f.])(?=[0-9]*[a-f])[0-9a-f]{16}(?![0-9a-f])"
    r'|(?<="code":")<svg.*?</svg>'
)  # codes to scan, which hold tokens
PORTS = re.compile(r"(localhost|127\.0\.0\.1):\d+")
# The settings of a tracker, in an address of its own.
SETTINGS = re.compile(r"(?<=\?inline=)[0-9A-Za-z+/=_-]+")
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
BEFORE, AFTER = 40, 120


def named(text):
    """Returns a text with its random values replaced by names."""
    names = {}
    text = SETTINGS.sub(unpacked, text)
    text = DRAWN.sub(lambda match: names.setdefault(match[0], f"<{len(names)}>"), text)
    return PORTS.sub(r"\1", text)


def unpacked(match):
    """JSON that an address holds, in an order of its own."""
    # The reader adds the padding.
    content = base64.b64decode(match[0].rstrip("=").translate(str.maketrans("-_", "+/")) + "===")
    return json.dumps(json.loads(content), sort_keys=True)


def readable(content):
    """Returns bytes as a text: an archive as the texts of its files, binary data with a character for each byte."""
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "\n".join(f"{name}\n{readable(archive.read(name))}" for name in archive.namelist())
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def text_of_answer(status, fields, content, is_drawn=False):
    """An answer as one text. Of content that is drawn by chance, the numbers are left out."""
    lines = sorted(f"{name.lower()}: {value}" for name, value in fields if name.lower() not in NOT_COMPARED)
    head, end, body = named("\n".join([str(status), *lines, "", readable(content)])).partition("\n\n")
    return head + end + (NUMBERS.sub("#", body) if is_drawn else body)


class Differences:
    """Counts what was compared, by kind, and keeps where the texts of the two programs differ."""

    def __init__(self, expected=()):
        self.expected = [re.compile(each) for each in expected]
        self.compared, self.meant, self.found = collections.Counter(), collections.Counter(), collections.defaultdict(
            list)

    def without_expected(self, text):
        for each in self.expected:
            text = each.sub("", text)
        return text

    def alike(self, before, after):
        """Whether two texts are the same, but for what was meant to change."""
        return before == after or self.without_expected(before) == self.without_expected(after)

    def compare(self, kind, question, before, after):
        """Keeps two texts if they are not alike."""
        self.compared[kind] += 1
        if not self.alike(before, after):
            self.found[kind].append((question, self.without_expected(before), self.without_expected(after)))
        elif before != after:
            self.meant[kind] += 1

    def report(self, most):
        for kind, count in self.compared.items():
            meant = f", {self.meant[kind]} as they were meant to" if self.meant[kind] else ""
            print(f"{count} {kind} compared, {len(self.found[kind])} differ{meant}")
        for kind, found in self.found.items():
            shown = collections.Counter()
            for question, before, after in found:
                name = question.split("  ")[0]
                shown[name] += 1
                if shown[name] <= most:
                    print(f"\n{kind}: {question}"[:400])
                    print("\n".join(difference(before, after)))
            for name, count in shown.items():
                if count > most:
                    print(f"\n{kind}: {name}: {count - most} more differ")
        sys.stdout.flush()


def difference(before, after):
    """Where two texts first differ, with a few characters around it."""
    at = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
              min(len(before), len(after)))
    begin = max(0, at - BEFORE)
    return [f"  {side}, character {at} of {len(text)}: {text[begin:at + AFTER]!r}"
            for side, text in (("before", before), ("after ", after))]
