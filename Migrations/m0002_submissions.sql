-- What was sent, exactly as it came.

-- A file or stream, or the single submissions of a day (an intake).
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'stream', 'intake', 'correction', 'judged')),
  file_name TEXT,
  path TEXT, -- where the file was: only from there an unfinished import is resumed
  size INTEGER, -- of the file, in bytes
  beginning TEXT, -- SHA-256 of its first MiB
  number INTEGER NOT NULL, -- tells imports of files of equal size and beginning apart, from 0
  -- Whether it was to be recorded once more; of corrections too, whose file may make several imports.
  again INTEGER NOT NULL CHECK (again IN (0, 1)),
  source TEXT,
  batch TEXT,
  delimiter TEXT, -- that the file has between cells, and its encoding (`-sig`: with a byte order mark)
  encoding TEXT,
  options TEXT NOT NULL, -- JSON: what the reading and judging of its records depends on
  started_at TEXT NOT NULL,
  UNIQUE (form, size, beginning, number)
) STRICT;

CREATE TABLE import_column (
  import INTEGER NOT NULL REFERENCES import,
  position INTEGER NOT NULL, -- of the cell in `submission.cells`, from 0
  header TEXT NOT NULL,
  field TEXT, -- that it filled when it came
  PRIMARY KEY (import, position)
) STRICT, WITHOUT ROWID;

-- The big table: one narrow row a record.
CREATE TABLE submission (
  id INTEGER PRIMARY KEY,
  line INTEGER NOT NULL, -- the physical line on which the record starts, from 1
  cells TEXT NOT NULL -- JSON array in the import's column order
) STRICT;

-- Which import a submission belongs to: a run of ids that are consecutive records. The last span of
-- an import grows while the import does.
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

-- A record that the reader could not take apart: its bytes, and where they went wrong.
CREATE TABLE malformed (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  raw BLOB NOT NULL,
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  byte INTEGER NOT NULL -- offset in the file, from 0
) STRICT;

-- How an import ended; without a row here it is unfinished, discarded or an intake.
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

-- A file stands finished once, unless it was to be recorded again.
CREATE UNIQUE INDEX import_end_once ON import_end (form, sha256) WHERE again = 0;

CREATE INDEX import_end_sha256 ON import_end (sha256);

-- An unfinished import that was given up; who did so, when and why is in its event. Its records stay,
-- and are shown nowhere.
CREATE TABLE discard (
  import INTEGER PRIMARY KEY REFERENCES import
) STRICT;

-- Of an import of kind `judged`: a job on other machines judged the whole, and only what it rejected
-- is here. These are the job's own counts of the whole.
CREATE TABLE judged (
  import INTEGER PRIMARY KEY REFERENCES import,
  sha256 TEXT NOT NULL, -- of the file that was judged, and its bytes
  size INTEGER NOT NULL,
  records INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  by_rule TEXT NOT NULL, -- JSON object: how many errors of each rule
  manifest TEXT NOT NULL, -- JSON: the job's program, times and parts with their digests
  CHECK (records = accepted + rejected)
) STRICT;

-- The single submissions of one plan, parameters, scenario and day in UTC.
CREATE TABLE intake (
  import INTEGER PRIMARY KEY REFERENCES import,
  plan INTEGER NOT NULL REFERENCES plan,
  parameters TEXT NOT NULL,
  scenario TEXT NOT NULL, -- empty for none
  day TEXT NOT NULL,
  UNIQUE (plan, parameters, scenario, day)
) STRICT;

CREATE TABLE intake_submission (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  form INTEGER NOT NULL REFERENCES definition,
  at TEXT NOT NULL, -- its clock
  source TEXT,
  idempotency_key TEXT, -- gone once the submission was purged
  idempotency_hash BLOB, -- of the key under the store's own: by it a retry is known
  columns INTEGER NOT NULL, -- of the intake, when it came
  salt BLOB NOT NULL -- 16 random bytes, so that its digest confirms no guess
) STRICT;

CREATE UNIQUE INDEX intake_submission_key ON intake_submission (form, idempotency_hash)
WHERE idempotency_hash IS NOT NULL;

-- What takes whose place. A submission is corrected once; a second correction corrects the first.
CREATE TABLE correction (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  corrects INTEGER NOT NULL UNIQUE REFERENCES submission,
  CHECK (corrects < submission)
) STRICT;

-- What somebody decided about failures: that they are let be, or that they are open after all. Who
-- decided, when and why is in its event.
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('waive', 'reopen'))
) STRICT;

-- Which failures: of a submission, and of a rule by its id, so that replays leave it as it is.
CREATE TABLE decided (
  decision INTEGER NOT NULL REFERENCES decision,
  submission INTEGER NOT NULL REFERENCES submission,
  rule TEXT NOT NULL,
  PRIMARY KEY (decision, submission, rule)
) STRICT, WITHOUT ROWID;

CREATE INDEX decided_submission ON decided (submission);

-- The lists of keys: what identifies a record in the outside world, where its form has a `key`, and what
-- accepted submissions have under rules `unique: ever`, as hashes with the store's own key.
CREATE TABLE key_list (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  rule TEXT NOT NULL, -- empty: the form's `key`
  UNIQUE (form, rule)
) STRICT;

-- The keys by submission, some hundred a row: a bit for each submission that has one, then 8 bytes a hash,
-- and under a form's `key` 4 bytes of a hash of all fields, by which an unchanged delivery is told. Those of
-- a form's `key` came with the record; those under rules follow from verdicts.
CREATE TABLE key_page (
  id INTEGER PRIMARY KEY, -- the list times 2^40, plus the number of the page
  keys BLOB NOT NULL
) STRICT;
