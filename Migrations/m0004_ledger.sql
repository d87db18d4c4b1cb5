-- The chain that shows whether anything was altered.

-- Digests over blocks of a run's submissions, each with random bytes of its own: a digest confirms
-- no guess at what was deleted.
CREATE TABLE block (
  run INTEGER NOT NULL REFERENCES run,
  number INTEGER NOT NULL, -- from 0
  records INTEGER NOT NULL,
  salt BLOB NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- A decision that cells are to be gone; who made it, when and why is in its event. Numbers, verdicts and errors stay.
CREATE TABLE purge (
  id INTEGER PRIMARY KEY
) STRICT;

-- The submissions without cells. Ranges do not overlap.
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

-- The digest of a block over what a purge left of it. The block keeps its first digest, which the end
-- of its run sealed, and loses its salt, so that nobody can try guesses at what is gone.
CREATE TABLE resealed (
  run INTEGER NOT NULL,
  number INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  salt BLOB NOT NULL, -- empty once a later purge sealed the block again
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number, purge),
  FOREIGN KEY (run, number) REFERENCES block
) STRICT, WITHOUT ROWID;

-- How far an unfinished import has come. It goes away with the end of the import.
CREATE TABLE progress (
  import INTEGER PRIMARY KEY REFERENCES import,
  run INTEGER NOT NULL REFERENCES run,
  records INTEGER NOT NULL,
  salt BLOB NOT NULL, -- of the block that is not full yet
  digest BLOB NOT NULL, -- of that block
  seal BLOB NOT NULL, -- over this row, the import's columns, spans and full blocks
  process INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- The log: each event seals the rows that it is about, the event before, and who did it and why.
CREATE TABLE event (
  number INTEGER PRIMARY KEY, -- from 1, without gaps
  kind TEXT NOT NULL CHECK (
    kind IN (
      'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
      'discard')),
  subject INTEGER NOT NULL, -- the row that it is about
  at TEXT NOT NULL,
  "by" TEXT, -- the operator
  reason TEXT,
  version INTEGER NOT NULL, -- of the list of rows and columns that its digest covers
  digest BLOB NOT NULL, -- SHA-256 over the rows
  head BLOB NOT NULL, -- SHA-256 over this row and the head of the one before
  UNIQUE (kind, subject),
  CHECK (kind NOT IN ('decision', 'purge') OR ("by" IS NOT NULL AND reason IS NOT NULL))
) STRICT;

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
BEGIN
  SELECT RAISE(ABORT, 'an event does not follow the one before');
END;
