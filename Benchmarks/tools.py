"""The tools that are compared, each as the command lines of its steps."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
IMPORT, DRY_RUN, UP, STATUS, NOTHING, DOWN = (
    "import",
    "up --dry-run",
    "up",
    "status",
    "up, nothing to do",
    "down --to 0000",
)
STEPS = (IMPORT, DRY_RUN, UP, STATUS, NOTHING, DOWN)

OURS, PYTHON, DUCKDB, SQLITE_UTILS = "hallo-migrate", "Python", "DuckDB", "sqlite-utils"
PEERS = (DUCKDB, PYTHON, SQLITE_UTILS)


@dataclass(frozen=True)
class Tool:
    """A tool and its store; a step that it does not have is left out."""

    name: str
    store: Path
    commands: dict[str, list[str]]
    # Writes the documents of the store to `exported`; nothing for a tool that only imports.
    export: list[str]
    exported: Path

    def remove_store(self) -> None:
        for file in self.store.parent.glob(f"{self.store.name}*"):
            file.unlink()


def ours(binary: Path, scratch: Path, file: Path) -> Tool:
    store = scratch / "hallo.sqlite"

    def command(*arguments: str) -> list[str]:
        return [str(binary), *arguments, "--store", str(store)]

    commands = {
        IMPORT: command("import", str(file), "--json"),
        DRY_RUN: command("up", "--dry-run", "--json"),
        UP: command("up", "--json"),
        STATUS: command("status", "--json"),
        NOTHING: command("up", "--json"),
        DOWN: command("down", "--to", "0000", "--json"),
    }
    exported = scratch / "hallo.exported.ndjson"
    export = command("export", str(exported), "--format", "ndjson")
    return Tool(OURS, store, commands, export, exported)


def script(name: str, program: str, environment: Path, scratch: Path, file: Path) -> Tool:
    store = scratch / f"{program}.store"
    start = [str(environment / "bin/python"), str(HERE / f"{program}.py")]
    commands = {
        IMPORT: [*start, "import", str(store), str(file)],
        UP: [*start, "up", str(store)],
    }
    exported = scratch / f"{program}.exported.ndjson"
    export = [*start, "export", str(store), str(exported)]
    return Tool(name, store, commands, export, exported)


def sqlite_utils(environment: Path, scratch: Path, file: Path) -> Tool:
    store = scratch / "sqlite-utils.sqlite"
    program = str(environment / "bin/sqlite-utils")
    insert = [program, "insert", str(store), "docs", str(file), "--nl", "--pk", "path", "--silent"]
    return Tool(SQLITE_UTILS, store, {IMPORT: insert}, [], scratch / "none")


def peers(scratch: Path, file: Path) -> list[Tool]:
    environment = install(scratch / "venv")
    return [
        script(DUCKDB, "peer_duckdb", environment, scratch, file),
        script(PYTHON, "peer_python", environment, scratch, file),
        sqlite_utils(environment, scratch, file),
    ]


def install(environment: Path) -> Path:
    """A virtual environment with the pinned peers, made once for each set of pins."""
    pins = (HERE / "requirements.txt").read_text()
    stamp = environment / "installed.txt"
    if not stamp.exists() or stamp.read_text() != pins:
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        pip = [environment / "bin/python", "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
        stamp.write_text(pins)
    return environment
