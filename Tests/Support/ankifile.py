#!/usr/bin/env python3
"""Writes a collection of Anki with the tables that Anki makes, and the packages that it exports.

    ankifile.py FILE JSON

JSON: an object with `schema` (11 or 18), and if they are not as usual `rollover` (an hour; null for none),
`born` (seconds), `scheduler` (null for none); and `reviews`, each [milliseconds, ease, time, type]. A FILE that ends in
`.colpkg` is a package: of the new kind for schema 18, of the old one for 11. One that ends in `.anki21b` is
packed with the program `zstd`.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

TABLES = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
  ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
  models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
  due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
  lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
  ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
  type integer NOT NULL);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE TABLE graves (oid integer NOT NULL, type integer NOT NULL, usn integer NOT NULL);
"""
# From schema 15 on, with an order of names that only Anki knows.
NEWER_TABLES = """
CREATE TABLE config (KEY text NOT NULL PRIMARY KEY, usn integer NOT NULL, mtime_secs integer NOT NULL,
  val blob NOT NULL) without rowid;
CREATE TABLE decks (id integer PRIMARY KEY NOT NULL, name text NOT NULL COLLATE unicase,
  mtime_secs integer NOT NULL, usn integer NOT NULL, common blob NOT NULL, kind blob NOT NULL);
CREATE UNIQUE INDEX idx_decks_name ON decks (name);
CREATE TABLE tags (tag text NOT NULL PRIMARY KEY COLLATE unicase, usn integer NOT NULL,
  collapsed boolean NOT NULL, config blob NULL) without rowid;
INSERT INTO decks VALUES (1, 'Default', 0, 0, x'', x''), (2, 'Korean', 0, 0, x'', x'');
INSERT INTO tags VALUES ('verb', 0, 0, NULL);
"""


def unicase(one, other):
    one, other = one.lower(), other.lower()
    return (one > other) - (one < other)


def write(path, schema=18, rollover=4, born=1_577_847_600, scheduler=2, reviews=(), page_size=4096):
    """A collection; the reviews are rows of (milliseconds, ease, time, type)."""
    base = sqlite3.connect(path)
    base.create_collation("unicase", unicase)
    base.executescript(f"PRAGMA page_size = {page_size};" + TABLES)
    settings = {"collapseTime": 1200, "sched2021": True}
    if scheduler is not None:
        settings["schedVer"] = scheduler
    if rollover is not None:
        settings["rollover"] = rollover
    if schema > 11:
        base.executescript(NEWER_TABLES)
        rows = [(key, json.dumps(value).encode()) for key, value in settings.items()]
        base.executemany("INSERT INTO config VALUES (?, 0, 0, ?)", rows)
    conf = "" if schema > 11 else json.dumps(settings)
    base.execute(
        "INSERT INTO col VALUES (1, ?, 0, 0, ?, 0, 0, 0, ?, '', '', '', '')", (born, schema, conf)
    )
    base.executemany(
        "INSERT INTO revlog VALUES (?, ?, -1, ?, 1, 0, 2500, ?, ?)",
        [(id, 1_600_000_000_000 + id % 7, ease, time, type) for id, ease, time, type in reviews],
    )
    base.commit()
    base.close()


def pack(path, packed):
    subprocess.run(["zstd", "-q", "-f", path, "-o", packed], check=True)


def package(path, schema=18, **collection):
    """A package as Anki exports it: a collection that tells older versions to update lies beside the real one."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path, "w") as archive:
        made, note = f"{folder}/made", f"{folder}/note"
        write(made, schema, **collection)
        write(note, 11, born=0)
        archive.writestr("meta", bytes([8, 3 if schema > 11 else 2]))
        if schema > 11:
            pack(made, made + ".zst")
            archive.write(made + ".zst", "collection.anki21b")
        else:
            archive.write(made, "collection.anki21", zipfile.ZIP_DEFLATED)
        archive.write(note, "collection.anki2", zipfile.ZIP_DEFLATED)
        archive.writestr("media", "{}")


if __name__ == "__main__":
    path, collection = sys.argv[1], json.loads(sys.argv[2])
    if path.endswith(".colpkg"):
        package(path, **collection)
    elif path.endswith(".anki21b"):
        write(path + ".db", **collection)
        pack(path + ".db", path)
        os.remove(path + ".db")
    else:
        write(path, **collection)
