-- Imports and their submissions, as received.

-- A file, a stream, corrections, or the single submissions of a day (an intake).
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'stream', 'intake', 'correction', 'judged')),
  file_name TEXT,
  path TEXT, -- the path of the file; an unfinished import is resumed only from there
  size INTEGER, -- of the file, in bytes
  beginning TEXT, -- SHA-256 of the file's first MiB
  number INTEGER NOT NULL, -- distinguishes imports of files with equal size and beginning, from 0
  -- Whether the same file may be imported once more; 1 for corrections, because one file of
  -- corrections may result in several imports.
  again INTEGER NOT NULL CHECK (again IN (0, 1)),
  source TEXT,
  batch TEXT,
  delimiter TEXT, -- of the cells; the encoding ends in `-sig` if the file has a byte order mark
  encoding TEXT,
  options TEXT NOT NULL, -- JSON: the options that affect reading and judging
  started_at TEXT NOT NULL,
  UNIQUE (form, size, beginning, number)
) STRICT;

CREATE TABLE import_column (
  import INTEGER NOT NULL REFERENCES import,
  position INTEGER NOT NULL, -- of the cell in `submission.cells`, from 0
  header TEXT NOT NULL,
  field TEXT, -- the field that the column filled when it was imported
  PRIMARY KEY (import, position)
) STRICT, WITHOUT ROWID;

-- One row for each record.
CREATE TABLE submission (
  id INTEGER PRIMARY KEY,
  line INTEGER NOT NULL, -- the physical line on which the record starts, from 1
  cells TEXT NOT NULL -- JSON array in the import's column order
) STRICT;

-- The ids of an import's submissions: each span is a range of ids of consecutive records. The last
-- span of an unfinished import grows.
CREATE TABLE span (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  import INTEGER NOT NULL REFERENCES import,
  first_record INTEGER NOT NULL
) STRICT;

CREATE INDEX span_import ON span (import, first_submission);

CREATE TRIGGER span_follows BEFORE INSERT ON span
WHEN NEW.first_submission <= coalesce(
    (SELECT last_submission FROM span ORDER BY first_submission DESC LIMIT 1), 0)
  OR NEW.first_record <> coalesce(
    (
      SELECT first_record + last_submission - first_submission + 1 FROM span
      WHERE import = NEW.import ORDER BY first_submission DESC LIMIT 1), 1)
BEGIN
  SELECT RAISE(ABORT, 'a span does not follow the one before');
END;

-- The bytes of records that could not be parsed, and the position of the error.
CREATE TABLE malformed (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  raw BLOB NOT NULL,
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  byte INTEGER NOT NULL -- offset in the file, from 0
) STRICT;

-- The end of each finished import. Imports without a row are unfinished, discarded or intakes.
CREATE TABLE import_end (
  import INTEGER PRIMARY KEY REFERENCES import,
  form INTEGER NOT NULL REFERENCES definition,
  again INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL, -- bytes
  records INTEGER NOT NULL,
  malformed INTEGER NOT NULL,
  blank_lines INTEGER NOT NULL,
  finished_at TEXT NOT NULL
) STRICT;

CREATE INDEX import_end_size ON import_end (size);

-- A file is imported once, unless a repeated import is requested.
CREATE UNIQUE INDEX import_end_once ON import_end (form, sha256) WHERE again = 0;

CREATE INDEX import_end_sha256 ON import_end (sha256);

-- Unfinished imports that were discarded. The event has the operator, the time and the reason. Their
-- records are kept, but not shown.
CREATE TABLE discard (
  import INTEGER PRIMARY KEY REFERENCES import
) STRICT;

-- The external run of an import of kind `judged`. A program outside of formrec judged the whole file;
-- the import contains only the rejected records. The counts are those of the external run.
CREATE TABLE judged (
  import INTEGER PRIMARY KEY REFERENCES import,
  sha256 TEXT NOT NULL, -- of the judged file
  size INTEGER NOT NULL,
  records INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  by_rule TEXT NOT NULL, -- JSON object: the number of errors by rule
  manifest TEXT NOT NULL, -- JSON: the program, the times, and the parts with their digests
  CHECK (records = accepted + rejected)
) STRICT;

-- The single submissions of one plan, parameters, scenario and day (UTC) form an intake.
CREATE TABLE intake (
  import INTEGER PRIMARY KEY REFERENCES import,
  plan INTEGER NOT NULL REFERENCES plan,
  parameters TEXT NOT NULL,
  scenario TEXT NOT NULL, -- empty: none
  day TEXT NOT NULL,
  UNIQUE (plan, parameters, scenario, day)
) STRICT;

CREATE TABLE intake_submission (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  form INTEGER NOT NULL REFERENCES definition,
  at TEXT NOT NULL, -- the time of the submission, for its rules
  source TEXT,
  idempotency_key TEXT, -- null after a purge
  idempotency_hash BLOB, -- keyed hash of the idempotency key, which identifies a retry
  columns INTEGER NOT NULL, -- the number of columns that the intake had
  salt BLOB NOT NULL -- 16 random bytes, so that guesses at the cells cannot be verified with the digest
) STRICT;

CREATE UNIQUE INDEX intake_submission_key ON intake_submission (form, idempotency_hash)
WHERE idempotency_hash IS NOT NULL;

-- Which submission corrects which. A submission is corrected once; a second correction corrects the
-- first correction.
CREATE TABLE correction (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  corrects INTEGER NOT NULL UNIQUE REFERENCES submission,
  CHECK (corrects < submission)
) STRICT;

-- Decisions to waive or reopen failures. The event has the operator, the time and the reason.
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('waive', 'reopen'))
) STRICT;

-- The failures that a decision covers, by submission and rule id. They remain covered after a replay.
CREATE TABLE decided (
  decision INTEGER NOT NULL REFERENCES decision,
  submission INTEGER NOT NULL REFERENCES submission,
  rule TEXT NOT NULL,
  PRIMARY KEY (decision, submission, rule)
) STRICT, WITHOUT ROWID;

CREATE INDEX decided_submission ON decided (submission);

-- The lists of keys. A list contains the keys of all records of a form with a `key`, or the keys of the
-- accepted submissions under a rule `unique: ever`, as keyed hashes.
CREATE TABLE key_list (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  rule TEXT NOT NULL, -- empty: the form's `key`
  UNIQUE (form, rule)
) STRICT;

-- The keys by submission, several hundred in each row: a bit for each submission with a key, followed by
-- 8 bytes for each hash. Keys of a form's `key` also have 4 bytes of a hash of all fields, to recognize
-- unchanged deliveries; they do not depend on verdicts, while keys under rules do.
CREATE TABLE key_page (
  id INTEGER PRIMARY KEY, -- list * 2^40 + number of the page
  keys BLOB NOT NULL
) STRICT;
