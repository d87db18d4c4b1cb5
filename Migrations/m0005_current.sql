-- What follows from the tables before, kept in the same transactions so that reading is quick.
-- `formrec verify` makes it anew and compares.

-- Which run's verdict holds for which submissions. Submissions of an unfinished import have no run
-- yet, those of a discarded one are not here.
CREATE TABLE current (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  import INTEGER NOT NULL REFERENCES import,
  first_record INTEGER NOT NULL,
  run INTEGER REFERENCES run,
  plan INTEGER REFERENCES plan
) STRICT;

CREATE INDEX current_import ON current (import, first_submission);

-- The columns of imports; most of a form's imports have the same.
CREATE TABLE mapping (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  columns TEXT NOT NULL, -- JSON array of [header, field]
  UNIQUE (form, columns)
) STRICT;

-- What views show: all imports, with the columns that they have by now.
CREATE TABLE shown_import (
  import INTEGER PRIMARY KEY REFERENCES import,
  mapping INTEGER NOT NULL REFERENCES mapping,
  state TEXT CHECK (state IN ('unfinished', 'discarded')) -- null: its submissions have verdicts
) STRICT;

CREATE INDEX shown_import_mapping ON shown_import (mapping);

-- Which column fills which field of the form's latest version.
CREATE TABLE mapping_field (
  mapping INTEGER NOT NULL REFERENCES mapping,
  form INTEGER NOT NULL REFERENCES definition,
  field TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (mapping, field)
) STRICT, WITHOUT ROWID;

CREATE INDEX mapping_field_form ON mapping_field (form);

-- The failures that are let be, by the last decision about each.
CREATE TABLE waiver (
  submission INTEGER NOT NULL REFERENCES submission,
  rule TEXT NOT NULL,
  decision INTEGER NOT NULL REFERENCES decision,
  PRIMARY KEY (submission, rule)
) STRICT, WITHOUT ROWID;

-- The submissions whose place a later delivery of the same record took: the first one with the same key
-- whose import is finished.
CREATE TABLE superseded (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  superseded_by INTEGER NOT NULL REFERENCES submission,
  CHECK (superseded_by > submission)
) STRICT;

CREATE INDEX superseded_by ON superseded (superseded_by);

-- The submissions that are not both accepted and current. All others are, once their import is finished:
-- one look here tells what is valid now. Those of discarded imports are not here.
CREATE TABLE exception (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  rejected INTEGER NOT NULL, -- 1 or 0: the verdict that holds
  state TEXT -- corrected, superseded, purged or waived; null: current
) STRICT;

-- What a replay found in each import, so that reports need not count its errors. Of runs that brought an import in
-- run_end and run_rule say it.
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
  code TEXT NOT NULL, -- the reader's code for rule 0, else empty
  failures INTEGER NOT NULL,
  PRIMARY KEY (run, import, rule, code)
) STRICT, WITHOUT ROWID;

-- The keys of finished imports and of single submissions, sorted by hash. A run is that of an import, or
-- of several that were merged.
CREATE TABLE key_run (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES key_list,
  former INTEGER NOT NULL CHECK (former IN (0, 1)), -- 1: keys of superseded submissions
  keys INTEGER NOT NULL -- how many
) STRICT;

CREATE INDEX key_run_list ON key_run (list, former);

-- Some hundred keys of a run, packed: the widths of what follows, and of each key the distance of its hash
-- from the first and that of its submission from the smallest.
CREATE TABLE key_block (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES key_run,
  first INTEGER NOT NULL, -- the first hash
  keys BLOB NOT NULL
) STRICT;

CREATE INDEX key_block_first ON key_block (run, first);
