#!/usr/bin/python3
"""schemas.py DIRECTORY: checks JSON against the schemas of a directory.

Each line of standard input is the name of a schema, a tab and a value. What does not fit is printed, a line
each; so is a schema that is none itself.

schemas.py DIRECTORY NAME: prints the keys of a schema as the table of a page.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

FIRST = "0.2.0"


def rows(schema, path="", since=FIRST):
    """The cells of each key, those of the keys within it after it."""
    for key, value in schema.get("properties", {}).items():
        comment = value.get("$comment", f"Since {since}.")
        cells = [f"`{path}{key}`", kind(value), value["description"].rstrip("."), comment[len("Since "):-1]]
        yield cells
        yield from rows(value, f"{path}{key}.", cells[-1])


def kind(value):
    """The type of a value, in words."""
    types = value["type"] if isinstance(value["type"], list) else [value["type"]]
    words = ", ".join(f"`{word}`" for word in value.get("enum", []))
    return " or ".join(types) + (": " + words if words else "")


def table(schema):
    """The lines of all its keys, for a page."""
    yield from ("| key | type | what it says | since |", "|---|---|---|---|")
    for part in schema.get("oneOf", [schema]):
        for cells in rows(part):
            yield "| " + " | ".join(cells) + " |"


def check(directory):
    """Prints what does not fit."""
    validators = {}
    for file in directory.glob("*.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            print(f"{file}: {error.message}")
        validators[file.stem] = Draft202012Validator(schema)
    for line in sys.stdin:
        name, value = line.rstrip("\n").split("\t", 1)
        for error in validators[name].iter_errors(json.loads(value)):
            for part in error.context or [error]:
                print(f"{name}: {part.json_path}: {part.message[:300]}")


def main(directory, name=None):
    directory = pathlib.Path(directory)
    if name is None:
        check(directory)
    else:
        print(*table(json.loads((directory / f"{name}.json").read_text(encoding="utf-8"))), sep="\n")


main(*sys.argv[1:])
