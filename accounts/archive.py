"""The one file with everything of a user: a ZIP of JSON documents, a folder for each kind of thing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.text import slugify

from accounts.belongings import Belongings, Content, Piece, all_belongings, facts
from accounts.models import User

FORMAT_VERSION = 1
STEM_LENGTH = 50

# What is no data of the person: secrets, keys that are made of other columns, and what the site may do.
NOT_THEIRS = ("password", "username_key", "is_superuser", "is_staff", "is_active")


def write_archive(file: IO[bytes], user: User, now: datetime) -> None:
    """Write everything of `user` into `file`, one thing in memory at a time.

    The manifest comes last and counts what was written, so it is right also where a thing was saved meanwhile.
    """
    with ZipFile(file, "w") as archive:
        writer = _Writer(archive, now)
        writer.write("account.json", facts(user, *NOT_THEIRS))
        contents = [writer.write_all(kind, user) for kind in all_belongings()]
        writer.write(
            "manifest.json",
            {
                "type": "archive",
                "version": FORMAT_VERSION,
                "account": user.display_name,
                "made": now,
                "contents": contents,
            },
        )


def file_stem(name: str) -> str:
    """What is left of a name in that of a file: letters, digits and hyphens, on every system the same; perhaps ""."""
    return slugify(name, allow_unicode=True)[:STEM_LENGTH].strip("-")


def numbered_stem(number: int, name: str) -> str:
    """What the file of the `number`th thing is called.

    The number makes names different that would be the same, and none of them empty or a device's.
    """
    return f"{number:04d}-{file_stem(name)}".rstrip("-")


class _Writer:
    """Adds files to an archive, all with the same date."""

    def __init__(self, archive: ZipFile, now: datetime) -> None:
        self.archive = archive
        self.date = max(now, now.replace(year=1980)).timetuple()[:6]  # a ZIP knows no earlier year

    def write(self, path: str, content: Content) -> None:
        """Add one file."""
        if isinstance(content, Mapping):
            self.archive.writestr(self._entry(path), _json(content))
        else:
            self.archive.writestr(self._entry(path, ZIP_STORED), content)

    def write_all(self, kind: Belongings, user: User) -> dict:
        """Add everything of one kind; returns its line of the manifest."""
        pieces = kind.read(user)
        count = self._write_list(f"{kind.folder}.json", pieces) if kind.together else self._write_each(kind, pieces)
        path = f"{kind.folder}.json" if kind.together else f"{kind.folder}/"
        return {"what": kind.label, "path": path, "count": count}

    def _write_each(self, kind: Belongings, pieces: Iterable[Piece]) -> int:
        number = 0
        for number, piece in enumerate(pieces, 1):
            stem = f"{kind.folder}/{numbered_stem(number, piece.name)}"
            self.write(f"{stem}.json", piece.document)
            for name, content in piece.files:
                self.write(f"{stem}/{name}", content)
        return number

    def _write_list(self, path: str, pieces: Iterable[Piece]) -> int:
        """Add one file with a list, which is never in memory as a whole."""
        number = 0
        with self.archive.open(self._entry(path), "w") as file:
            file.write(b"[")
            for number, piece in enumerate(pieces, 1):
                file.write(b",\n" if number > 1 else b"\n")
                file.write(_json(piece.document).rstrip())
            file.write(b"\n]\n")
        return number

    def _entry(self, path: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
        entry = ZipInfo(path, self.date)
        entry.compress_type = compression
        entry.external_attr = 0o644 << 16  # else unpacking on some systems makes files nobody may read
        return entry


def _json(document: Mapping) -> bytes:
    return (json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n").encode()
