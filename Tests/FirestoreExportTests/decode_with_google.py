"""Prints the documents of an export's output file, read by Google's own decoder, one a line.

Usage: decode_with_google.py OUTPUT-FILE. Needs the package appengine-python-standard. The notation
is that of ValueText.swift, but for vectors: the decoder takes them for arrays of doubles.
"""

import struct
import sys

from google.appengine.datastore import entity_bytes_pb2

BLOCK = 32768


def records(data):
    record = b""
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        at = 0
        while at + 7 <= len(block):
            _, length, kind = struct.unpack_from("<IHB", block, at)
            if kind == 0:
                break
            record += block[at + 7 : at + 7 + length]
            at += 7 + length
            if kind in (1, 4):
                yield record
                record = b""


def parse(data):
    entity = entity_bytes_pb2.EntityProto()
    entity.ParseFromString(data)
    missing = entity.FindInitializationErrors()
    if missing:
        sys.exit(f"required by Google's decoder, and missing: {missing}")
    return entity


def escaped(text):
    return "".join(c if " " <= c <= "~" else f"\\u{{{ord(c):x}}}" for c in text)


def bits(number):
    return "nan" if number != number else f"{struct.unpack('>Q', struct.pack('>d', number))[0]:x}"


def path(elements):
    return "/".join(
        f"{e.type}/{e.name if e.HasField('name') else f'__id{e.id}__'}" for e in elements
    )


def reference(held, key):
    relative = path(held.pathelement)
    if (held.app, held.database_id) == (key.app, key.database_id):
        return relative
    database = held.database_id or "(default)"
    return f"projects/{held.app.split('~')[1]}/databases/{database}/documents/{relative}"


def value(prop, key):
    held = prop.value
    meaning = prop.meaning if prop.HasField("meaning") else 0
    if held.HasField("int64Value"):
        return f"{'time' if meaning == 7 else 'int'} {held.int64Value}"
    if held.HasField("booleanValue"):
        return "true" if held.booleanValue else "false"
    if held.HasField("doubleValue"):
        return f"double {bits(held.doubleValue)}"
    if held.HasField("pointvalue"):
        return f"geo {bits(held.pointvalue.x)} {bits(held.pointvalue.y)}"
    if held.HasField("referencevalue"):
        return f"ref {escaped(reference(held.referencevalue, key))}"
    if not held.HasField("stringValue"):
        return "null"
    if meaning == 19:
        return fields(parse(held.stringValue), key)
    if meaning == 14:
        return f"bytes {list(held.stringValue)}"
    return f"string {escaped(held.stringValue.decode())}"


def fields(entity, key):
    found = {prop.name: "[]" for prop in entity.property}
    arrays = {}
    for prop in entity.raw_property:
        if prop.multiple:
            arrays.setdefault(prop.name, []).append(value(prop, key))
        else:
            found[prop.name] = value(prop, key)
    found.update({name: f"[{', '.join(values)}]" for name, values in arrays.items()})
    return "{" + ", ".join(sorted(f"{escaped(n)}: {v}" for n, v in found.items())) + "}"


with open(sys.argv[1], "rb") as file:
    for record in records(file.read()):
        entity = parse(record)
        print(escaped(path(entity.key.path.element)), fields(entity, entity.key))
