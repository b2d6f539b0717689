#!/usr/bin/env python3
"""Writes a manual page for every command, from what the program tells of itself.

  manual.py BINARY DIRECTORY
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = """
Every setting of SETTINGS can be given as a variable: HALLO_STORE, HALLO_ARCHIVE, HALLO_OLDER_THAN and so
on. HALLO_CONFIG names the file of settings. NO_COLOR, if it is not empty, turns colours off. SQLITE_TMPDIR
names a directory for temporary files, for which a run that archives needs the size of the store.
"""

SETTINGS = """
What is the same every time can stand in hallo-migrate.yaml in the working directory, or in the file that
`--config` names, one setting a line, as in `older-than: 120d`. A flag wins over the environment, and that
over the file. `hallo-migrate doctor` shows what is in force, and why.
"""


def main():
    binary, directory = sys.argv[1], Path(sys.argv[2])
    told = subprocess.run([binary, "--experimental-dump-help"], check=True, capture_output=True)
    version = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True)
    directory.mkdir(parents=True, exist_ok=True)
    root = json.loads(told.stdout)["command"]
    for names, command in family([], root):
        page = "-".join(names)
        text = manual(names, command, version.stdout.strip(), isRoot=command is root)
        (directory / f"{page}.1").write_text(text, encoding="utf-8")


def family(above, command):
    """A command and all below it, each with the words that it is called by."""
    names = [*above, command["commandName"]]
    yield names, command
    for child in command.get("subcommands", []):
        if child["commandName"] != "help":
            yield from family(names, child)


def manual(names, command, version, isRoot):
    page = "-".join(names)
    lines = [
        # "User Commands" has no room between two long names.
        f'.TH "{escape(page).upper()}" 1 "" "hallo-migrate {version}" "Commands"',
        # No word is broken, since it may be a command, nor are words pulled apart.
        ".nh",
        ".ad l",
        ".SH NAME",
        rf"{escape(page)} \- {escape(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS",
        *synopsis(names, command),
    ]
    text, sections = split(command.get("discussion", ""))
    if text:
        lines += [".SH DESCRIPTION", *paragraphs(text)]
    arguments = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    if arguments:
        lines += [".SH OPTIONS"]
        for argument in arguments:
            if inverted(argument) in [name(a) for a in arguments]:
                continue
            lines += [".TP", label(argument, arguments), escape(described(argument))]
    children = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if children:
        lines += [".SH COMMANDS"]
        for child in children:
            called = f"{page}-{child['commandName']}"
            lines += [".TP", rf".BR {escape(called)} (1)", escape(child["abstract"])]
    if "Exit codes" in sections:
        lines += [".SH EXIT STATUS"]
        for line in sections["Exit codes"]:
            code, meaning = line.split(maxsplit=1)
            lines += [".TP", rf".B {code}", escape(meaning)]
    if isRoot:
        lines += [".SH SETTINGS", *paragraphs(SETTINGS), ".SH ENVIRONMENT", *paragraphs(ENVIRONMENT)]
    if "Example" in sections:
        lines += [".SH EXAMPLES", "The directory Samples comes with the program.", ".PP", ".nf"]
        lines += [escape(line.strip()) for line in sections["Example"]] + [".fi"]
    if not isRoot:
        lines += [".SH SEE ALSO", ".BR hallo\\-migrate (1)"]
    return "\n".join(lines) + "\n"


def synopsis(names, command):
    lines = [rf".B {escape(' '.join(names))}"]
    arguments = command.get("arguments", [])
    if command.get("subcommands"):
        lines.append(r"\fIcommand\fR")
    for argument in (a for a in arguments if a["kind"] == "option" and not a["isOptional"]):
        lines.append(label(argument, arguments))
    if any(a["kind"] != "positional" for a in arguments):
        lines.append(r"[\fIoptions\fR]")
    for argument in (a for a in arguments if a["kind"] == "positional"):
        name = rf"\fI{escape(argument['valueName'])}\fR"
        name += r"\ ..." if argument["isRepeating"] else ""
        lines.append(f"[{name}]" if argument["isOptional"] else name)
    return lines


def name(argument):
    return argument.get("preferredName", {}).get("name", "")


def inverted(argument):
    """The flag that this one undoes, such as keep-document for no-keep-document; else None."""
    return name(argument)[3:] if name(argument).startswith("no-") else None


def label(argument, arguments):
    if argument["kind"] == "positional":
        return rf"\fI{escape(argument['valueName'])}\fR"
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    names = [rf"\fB{escape(dashes[n['kind']] + n['name'])}\fR" for n in argument["names"]]
    names += [rf"\fB{escape('--' + name(a))}\fR" for a in arguments if inverted(a) == name(argument)]
    value = rf" \fI{escape(argument['valueName'])}\fR" if argument["kind"] == "option" else ""
    return ", ".join(names) + value


def described(argument):
    text = argument.get("abstract", "")
    default = argument.get("defaultValue")
    return f"{text} (default: {default})" if default else text


def split(discussion):
    """The text of a discussion, and the indented lines below each heading such as `Example:`."""
    text, sections, heading = [], {}, None
    for line in discussion.splitlines():
        if line in ("Example:", "Exit codes:"):
            heading = line.rstrip(":")
            sections[heading] = []
        elif heading and line.startswith("  "):
            sections[heading].append(line)
        elif line or not heading:
            heading = None
            text.append(line)
    return "\n".join(text).strip(), sections


def paragraphs(text):
    lines = []
    for paragraph in text.strip().split("\n\n"):
        lines += [".PP"] if lines else []
        lines += [escape(line) for line in paragraph.splitlines()]
    return lines


def escape(text):
    """Text as roff has it: a hyphen that can be copied, and no line that begins a request.

    What is between backticks is bold.
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub("`([^`]*)`", r"\\fB\1\\fR", text)
    text = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in text)
    return r"\&" + text if text.startswith((".", "'")) else text


if __name__ == "__main__":
    main()
