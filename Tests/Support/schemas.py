#!/usr/bin/python3
"""schemas.py DIRECTORY: checks JSON against the schemas of a directory.

Each line of standard input is the name of a schema, a tab and a value. What does not fit is printed, a line
each; so is a schema that is none itself.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

validators = {}
for file in pathlib.Path(sys.argv[1]).glob("*.json"):
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
