#!/usr/bin/env python3
"""The same work as a DuckDB user would write it: SQL over columns, in a file of its own.

    peer_duckdb.py import STORE FILE
    peer_duckdb.py up STORE
    peer_duckdb.py export STORE FILE

Telephone numbers go through libphonenumber's Python port, each distinct text once. A legacy
profile id is replaced in the document's text, which is enough for the benchmark's data: it
never has two different ones in one document.
"""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable, Iterable

import duckdb

from peer_phones import e164

NAMESPACE = uuid.UUID("8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c11")


def main(arguments: list[str]) -> None:
    command, store, *rest = arguments
    with duckdb.connect(store) as connection:
        connection.execute("BEGIN")
        counts = {"import": load, "up": up, "export": export}[command](connection, *rest)
        connection.execute("COMMIT")
    print(json.dumps(counts))


# MARK: Documents

LOAD = """
CREATE TABLE doc AS
SELECT
    path,
    CASE split_part(path, '/', -2)
        WHEN 'users' THEN 'user'
        WHEN 'profiles' THEN 'profile'
        WHEN 'tasks' THEN 'task'
        WHEN 'habits' THEN 'task'
        WHEN 'responses' THEN 'response'
        WHEN 'sms_responses' THEN 'response'
        WHEN 'smsResponses' THEN 'response'
        WHEN 'gallery_events' THEN 'event'
        WHEN 'galleryEvents' THEN 'event'
        ELSE 'other'
    END AS kind,
    CASE
        WHEN regexp_matches(path, '^users/[^/]+/') THEN split_part(path, '/', 2)
        WHEN json_type(data, '$.userId') = 'VARCHAR' THEN data ->> '$.userId'
        WHEN kind = 'user' THEN split_part(path, '/', -1)
    END AS owner,
    data
FROM read_ndjson(?, columns = {path: 'VARCHAR', data: 'JSON'})
"""


def load(connection: duckdb.DuckDBPyConnection, file: str) -> dict:
    connection.execute(LOAD, [file])
    return {"imported": count(connection, "doc")}


def export(connection: duckdb.DuckDBPyConnection, file: str) -> dict:
    connection.execute("SELECT path, data FROM doc")
    with open(file, "w", encoding="utf-8") as stream:
        while rows := connection.fetchmany(10_000):
            stream.writelines(
                f'{{"path":{json.dumps(path)},"data":{data}}}\n' for path, data in rows
            )
    return {}


def count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def execute(connection: duckdb.DuckDBPyConnection, statement: str) -> int:
    """The number of rows that an UPDATE or DELETE changed."""
    return connection.execute(statement).fetchone()[0]


# MARK: Well-formed events

INSTANT = """
CREATE MACRO instant(value) AS CASE
    WHEN json_type(value) = 'OBJECT' THEN epoch_us(try_cast(value ->> '__time__' AS TIMESTAMPTZ))
    WHEN json_type(value) = 'VARCHAR' THEN epoch_us(try_cast(value ->> '$' AS TIMESTAMPTZ))
    WHEN json_type(value) NOT IN ('UBIGINT', 'BIGINT', 'DOUBLE') THEN NULL
    WHEN value::DOUBLE < 0 THEN NULL
    WHEN value::DOUBLE < 100000000000 THEN (value::DOUBLE * 1000000)::BIGINT
    ELSE (value::DOUBLE * 1000)::BIGINT
END
"""

EVENT_INSTANT = """
CREATE MACRO event_instant(data) AS instant(
    CASE WHEN coalesce(json_type(data, '$.createdAt'), 'NULL') <> 'NULL'
    THEN data -> '$.createdAt' ELSE data -> '$.timestamp' END
)
"""

# The first bytes of JPEG, PNG, GIF, WebP and TIFF, as base64 writes them.
GOOD_PHOTO = """
CREATE MACRO good_photo(data) AS
    NOT contains(data::VARCHAR, '"photoData"')
    OR json_type(data, '$..photoData')[1] = 'NULL'
    OR regexp_full_match(
        regexp_replace(
            coalesce(data ->> '$..photoData.__bytes__', data ->> '$..photoData')[1],
            '^data:image/[^;]*;base64,|[\\r\\n]', '', 'g'
        ),
        '(/9j/|iVBORw0KGgo|R0lGOD|UklGR|SUkqA|TU0AK)[A-Za-z0-9+/]*={0,2}'
    )
"""

WELL_FORMED = """
CREATE MACRO well_formed(owner, data) AS
    coalesce(data ->> '$.eventType' IN ('taskResponse', 'profileCreated'), false)
    AND event_instant(data) IS NOT NULL
    AND owner IS NOT NULL
    AND coalesce(json_type(data, '$.profileId') = 'VARCHAR', false)
    AND data ->> '$.profileId' <> ''
    AND coalesce(good_photo(data), false)
"""

PHONE_LIKE = r"""
CREATE MACRO phone_like(text) AS
    regexp_full_match(text, '[ +().-]*([0-9][ +().-]*){7,15}')
"""


# MARK: Migrations


def up(connection: duckdb.DuckDBPyConnection) -> dict:
    # Instants are in UTC; the default would load the time zones for each of them.
    connection.execute("SET TimeZone = 'UTC'")
    for macro in (INSTANT, EVENT_INSTANT, GOOD_PHOTO, WELL_FORMED, PHONE_LIKE):
        connection.execute(macro.replace("CREATE MACRO", "CREATE TEMP MACRO"))
    return {
        "0001": normalize_phone_numbers(connection),
        "0002": rewrite_legacy_profile_ids(connection),
        "0003": remove_duplicates(connection),
    }


def mapped(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    texts: Iterable[str],
    function: Callable[[str], str | None],
) -> None:
    """A table of texts and what a Python function makes of them."""
    pairs = [(text, value) for text in texts if (value := function(text)) is not None]
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {table} AS "
        "SELECT unnest(?::VARCHAR[]) AS text, unnest(?::VARCHAR[]) AS value",
        [[text for text, _ in pairs], [value for _, value in pairs]],
    )


def distinct(connection: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    rows = connection.execute(f"SELECT DISTINCT text FROM ({query}) WHERE text IS NOT NULL")
    return [text for (text,) in rows.fetchall()]


def normalize_phone_numbers(connection: duckdb.DuckDBPyConnection) -> dict:
    texts = distinct(
        connection,
        """SELECT data ->> '$.phoneNumber' AS text FROM doc
        WHERE kind <> 'event' AND json_type(data, '$.phoneNumber') = 'VARCHAR'""",
    )
    mapped(connection, "phone", texts, e164)
    changed = execute(
        connection,
        """UPDATE doc SET data = json_merge_patch(data, json_object('phoneNumber', value))
        FROM phone
        WHERE kind <> 'event' AND json_type(data, '$.phoneNumber') = 'VARCHAR'
            AND data ->> '$.phoneNumber' = text AND value <> text""",
    )
    return {"changed": changed}


# What each number means to each owner: one profile, or nothing that is certain.
MEANING = """
CREATE TEMP TABLE meaning AS
WITH profile AS (
    SELECT
        path, owner, data ->> '$.phoneNumber' AS phone, json_type(data, '$.phoneNumber') AS type,
        split_part(path, '/', -1) AS id, phone_like(id) AS legacy
    FROM doc WHERE kind = 'profile' AND owner IS NOT NULL
), numbered AS (
    SELECT path, owner, id, legacy, value AS number FROM profile
    JOIN number ON text = CASE WHEN legacy THEN id WHEN type = 'VARCHAR' THEN phone END
)
SELECT
    owner, number,
    count(DISTINCT id) FILTER (NOT legacy) AS currents,
    count(*) FILTER (legacy) AS legacies,
    any_value(id) FILTER (NOT legacy) AS id,
    any_value(path) FILTER (legacy) AS legacy_path
FROM numbered GROUP BY owner, number
HAVING currents = 1 OR (currents = 0 AND legacies = 1)
"""

# The profile id that a document has, at any depth, and the one in its path.
REFERENCE = """
CREATE TEMP TABLE reference AS
SELECT
    path, owner,
    list_filter(data ->> '$..profileId', lambda x: phone_like(x))[1] AS text,
    regexp_extract(path, '(?:^|/)profiles/([^/]+)/', 1) AS above
FROM doc
WHERE (text IS NOT NULL OR phone_like(above)) AND (kind <> 'event' OR well_formed(owner, data))
"""

CHANGE_DATA = """
UPDATE doc SET data = replace(
    data::VARCHAR,
    '"profileId":' || json_quote(reference.text), '"profileId":' || json_quote(id)
)::JSON
FROM reference
JOIN number ON number.text = reference.text
JOIN meaning ON meaning.owner = reference.owner AND meaning.number = number.value
WHERE doc.path = reference.path
"""

# Legacy profiles, and whatever lies below a number; of two for one path, the first moves.
MOVES = """
CREATE TEMP TABLE move AS
WITH wanted AS (
    SELECT
        legacy_path AS old, regexp_replace(legacy_path, '[^/]+$', id) AS new, id
    FROM meaning WHERE currents = 0
    UNION ALL
    SELECT
        path, replace(path, 'profiles/' || above || '/', 'profiles/' || id || '/'), NULL
    FROM reference
    JOIN number ON number.text = above
    JOIN meaning ON meaning.owner = reference.owner AND meaning.number = number.value
)
SELECT * FROM wanted
WHERE new NOT IN (SELECT path FROM doc)
QUALIFY row_number() OVER (PARTITION BY new ORDER BY old) = 1
"""


def rewrite_legacy_profile_ids(connection: duckdb.DuckDBPyConnection) -> dict:
    connection.execute(REFERENCE)
    texts = distinct(
        connection,
        """SELECT text FROM reference UNION ALL SELECT above FROM reference
        UNION ALL SELECT data ->> '$.phoneNumber' FROM doc WHERE kind = 'profile'
        UNION ALL SELECT split_part(path, '/', -1) FROM doc WHERE kind = 'profile'""",
    )
    mapped(connection, "number", texts, e164)
    connection.execute(MEANING)
    give_new_ids(connection)
    rewritten = execute(connection, CHANGE_DATA)
    connection.execute(MOVES)
    identified = execute(
        connection,
        """UPDATE doc SET data = json_merge_patch(data, json_object('id', id)) FROM move
        WHERE path = old AND id IS NOT NULL AND json_exists(data, '$.id')""",
    )
    moved = execute(connection, "UPDATE doc SET path = new FROM move WHERE path = old")
    return {"changed": rewritten + identified, "moved": moved}


def give_new_ids(connection: duckdb.DuckDBPyConnection) -> None:
    names = distinct(
        connection, "SELECT owner || '/' || number AS text FROM meaning WHERE currents = 0"
    )
    mapped(connection, "new_id", names, lambda name: str(uuid.uuid5(NAMESPACE, name)).upper())
    connection.execute(
        """UPDATE meaning SET id = value FROM new_id
        WHERE currents = 0 AND text = owner || '/' || number"""
    )


def remove_duplicates(connection: duckdb.DuckDBPyConnection) -> dict:
    removed = execute(
        connection,
        """DELETE FROM doc WHERE path IN (
            SELECT path FROM doc
            WHERE kind = 'event' AND data ->> '$.eventType' = 'profileCreated'
                AND well_formed(owner, data)
            QUALIFY row_number() OVER (
                PARTITION BY owner, data ->> '$.profileId' ORDER BY event_instant(data), path
            ) > 1
        )""",
    )
    return {"removed": removed}


if __name__ == "__main__":
    main(sys.argv[1:])
