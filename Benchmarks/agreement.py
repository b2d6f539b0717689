"""Whether the tools arrived at the same documents."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def fingerprint(file: Path) -> str:
    """Equal for equal documents, in any order and with any spacing.

    The sum of the hashes of all documents: sorting a million of them would take memory.
    """
    total = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            text = json.dumps(json.loads(line), sort_keys=True)
            total += int.from_bytes(hashlib.sha256(text.encode()).digest())
    return f"{total % 2**256:064x}"
