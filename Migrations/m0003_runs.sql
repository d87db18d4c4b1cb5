-- What was judged, by which rules, and what was wrong with it.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'submit', 'replay')),
  plan INTEGER NOT NULL REFERENCES plan,
  import INTEGER REFERENCES import,
  now TEXT NOT NULL, -- the clock, read once
  given TEXT NOT NULL, -- JSON object
  scenario TEXT,
  "by" TEXT,
  program TEXT NOT NULL, -- the version of formrec that judged
  started_at TEXT NOT NULL
) STRICT;

CREATE INDEX run_import ON run (import);

-- Which submissions a run judged, so that the absence of errors means something.
CREATE TABLE run_range (
  run INTEGER NOT NULL REFERENCES run,
  first_submission INTEGER NOT NULL,
  last_submission INTEGER NOT NULL,
  now TEXT, -- of a replay: the clock and parameters of the import, where they are not the run's
  given TEXT,
  PRIMARY KEY (run, first_submission)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_range_submission ON run_range (first_submission, last_submission);

-- What failed. No row means that nothing did. Clustered by run and submission, so that rows are
-- only ever appended and a history needs no further index.
CREATE TABLE error (
  run INTEGER NOT NULL REFERENCES run,
  submission INTEGER NOT NULL REFERENCES submission,
  rule INTEGER NOT NULL, -- plan_rule.position; 0 is what the reader reports
  code TEXT, -- null means the rule's usual one
  arguments TEXT, -- JSON object of what the message needs beyond the rule's own
  PRIMARY KEY (run, submission, rule)
) STRICT, WITHOUT ROWID;

-- How a run ended, in the order of ending, with its place in the hash chain.
CREATE TABLE run_end (
  number INTEGER PRIMARY KEY,
  run INTEGER NOT NULL UNIQUE REFERENCES run,
  records INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  newly_accepted INTEGER, -- of a replay, against the last verdicts
  newly_rejected INTEGER,
  limits TEXT, -- JSON array of the limits that were passed; null means none
  previous TEXT NOT NULL, -- head of the run that ended before; empty for the first
  head TEXT NOT NULL, -- SHA-256 over this run and the previous head
  finished_at TEXT NOT NULL
) STRICT;

-- Failures by rule, so that an audit need not count them.
CREATE TABLE run_rule (
  run INTEGER NOT NULL REFERENCES run,
  rule INTEGER NOT NULL,
  code TEXT NOT NULL, -- the reader's code for rule 0, else empty
  failures INTEGER NOT NULL,
  skipped INTEGER NOT NULL, -- not judged because a condition was unknown
  PRIMARY KEY (run, rule, code)
) STRICT, WITHOUT ROWID;

-- Digests over blocks of a fixed number of a run's submissions.
CREATE TABLE block (
  run INTEGER NOT NULL REFERENCES run,
  number INTEGER NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- Keys of accepted submissions, for `unique: ever`.
CREATE TABLE unique_key (
  form INTEGER NOT NULL REFERENCES form,
  rule TEXT NOT NULL,
  hash BLOB NOT NULL,
  submission INTEGER NOT NULL REFERENCES submission,
  PRIMARY KEY (form, rule, hash)
) STRICT, WITHOUT ROWID;
