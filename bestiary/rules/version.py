"""A short name for the exact state of the rules."""

import hashlib
from pathlib import Path


def digest(*folders: Path) -> str:
    """16 hexadecimal digits over the names and contents of all `.py` and `.toml` files below the folders."""
    state = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".toml"}):
            content = path.read_bytes()
            # The length keeps two files from reading like one.
            state.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
            state.update(content)
    return state.hexdigest()[:16]
