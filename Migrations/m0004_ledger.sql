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

-- The log: each event seals the rows that it is about, and the event before.
CREATE TABLE event (
  number INTEGER PRIMARY KEY, -- from 1, without gaps
  kind TEXT NOT NULL CHECK (
    kind IN (
      'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
      'discard')),
  subject INTEGER NOT NULL, -- the row that it is about
  at TEXT NOT NULL,
  digest BLOB NOT NULL, -- SHA-256 over the rows
  head BLOB NOT NULL, -- SHA-256 over this event and the head of the one before
  UNIQUE (kind, subject)
) STRICT;

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
BEGIN
  SELECT RAISE(ABORT, 'an event does not follow the one before');
END;
