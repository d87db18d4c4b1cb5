-- Derived tables, which make queries fast. They are updated in the transactions that change the tables
-- above, and `formrec verify` recomputes and compares them.

-- The run that determined the current verdict of each submission. Submissions of unfinished imports have
-- no run; those of discarded imports are not listed.
CREATE TABLE current (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  import INTEGER NOT NULL REFERENCES import,
  first_record INTEGER NOT NULL,
  run INTEGER REFERENCES run,
  plan INTEGER REFERENCES plan
) STRICT;

CREATE INDEX current_import ON current (import, first_submission);

-- The columns of imports. Most imports of a form share one mapping.
CREATE TABLE mapping (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  columns TEXT NOT NULL, -- JSON array of [header, field]
  UNIQUE (form, columns)
) STRICT;

-- The imports with their current mapping, for the views.
CREATE TABLE shown_import (
  import INTEGER PRIMARY KEY REFERENCES import,
  mapping INTEGER NOT NULL REFERENCES mapping,
  state TEXT CHECK (state IN ('unfinished', 'discarded')) -- null: the submissions have verdicts
) STRICT;

CREATE INDEX shown_import_mapping ON shown_import (mapping);

-- The column that fills each field of the form's latest version.
CREATE TABLE mapping_field (
  mapping INTEGER NOT NULL REFERENCES mapping,
  form INTEGER NOT NULL REFERENCES definition,
  field TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (mapping, field)
) STRICT, WITHOUT ROWID;

CREATE INDEX mapping_field_form ON mapping_field (form);

-- The waived failures, with the last decision about each.
CREATE TABLE waiver (
  submission INTEGER NOT NULL REFERENCES submission,
  rule TEXT NOT NULL,
  decision INTEGER NOT NULL REFERENCES decision,
  PRIMARY KEY (submission, rule)
) STRICT, WITHOUT ROWID;

-- The submissions that a later delivery of the same record supersedes: the next one with the same key in a
-- finished import.
CREATE TABLE superseded (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  superseded_by INTEGER NOT NULL REFERENCES submission,
  CHECK (superseded_by > submission)
) STRICT;

CREATE INDEX superseded_by ON superseded (superseded_by);

-- The submissions that are not both accepted and current. All other submissions of finished imports are
-- valid. Submissions of discarded imports are not listed.
CREATE TABLE exception (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  rejected INTEGER NOT NULL, -- 1 if the current verdict is rejected, otherwise 0
  state TEXT -- corrected, superseded, purged or waived; null: current
) STRICT;

-- The counts of a replay by import, so that reports do not count its errors. For other runs, run_end and
-- run_rule have the counts.
CREATE TABLE replayed (
  run INTEGER NOT NULL REFERENCES run,
  import INTEGER NOT NULL REFERENCES import,
  records INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  PRIMARY KEY (run, import)
) STRICT, WITHOUT ROWID;

CREATE TABLE replayed_rule (
  run INTEGER NOT NULL REFERENCES run,
  import INTEGER NOT NULL REFERENCES import,
  rule INTEGER NOT NULL,
  code TEXT NOT NULL, -- the reader's code for rule 0, otherwise empty
  failures INTEGER NOT NULL,
  PRIMARY KEY (run, import, rule, code)
) STRICT, WITHOUT ROWID;

-- Runs of keys of finished imports and of single submissions, sorted by hash. A run contains the keys of
-- one import, or of several merged runs.
CREATE TABLE key_run (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES key_list,
  former INTEGER NOT NULL CHECK (former IN (0, 1)), -- 1: keys of superseded submissions
  keys INTEGER NOT NULL -- the number of keys
) STRICT;

CREATE INDEX key_run_list ON key_run (list, former);

-- Several hundred keys of a run, packed: the widths in bits, followed by the difference of each hash from
-- the first hash, and of each submission from the smallest submission.
CREATE TABLE key_block (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES key_run,
  first INTEGER NOT NULL, -- the first hash
  keys BLOB NOT NULL
) STRICT;

CREATE INDEX key_block_first ON key_block (run, first);
