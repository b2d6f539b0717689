"""Google's own client of Firestore, for the tests to compare with.

google_client.py copy FROM TO          reads paths (a JSON list on standard input) from one project, writes
                                       them to another, and prints what it saw on the way, as JSON
google_client.py types FILE...         checks .proto files: every message's field numbers and types
google_client.py verify PUBLIC-KEY     checks a token (standard input) and prints what it claims

Needs the package google-cloud-firestore; databases are those of FIRESTORE_EMULATOR_HOST.
"""

import base64
import json
import re
import sys


def copy(source, target):
    from google.cloud import firestore

    source, target = firestore.Client(project=source), firestore.Client(project=target)
    paths = json.load(sys.stdin)
    found = {}
    for start in range(0, len(paths), 100):
        batch = target.batch()
        for snapshot in source.get_all(source.document(p) for p in paths[start : start + 100]):
            found[snapshot.reference.path] = snapshot.update_time
            fields = moved(snapshot.to_dict(), target)
            batch.create(target.document(snapshot.reference.path), fields)
        batch.commit()
    groups = sorted({path.split("/")[-2] for path in paths})
    streamed = [s.reference.path for g in groups for s in target.collection_group(g).stream()]
    partitions = 0
    try:
        partitions = len(list(source.collection_group(groups[0]).get_partitions(3)))
    except Exception as error:
        if "UNIMPLEMENTED" not in str(error) and "501" not in str(error):
            raise
    print(
        json.dumps(
            {
                "copied": len(found),
                "streamed": sorted(streamed),
                "collections": sorted(c.id for c in target.collections()),
                "partitions": partitions,
            }
        )
    )


def moved(value, target):
    """A value whose references are to documents of another client."""
    from google.cloud.firestore import DocumentReference

    if isinstance(value, DocumentReference):
        return target.document(value.path)
    if isinstance(value, dict):
        return {name: moved(item, target) for name, item in value.items()}
    if type(value) is list:
        return [moved(item, target) for item in value]
    return value


def types(files):
    from google.cloud.firestore_v1 import types as _  # noqa: F401
    from google.protobuf import descriptor_pool

    pool = descriptor_pool.Default()
    compared = 0
    for message, name, number, kind, repeated in (f for file in files for f in declared(file)):
        descriptor = pool.FindMessageTypeByName(message)
        field = descriptor.fields_by_number.get(number)
        if field is None:
            sys.exit(f"{message} has no field {number}, which is to be {name}")
        its = (field.name.rstrip("_"), kind_of(field), field.is_repeated)
        if its != (name, kind, repeated):
            sys.exit(f"{message}.{number} is {its}, not {(name, kind, repeated)}")
        compared += 1
    print(compared)


def kind_of(field):
    for held in (field.message_type, field.enum_type):
        if held is not None:
            return held.name
    prefix = "TYPE_"
    names = {getattr(field, n): n[len(prefix) :].lower() for n in dir(field) if n.startswith(prefix)}
    return names[field.type]


def declared(file):
    """The fields that a simple .proto file declares: message, name, number, type, whether repeated."""
    package, scopes = None, []
    for line in open(file):
        line = line.split("//")[0].strip()
        if match := re.fullmatch(r"package ([\w.]+);", line):
            package = match[1]
        elif match := re.fullmatch(r"(message|oneof|enum) (\w+) \{", line):
            scopes.append((match[1], match[2]))
        elif line == "}":
            scopes.pop()
        elif match := re.fullmatch(r"(repeated )?([\w.]+) (\w+) = (\d+);", line):
            message = ".".join([package] + [name for kind, name in scopes if kind == "message"])
            yield message, match[3], int(match[4]), match[2].split(".")[-1], bool(match[1])


def verify(public_key):
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding

    key = serialization.load_pem_public_key(open(public_key, "rb").read())
    signed, signature = sys.stdin.read().strip().rsplit(".", 1)
    key.verify(decoded(signature), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
    print(decoded(signed.split(".")[1]).decode())


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    {"copy": copy, "types": lambda *files: types(files), "verify": verify}[command](*arguments)
