-- Events that change no records: grants of access, reads of personal data, and webhooks.
CREATE TABLE activity (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, -- grant, revoke, read, webhook, unhook or delivery
  subject INTEGER REFERENCES activity, -- the grant that a revoke ends, or the webhook of a delivery
  detail TEXT NOT NULL -- a JSON object
) STRICT;

CREATE INDEX activity_kind ON activity (kind, subject);

CREATE TRIGGER activity_no_update BEFORE UPDATE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;

CREATE TRIGGER activity_no_delete BEFORE DELETE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;

-- A CHECK constraint cannot be changed, so the table is replaced. Without legacy_alter_table, the views
-- would refer to the table under its former name.
PRAGMA legacy_alter_table = ON;

CREATE TABLE new_event (
  number INTEGER PRIMARY KEY, -- from 1, without gaps
  kind TEXT NOT NULL CHECK (
    kind IN (
      'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
      'discard', 'activity')),
  subject INTEGER NOT NULL, -- the id of the row that the event is about
  at TEXT NOT NULL,
  "by" TEXT, -- the operator
  reason TEXT,
  version INTEGER NOT NULL, -- of the list of rows and columns that the digest covers
  digest BLOB NOT NULL, -- SHA-256 of the rows
  head BLOB NOT NULL, -- SHA-256 of this row and the previous head
  UNIQUE (kind, subject),
  CHECK (kind NOT IN ('decision', 'purge') OR ("by" IS NOT NULL AND reason IS NOT NULL))
) STRICT;

INSERT INTO new_event SELECT * FROM event;

DROP TABLE event;

ALTER TABLE new_event RENAME TO event;

PRAGMA legacy_alter_table = OFF;

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
BEGIN
  SELECT RAISE(ABORT, 'an event does not follow the one before');
END;

CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN
  SELECT RAISE(ABORT, 'event is append-only');
END;

CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN
  SELECT RAISE(ABORT, 'event is append-only');
END;
