-- What was judged, by which rules, and what was wrong with it.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'intake', 'correction', 'replay', 'judged')),
  plan INTEGER NOT NULL REFERENCES plan,
  import INTEGER REFERENCES import, -- that it brought in
  now TEXT, -- the clock, read once; null: each submission's own
  parameters TEXT, -- JSON object; null: each import's own
  scenario TEXT,
  program TEXT NOT NULL, -- the versions of formrec and PCRE2 that began it
  started_at TEXT NOT NULL,
  -- Of an import: the last event when it began. Rules `exists` compare with what stood by then.
  known_event INTEGER
) STRICT;

CREATE INDEX run_import ON run (import);

-- Which submissions a replay judged, so that the absence of errors means something. Imports and
-- intakes judged those of their spans.
CREATE TABLE run_range (
  run INTEGER NOT NULL REFERENCES run,
  first_submission INTEGER NOT NULL,
  last_submission INTEGER NOT NULL,
  position INTEGER NOT NULL, -- in the order in which they were judged, from 0
  PRIMARY KEY (run, first_submission)
) STRICT, WITHOUT ROWID;

-- What failed. No row means that nothing did. Clustered by run and submission, so that rows are
-- only ever appended and a history needs no further index.
CREATE TABLE error (
  run INTEGER NOT NULL REFERENCES run,
  submission INTEGER NOT NULL REFERENCES submission,
  rule INTEGER NOT NULL, -- plan_rule.position; 0 is what the reader reports
  code TEXT, -- null means the rule's default code
  arguments TEXT, -- JSON object of what the message needs beyond the rule's own
  PRIMARY KEY (run, submission, rule)
) STRICT, WITHOUT ROWID;

-- How a run ended; an intake does not end.
CREATE TABLE run_end (
  run INTEGER PRIMARY KEY REFERENCES run,
  records INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  newly_accepted INTEGER, -- of a replay, against the last verdicts
  newly_rejected INTEGER,
  limits TEXT, -- JSON array of the limits that were exceeded; null means none
  program TEXT NOT NULL, -- the version of formrec by which all of its verdicts are
  finished_at TEXT NOT NULL
) STRICT;

-- Failures and skips by rule, so that an audit need not count them.
CREATE TABLE run_rule (
  run INTEGER NOT NULL REFERENCES run,
  rule INTEGER NOT NULL,
  code TEXT NOT NULL, -- the reader's code for rule 0, else empty
  failures INTEGER NOT NULL,
  skipped INTEGER NOT NULL, -- not judged although there was something to judge
  reasons TEXT, -- JSON object: why, and how often each; null means never skipped
  PRIMARY KEY (run, rule, code)
) STRICT, WITHOUT ROWID;
