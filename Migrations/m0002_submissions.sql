-- What was sent, exactly as it came.

CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  form_version INTEGER NOT NULL REFERENCES form_version,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'stream', 'submit')),
  file_name TEXT,
  source TEXT,
  batch TEXT,
  "by" TEXT,
  options TEXT NOT NULL, -- JSON: what the records' meaning depends on, such as the delimiter
  started_at TEXT NOT NULL
) STRICT;

CREATE TABLE import_column (
  import INTEGER NOT NULL REFERENCES import,
  position INTEGER NOT NULL, -- of the cell in `submission.cells`, from 0
  header TEXT NOT NULL,
  field TEXT,
  PRIMARY KEY (import, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_column_field ON import_column (import, field);

-- The big table: one narrow row a record.
CREATE TABLE submission (
  id INTEGER PRIMARY KEY,
  line INTEGER NOT NULL, -- the physical line on which the record starts, from 1
  cells TEXT NOT NULL -- JSON array in the import's column order
) STRICT;

-- Which import a submission belongs to: a run of ids that are consecutive records.
CREATE TABLE span (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  import INTEGER NOT NULL REFERENCES import,
  first_record INTEGER NOT NULL
) STRICT;

CREATE INDEX span_import ON span (import);

-- A record that the reader could not take apart: its bytes, and where they went wrong.
CREATE TABLE malformed (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  raw BLOB NOT NULL,
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  byte INTEGER NOT NULL -- offset in the file, from 0
) STRICT;

-- How an import ended; without a row here it is unfinished.
CREATE TABLE import_end (
  import INTEGER PRIMARY KEY REFERENCES import,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL, -- bytes
  records INTEGER NOT NULL,
  malformed INTEGER NOT NULL,
  blank_lines INTEGER NOT NULL,
  finished_at TEXT NOT NULL
) STRICT;

CREATE INDEX import_end_size ON import_end (size);

-- How far an unfinished import has come. The only table that is rewritten.
CREATE TABLE progress (
  import INTEGER PRIMARY KEY REFERENCES import,
  run INTEGER NOT NULL REFERENCES run,
  records INTEGER NOT NULL,
  digest TEXT NOT NULL, -- SHA-256 over the content of these records
  pid INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE correction (
  submission INTEGER PRIMARY KEY REFERENCES submission, -- the later one
  corrects INTEGER NOT NULL REFERENCES submission
) STRICT;

CREATE INDEX correction_corrects ON correction (corrects);
