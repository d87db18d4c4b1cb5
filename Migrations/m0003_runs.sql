-- Runs and their errors.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'intake', 'correction', 'replay', 'judged')),
  plan INTEGER NOT NULL REFERENCES plan,
  import INTEGER REFERENCES import, -- the import that the run judged, unless it is a replay
  now TEXT, -- the time for the rules; null: the time of each submission
  parameters TEXT, -- JSON object; null: the parameters of each import
  scenario TEXT,
  program TEXT NOT NULL, -- the versions of formrec and PCRE2 that started the run
  started_at TEXT NOT NULL,
  -- Of an import: the last event before its start. Rules `exists` compare with the state at that event.
  known_event INTEGER
) STRICT;

CREATE INDEX run_import ON run (import);

-- The submissions that a replay judged. Other runs judge the submissions of their import.
CREATE TABLE run_range (
  run INTEGER NOT NULL REFERENCES run,
  first_submission INTEGER NOT NULL,
  last_submission INTEGER NOT NULL,
  position INTEGER NOT NULL, -- in the order of judging, from 0
  PRIMARY KEY (run, first_submission)
) STRICT, WITHOUT ROWID;

-- Failures. The table is clustered by run and submission, so that rows are appended and the history of a
-- submission needs no other index.
CREATE TABLE error (
  run INTEGER NOT NULL REFERENCES run,
  submission INTEGER NOT NULL REFERENCES submission,
  rule INTEGER NOT NULL, -- plan_rule.position; 0: errors of the reader
  code TEXT, -- null: the rule's default code
  arguments TEXT, -- JSON object: arguments of the message that are not arguments of the rule
  PRIMARY KEY (run, submission, rule)
) STRICT, WITHOUT ROWID;

-- The end of each finished run. The run of an intake does not end.
CREATE TABLE run_end (
  run INTEGER PRIMARY KEY REFERENCES run,
  records INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  newly_accepted INTEGER, -- of a replay, compared with the previous verdicts
  newly_rejected INTEGER,
  limits TEXT, -- JSON array of the exceeded limits; null: none
  program TEXT NOT NULL, -- the version of formrec that determined all verdicts of the run
  finished_at TEXT NOT NULL
) STRICT;

-- Counts by rule, so that an audit does not count errors.
CREATE TABLE run_rule (
  run INTEGER NOT NULL REFERENCES run,
  rule INTEGER NOT NULL,
  code TEXT NOT NULL, -- the reader's code for rule 0, otherwise empty
  failures INTEGER NOT NULL,
  skipped INTEGER NOT NULL, -- present values that the rule did not evaluate
  reasons TEXT, -- JSON object: the number of skips by reason; null: none
  PRIMARY KEY (run, rule, code)
) STRICT, WITHOUT ROWID;
