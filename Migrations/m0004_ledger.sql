-- The hash chain, which reveals alterations.

-- The digests of blocks of a run's submissions. Each has its own salt, so that guesses at deleted
-- cells cannot be verified with the digest.
CREATE TABLE block (
  run INTEGER NOT NULL REFERENCES run,
  number INTEGER NOT NULL, -- from 0
  records INTEGER NOT NULL,
  salt BLOB NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- Purges, which delete cells. Numbers, verdicts and errors are kept. The event has the operator, the time
-- and the reason.
CREATE TABLE purge (
  id INTEGER PRIMARY KEY
) STRICT;

-- The purged submissions. Ranges do not overlap.
CREATE TABLE purged (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  CHECK (first_submission <= last_submission)
) STRICT;

CREATE INDEX purged_purge ON purged (purge);

CREATE TRIGGER purged_is_new BEFORE INSERT ON purged
WHEN EXISTS (
  SELECT 1 FROM purged
  WHERE first_submission <= NEW.last_submission AND last_submission >= NEW.first_submission)
BEGIN
  SELECT RAISE(ABORT, 'a submission was purged before');
END;

-- The digest of what a purge left of a block. The block keeps its first digest, which is sealed with the
-- end of its run, and loses its salt, so that guesses at the deleted cells cannot be verified.
CREATE TABLE resealed (
  run INTEGER NOT NULL,
  number INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  salt BLOB NOT NULL, -- empty after a later purge of the block
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number, purge),
  FOREIGN KEY (run, number) REFERENCES block
) STRICT, WITHOUT ROWID;

-- The progress of unfinished imports. The row is deleted at the end of the import.
CREATE TABLE progress (
  import INTEGER PRIMARY KEY REFERENCES import,
  run INTEGER NOT NULL REFERENCES run,
  records INTEGER NOT NULL,
  salt BLOB NOT NULL, -- of the block that is not yet full
  digest BLOB NOT NULL, -- of that block
  seal BLOB NOT NULL, -- of this row, and of the import's columns, spans and full blocks
  process INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- The log. Each event seals its rows, the previous event, the operator and the reason.
CREATE TABLE event (
  number INTEGER PRIMARY KEY, -- from 1, without gaps
  kind TEXT NOT NULL CHECK (
    kind IN (
      'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
      'discard')),
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

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
BEGIN
  SELECT RAISE(ABORT, 'an event does not follow the one before');
END;
