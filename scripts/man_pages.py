#!/usr/bin/env python3
"""Write the man pages: the program's commands from its own help, its settings from docs/serving.md.

Usage: man_pages.py PROGRAM FOLDER

A page for the program and one for each command that its help shows go to FOLDER/man1, the settings to FOLDER/man5.
Fails when docs/serving.md leaves out a setting that the program has.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "docs/serving.md"
EXIT_STATUS = [("0", "It is done."), ("1", "It could not be done; one line on standard error says why."),
               ("2", "The command or a setting is wrong.")]


def plain(text):
    """Returns text as roff shows it: nothing in it is a request."""
    text = text.replace("\\", "\\e").replace("\u2026", "...")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def literal(text):
    """Returns what people type: its hyphens can be copied, and it may go on in the next line where an address may."""
    return re.sub(r"([/?&])", r"\1\\:", plain(text).replace("-", "\\-"))


def from_markdown(text):
    """Returns a line of Markdown as roff: code in bold, links as their words."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    pieces = text.split("`")
    return "".join(f"\\fB{literal(piece)}\\fP" if index % 2 else plain(piece) for index, piece in enumerate(pieces))


def items(pairs):
    return [line for term, text in pairs for line in (".TP", term, text)]


def page(name, section, version, abstract, body):
    head = [
        f'.TH {literal(name).upper()} {section} "" "hereabouts {literal(version)}" "Hereabouts"',
        # Lines are neither stretched nor words divided: addresses and names are copied from here.
        ".ad l",
        ".nh",
        ".SH NAME",
        f"{literal(name)} \\- {plain(abstract.rstrip('.'))}",
    ]
    return "\n".join([*head, *body]) + "\n"


def spelling(name):
    return literal(("-" if name["kind"] == "short" else "--") + name["name"])


def value(argument):
    return plain(argument.get("valueName", "value")).replace("-", "\\-")


def description(argument):
    text = plain(argument.get("abstract", ""))
    if values := argument.get("allValues"):
        text += f" One of {', '.join(literal(value) for value in values)}."
    if default := argument.get("defaultValue"):
        text += f" Default: {literal(default)}."
    return text.strip()


def shown(command, kinds):
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]
            and argument["kind"] in kinds]


def synopsis(path, command):
    words = [f"\\fB{literal(' '.join(path))}\\fP"]
    if command.get("subcommands"):
        words.append("\\fIcommand\\fP")
    for argument in shown(command, ("option",)):
        if not argument["isOptional"]:
            words.append(f"\\fB{spelling(argument['preferredName'])}\\fP \\fI{value(argument)}\\fP")
    words.append("[\\fIoptions\\fP]")
    for argument in shown(command, ("positional",)):
        word = f"\\fI{value(argument)}\\fP" + ("..." if argument["isRepeating"] else "")
        words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def options(command):
    for argument in shown(command, ("positional",)):
        yield f"\\fI{value(argument)}\\fP", description(argument)
    for argument in shown(command, ("option", "flag")):
        names = ", ".join(f"\\fB{spelling(name)}\\fP" for name in argument["names"])
        yield names + (f" \\fI{value(argument)}\\fP" if argument["kind"] == "option" else ""), description(argument)


def command_page(path, command, version):
    name = "-".join(path)
    body = [".SH SYNOPSIS", synopsis(path, command), ".SH DESCRIPTION", plain(command.get("abstract", ""))]
    if text := command.get("discussion"):
        body += [".PP", plain(text)]
    commands = subcommands(command)
    if commands:
        body += [".SH COMMANDS"]
        body += items((f"\\fB{literal('-'.join([*path, inner['commandName']]))}\\fP(1)", plain(inner["abstract"]))
                      for inner in commands)
    body += [".SH OPTIONS", *items(options(command)), ".SH EXIT STATUS", *items(EXIT_STATUS), ".SH SEE ALSO"]
    others = (["hereabouts"] if len(path) > 1 else []) + ["hereabouts.conf"]
    body.append(", ".join(f"\\fB{literal(other)}\\fP({5 if other.endswith('.conf') else 1})" for other in others))
    return page(name, 1, version, command.get("abstract", ""), body)


def subcommands(command):
    return [inner for inner in command.get("subcommands", []) if inner["shouldDisplay"]
            and inner["commandName"] != "help"]


def commands(path, command):
    yield path, command
    for inner in subcommands(command):
        yield from commands([*path, inner["commandName"]], inner)


def settings_page(version, keys):
    section = SETTINGS.read_text().split("\n## Settings\n", 1)[1].split("\n## ", 1)[0]
    if missing := [key for key in keys if f"`{key}`" not in section]:
        sys.exit(f"{SETTINGS.relative_to(ROOT)} does not describe the setting {', '.join(missing)}")
    intro = [paragraph.replace("\n", " ") for paragraph in section.strip().split("\n\n")
             if not paragraph.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in section.splitlines()
            if line.startswith("| ")][1:]
    body = [".SH DESCRIPTION"]
    for paragraph in intro:
        body += [from_markdown(paragraph), ".PP"]
    body[-1:] = [".SH SETTINGS"]
    for key, default, *text in rows:
        body += [
            ".TP",
            from_markdown(key),
            from_markdown(" | ".join(text).rstrip(" |").replace(" (see below)", "")) + ".",
            ".br",
            f"Default: {from_markdown(default)}.",
        ]
    body += [".SH FILES"]
    body += items([
        ("\\fI/etc/hereabouts/hereabouts.conf\\fP", "What the service of the Debian package reads."),
        ("\\fI/var/lib/hereabouts\\fP", "What that service keeps: the map, its data and its backups."),
    ])
    body += [".SH SEE ALSO", "\\fBhereabouts\\-serve\\fP(1), \\fBhereabouts\\-doctor\\fP(1)"]
    return page("hereabouts.conf", 5, version, "settings of the server Hereabouts", body)


def output(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def write_pages(program, folder):
    """Writes all pages of a program; returns their paths."""
    program = str(pathlib.Path(program).resolve())
    version = output(program, "--version").strip()
    root = json.loads(output(program, "--experimental-dump-help"))["command"]
    pages = {f"man1/{'-'.join(path)}.1": command_page(path, command, version)
             for path, command in commands([root["commandName"]], root)}
    keys = [line.removeprefix("# ").split(" ")[0] for line in output(program, "serve", "--print-config").splitlines()]
    pages["man5/hereabouts.conf.5"] = settings_page(version, keys)
    for name, text in pages.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [pathlib.Path(folder) / name for name in pages]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(f"wrote {len(write_pages(*sys.argv[1:]))} man pages")
