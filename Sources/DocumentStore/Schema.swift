/// The tables of a store.
///
/// Nothing is overwritten: an imported document is its baseline, and every later change appends a
/// version. A document's current state is its newest version; to undo a run is to delete its versions.
enum Schema {
  /// `PRAGMA application_id`: the letters "Hall".
  ///
  /// Tells a store from any other SQLite file.
  static let applicationID: Int32 = 0x4861_6C6C

  /// `PRAGMA user_version`: the number of steps in ``steps``.
  static var version: Int { steps.count }

  /// How an empty file becomes a store, and an older store a newer one.
  ///
  /// A step never changes.
  static let steps: [String] = [
    """
    -- Everything that has changed the store, in order.
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,          -- import, migration or task
      version TEXT,                -- of a migration
      name TEXT NOT NULL,
      checksum TEXT,               -- SHA-256 of a migration's text
      started_at TEXT NOT NULL,    -- RFC 3339, UTC
      finished_at TEXT,
      undone_at TEXT,
      documents INTEGER,           -- current documents as it began; of an import, those it added
      changed INTEGER NOT NULL DEFAULT 0,
      moved INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0,
      change_set TEXT,             -- SHA-256 of what the run changed
      first_version INTEGER        -- versions of the run are at or above this id
    );

    -- States of documents. The promoted columns follow from path and data alone.
    CREATE TABLE version (
      id INTEGER PRIMARY KEY,
      document INTEGER,            -- the baseline's id; NULL in a baseline
      before INTEGER,              -- the version that this one follows; NULL in a baseline
      run INTEGER NOT NULL,
      removed INTEGER,             -- 1: the document is gone
      arrived INTEGER,             -- 1: the document is at this path since this version
      change BLOB,                 -- SHA-256 of what this version changed
      origin INTEGER,              -- of a baseline: the line or byte offset in its source
      kind TEXT NOT NULL,
      event_type TEXT,
      instant INTEGER,             -- of an event, microseconds since 1970
      fault TEXT,                  -- of an event
      has_photo INTEGER,           -- 1: inline; 2: of an event, by its URL only
      path TEXT NOT NULL,
      owner TEXT,
      profile_id TEXT,
      phone_number TEXT,           -- JSON
      legacy_ids TEXT,             -- JSON array of phone-like profileIds
      legacy_profile TEXT,         -- path of the nearest profile above with a phone-like id
      data TEXT NOT NULL           -- canonical JSON, photos as markers
    );

    -- Why a run left a document alone, or what it wants known of it.
    CREATE TABLE finding (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      code TEXT NOT NULL,
      detail TEXT,
      PRIMARY KEY (run, path, code)
    ) WITHOUT ROWID;

    -- The bytes of photos, each once, and the versions that have them.
    CREATE TABLE photo (
      sha256 BLOB NOT NULL UNIQUE,
      bytes BLOB NOT NULL
    );
    CREATE TABLE photo_use (
      sha256 BLOB NOT NULL,
      version INTEGER NOT NULL,
      PRIMARY KEY (sha256, version)
    ) WITHOUT ROWID;
    CREATE INDEX photo_use_version ON photo_use (version);

    -- The files of an import: a baseline's is the last whose first version is not above its id.
    CREATE TABLE source (
      first_version INTEGER PRIMARY KEY,
      run INTEGER NOT NULL,
      name TEXT NOT NULL
    );

    -- What a Firestore export says of itself, to be written out again.
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    -- A run has at most one version of a document.
    CREATE UNIQUE INDEX version_document ON version (document, run) WHERE document IS NOT NULL;

    -- Few documents have what these are for, so that finding them is not to read all.
    CREATE INDEX version_profile ON version (kind) WHERE kind = 'profile';
    CREATE INDEX version_fault ON version (fault) WHERE fault IS NOT NULL;
    CREATE INDEX version_phone_number ON version (run) WHERE phone_number IS NOT NULL;
    CREATE INDEX version_legacy_profile ON version (run) WHERE legacy_profile IS NOT NULL;

    -- The current documents, for people with an SQLite shell.
    CREATE VIEW document AS
    SELECT
      path, kind, owner,
      substr(path, length(rtrim(path, replace(path, '/', ''))) + 1) AS doc_id,
      profile_id, event_type, instant, fault, data
    FROM version AS v
    WHERE removed IS NULL AND NOT EXISTS (
      SELECT 1 FROM version AS n WHERE n.document = coalesce(v.document, v.id) AND n.id > v.id);
    """,
    """
    -- Of an import: how many of its documents were archived, and so erased, since.
    ALTER TABLE run ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

    -- Documents that a run can no longer give back, for they were archived.
    CREATE TABLE erased (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (run, path)
    ) WITHOUT ROWID;

    -- Documents that were made from what the archive keeps of a record, and which record that is: they
    -- are archived already. A digest is that of the document's path and text.
    CREATE TABLE restored (
      path TEXT NOT NULL,
      digest BLOB NOT NULL,
      archived BLOB NOT NULL,
      PRIMARY KEY (path, digest)
    ) WITHOUT ROWID;

    -- An index of the archive, which its manifests can make again.
    CREATE TABLE bundle (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,   -- below the archive, without extension
      records INTEGER NOT NULL,
      bytes INTEGER NOT NULL,      -- of its tar
      sha256 BLOB NOT NULL         -- of its tar
    );
    CREATE TABLE archived_photo (
      id INTEGER PRIMARY KEY,
      bundle INTEGER NOT NULL,
      owner TEXT NOT NULL,
      profile TEXT NOT NULL,
      instant INTEGER NOT NULL,    -- microseconds since 1970
      path TEXT NOT NULL,          -- that its document had
      event TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      format TEXT NOT NULL
    );
    CREATE UNIQUE INDEX archived_photo_place
      ON archived_photo (owner, profile, instant, path, bundle);
    CREATE INDEX archived_photo_bundle ON archived_photo (bundle);

    -- has_photo is 2, too, since this step.
    UPDATE version SET has_photo = 2 WHERE kind = 'event' AND has_photo IS NULL AND (
      SELECT type = 'text' AND atom <> '' FROM json_tree(data) WHERE key = 'photoURL'
      ORDER BY id LIMIT 1);
    """,
    """
    -- The file that places are in if the source is a directory, and what the places count.
    ALTER TABLE source ADD COLUMN file TEXT;
    ALTER TABLE source ADD COLUMN unit TEXT;
    """,
    """
    -- One document can have several states in a bundle: a photo's id is made of what its record is.
    DROP INDEX IF EXISTS archived_photo_place;
    CREATE INDEX archived_photo_place ON archived_photo (owner, profile, instant, path);
    CREATE INDEX IF NOT EXISTS archived_photo_path ON archived_photo (path);
    """,
    """
    -- What the live database has, as far as this store knows: of every document that was pulled or pushed.
    -- Of a document that was imported, and has no row here, it is taken to have the baseline.
    CREATE TABLE remote (
      document INTEGER PRIMARY KEY,  -- the baseline's id
      version INTEGER NOT NULL,      -- the state that the live database has; 0, if that was undone
      path TEXT,                     -- where it has it; NULL: it does not have it any more
      update_time INTEGER NOT NULL   -- microseconds since 1970
    );

    -- Documents that were archived, and that the live database still has.
    CREATE TABLE departed (
      path TEXT PRIMARY KEY,
      update_time INTEGER NOT NULL   -- microseconds since 1970
    ) WITHOUT ROWID;

    -- Paths at which the live database has something else than was expected when it was pushed to.
    CREATE TABLE conflict (path TEXT PRIMARY KEY, noted_at TEXT NOT NULL) WITHOUT ROWID;
    """,
  ]

  /// Made after a first import: to fill an index while rows arrive would take four times as long.
  ///
  /// It is unique because no import brings two documents to one path. A migration does while one of its
  /// statements makes two documents change places.
  static let pathIndex = """
    CREATE UNIQUE INDEX version_path ON version (path, run, coalesce(document, 0))
    WHERE arrived IS NOT NULL
    """

  /// Made when a pull is whole, or by a first push: what the live database has at a path.
  static let remotePathIndex =
    "CREATE UNIQUE INDEX IF NOT EXISTS remote_path ON remote (path) WHERE path IS NOT NULL"

  /// Made by the first archive run, so that the next ones find what is due without reading all.
  static let photoRecordIndex = """
    CREATE INDEX IF NOT EXISTS version_photo_record ON version (has_photo, instant)
    WHERE has_photo IS NOT NULL AND event_type = 'taskResponse' AND fault IS NULL
    """
}
