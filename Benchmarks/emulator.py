"""Google's Firestore emulator, with the documents of an export."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

JAR = Path("/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar")
MAIN = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"
READY = "is now running"
SECONDS = 120


def is_installed() -> bool:
    return JAR.exists() and which("java") is not None


@contextmanager
def running(export: Path, log: Path) -> Iterator[None]:
    """Starts an emulator on a free port, and names it in the environment until it ends."""
    address = f"127.0.0.1:{free_port()}"
    host, port = address.split(":")
    java = ["java", "-Xmx3g", "-cp", str(JAR), MAIN, f"--host={host}", f"--port={port}"]
    with log.open("w") as output:
        process = subprocess.Popen(
            [*java, "--seed_from_export", str(export)], stdout=output, stderr=subprocess.STDOUT
        )
    os.environ["FIRESTORE_EMULATOR_HOST"] = address
    try:
        wait(process, log)
        yield
    finally:
        del os.environ["FIRESTORE_EMULATOR_HOST"]
        process.kill()
        process.wait()


def wait(process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + SECONDS
    while READY not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"the emulator did not start: see {log}")
        time.sleep(0.2)


def free_port() -> int:
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]
