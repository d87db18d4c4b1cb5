-- Forms and rule sets in immutable versions, and the plans that bind a rule set to a form.
-- The prefix form_ is reserved for the views of forms.

CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at TEXT NOT NULL,
  hash_key BLOB NOT NULL -- the key of the hashes of `unique`: 16 random bytes
) STRICT;

CREATE TABLE definition (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('form', 'rules', 'source')),
  name TEXT NOT NULL,
  form INTEGER REFERENCES definition, -- of a rule set: its form
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE version (
  id INTEGER PRIMARY KEY,
  definition INTEGER NOT NULL REFERENCES definition,
  number INTEGER NOT NULL,
  content TEXT NOT NULL, -- canonical JSON
  digest TEXT NOT NULL, -- SHA-256 of the content
  created_at TEXT NOT NULL,
  UNIQUE (definition, number)
) STRICT;

-- A rule-set version bound to a form version. Each run judges by one plan.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  form_version INTEGER NOT NULL REFERENCES version,
  rules_version INTEGER NOT NULL REFERENCES version,
  UNIQUE (form_version, rules_version)
) STRICT;

CREATE TABLE plan_rule (
  plan INTEGER NOT NULL REFERENCES plan,
  position INTEGER NOT NULL, -- 0: errors of the reader
  rule TEXT NOT NULL, -- the rule's id, as in reports
  kind TEXT NOT NULL, -- the name of the rule, or of the field's type
  field TEXT,
  severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
  code TEXT NOT NULL, -- the default code of its errors
  description TEXT NOT NULL, -- the rule in English, with its arguments
  PRIMARY KEY (plan, position)
) STRICT, WITHOUT ROWID;

-- The codes of the reader's errors, with their meaning in English.
CREATE TABLE reader_code (
  code TEXT PRIMARY KEY,
  description TEXT NOT NULL,
  migration INTEGER NOT NULL -- the number of the last migration when the code was added
) STRICT, WITHOUT ROWID;

-- Imports and their submissions, as received.

-- A file, a stream, corrections, or the single submissions of a day (an intake).
CREATE TABLE import (
  id INTEGER PRIMARY KEY,
  form INTEGER NOT NULL REFERENCES definition,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'stream', 'intake', 'correction', 'external')),
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
  -- The first import of the same file of corrections: the corrections of a file that were judged under other
  -- conditions are imports of their own.
  part_of INTEGER REFERENCES import,
  delimiter TEXT, -- of the cells; the encoding ends in `-sig` if the file has a byte order mark
  encoding TEXT,
  options TEXT NOT NULL, -- JSON: the options that affect reading and judging
  started_at TEXT NOT NULL,
  UNIQUE (form, size, beginning, number)
) STRICT;

CREATE INDEX import_part_of ON import (part_of) WHERE part_of IS NOT NULL;

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
  cells TEXT, -- JSON array in the import's column order; null: those of `cells_of`
  cells_of INTEGER REFERENCES submission, -- an earlier submission with equal cells
  CHECK ((cells IS NULL) = (cells_of IS NOT NULL))
) STRICT;

CREATE VIEW submission_content AS
SELECT s.id, s.line, coalesce(s.cells, o.cells) AS cells
FROM submission s LEFT JOIN submission o ON o.id = s.cells_of;

-- The ids of an import's submissions: each span is a range of ids of consecutive records. The last
-- span of an unfinished import grows.
CREATE TABLE span (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  import INTEGER NOT NULL REFERENCES import,
  first_record INTEGER NOT NULL
) STRICT;

CREATE INDEX span_import ON span (import, first_submission);

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

CREATE TABLE external_run (
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
  names TEXT NOT NULL, -- JSON array of the columns that are not fields
  UNIQUE (plan, parameters, scenario, day, names)
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

-- Which submission corrects which. A submission has one correction that is not retracted; a second correction
-- corrects the first correction.
CREATE TABLE correction (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  corrects INTEGER NOT NULL REFERENCES submission,
  CHECK (corrects < submission)
) STRICT;

CREATE INDEX correction_corrects ON correction (corrects);

-- Finished imports that were withdrawn. The event has the operator, the time and the reason. Their records are
-- kept, but not shown.
CREATE TABLE retraction (
  id INTEGER PRIMARY KEY,
  import INTEGER NOT NULL REFERENCES import,
  requested INTEGER NOT NULL REFERENCES import -- the import that this one corrects, which was withdrawn with it
) STRICT;

-- Retractions that were undone. The event has the operator, the time and the reason.
CREATE TABLE reinstatement (
  retraction INTEGER PRIMARY KEY REFERENCES retraction
) STRICT;

CREATE VIEW retracted_import AS
SELECT import, id AS retraction, requested FROM retraction
WHERE id NOT IN (SELECT retraction FROM reinstatement);

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

-- Assignments of open failures. The event has the operator who assigned them, the time and the reason.
CREATE TABLE assignment (
  id INTEGER PRIMARY KEY,
  assignee TEXT -- null: nobody
) STRICT;

-- The submissions that an assignment covers. The last one of a submission is in effect.
CREATE TABLE assigned (
  assignment INTEGER NOT NULL REFERENCES assignment,
  submission INTEGER NOT NULL REFERENCES submission,
  PRIMARY KEY (assignment, submission)
) STRICT, WITHOUT ROWID;

CREATE INDEX assigned_submission ON assigned (submission);

-- Comments on submissions. The event has the author and the time.
CREATE TABLE comment (
  id INTEGER PRIMARY KEY,
  submission INTEGER NOT NULL REFERENCES submission,
  rule TEXT, -- the rule id of a failure; null: the comment is about the submission
  text TEXT NOT NULL, -- empty after a purge
  salt BLOB NOT NULL, -- 16 random bytes, so that guesses at a deleted text cannot be verified; empty after a purge
  digest BLOB NOT NULL -- SHA-256 of the salt and the text, which the event seals
) STRICT;

CREATE INDEX comment_submission ON comment (submission);

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

-- Runs and their errors.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'intake', 'correction', 'replay', 'external')),
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

-- The answers of services to rules `remote`, which replays use. A request is identified by its keyed hash;
-- no values are stored.
CREATE TABLE answer (
  submission INTEGER NOT NULL REFERENCES submission (id),
  run INTEGER NOT NULL REFERENCES run (id), -- the run that sent the request
  rule INTEGER NOT NULL, -- the position in the run's plan
  high INTEGER NOT NULL, -- the hash of the request: its URL, the value and the other data
  low INTEGER NOT NULL,
  -- 0: no; 1: yes; 2: no answer, and the record was rejected; 3: no answer, and the rule was skipped
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 3),
  PRIMARY KEY (submission, run, rule, high, low)
) STRICT, WITHOUT ROWID;

-- Grants, reads and webhooks.

-- Events that change no records: grants of access, reads and copies of data, and webhooks.
CREATE TABLE activity (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, -- grant, revoke, read, copy, restoration, webhook, unhook, delivery or mail
  subject INTEGER REFERENCES activity, -- the grant that a revoke ends, or the webhook of a delivery
  detail TEXT NOT NULL -- a JSON object
) STRICT;

CREATE INDEX activity_kind ON activity (kind, subject);

-- The hash chain, which reveals alterations.

-- The blocks of a run's submissions. Each is a hash tree, in which every submission has a salt of its own, so
-- that guesses at deleted cells cannot be verified with its leaf.
CREATE TABLE block (
  run INTEGER NOT NULL REFERENCES run,
  number INTEGER NOT NULL, -- from 0
  records INTEGER NOT NULL,
  salt BLOB NOT NULL, -- the seed of the salts; after a purge, what gives those of the other submissions
  digest BLOB NOT NULL, -- the root of the tree
  withdrawn BLOB NOT NULL, -- the nodes above purged submissions, whose leaves cannot be computed
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- The log. Each event seals its rows, the operator and the reason. The events are the leaves of a hash tree.
CREATE TABLE event (
  number INTEGER PRIMARY KEY, -- from 1, without gaps
  kind TEXT NOT NULL CHECK (
    kind = 'submission' OR kind = 'store' OR kind = 'definition' OR kind = 'plan' OR kind = 'import'
    OR kind = 'run' OR kind = 'decision' OR kind = 'purge' OR kind = 'discard'
    OR kind = 'activity' OR kind = 'retraction' OR kind = 'reinstatement' OR kind = 'comment'
    OR kind = 'assignment'),
  subject INTEGER NOT NULL, -- the id of the row that the event is about
  at TEXT NOT NULL,
  "by" TEXT, -- the operator
  reason TEXT,
  version INTEGER NOT NULL, -- of the list of rows and columns that the digest covers
  digest BLOB NOT NULL, -- SHA-256 of the rows
  node BLOB NOT NULL, -- the root of the largest complete part of the tree that ends with this event
  head BLOB NOT NULL, -- SHA-256 of the root of the tree up to this event
  UNIQUE (kind, subject),
  CHECK ((kind <> 'decision' AND kind <> 'purge' AND kind <> 'retraction' AND kind <> 'reinstatement')
    OR ("by" IS NOT NULL AND reason IS NOT NULL)),
  CHECK ((kind <> 'comment' AND kind <> 'assignment') OR "by" IS NOT NULL)
) STRICT;

-- Purges, which delete cells. Numbers, verdicts and errors are kept. The event has the operator, the time
-- and the reason.
CREATE TABLE purge (
  id INTEGER PRIMARY KEY
) STRICT;

-- The keyed hashes of the keys of purged records, for forms with `erased`. The hashes contain no values. A reader of
-- the database can test whether a given key was purged.
CREATE TABLE erased_key (
  form INTEGER NOT NULL REFERENCES definition,
  hash INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  PRIMARY KEY (form, hash)
) STRICT, WITHOUT ROWID;

-- The purged submissions. Ranges do not overlap.
CREATE TABLE purged (
  first_submission INTEGER PRIMARY KEY,
  last_submission INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  CHECK (first_submission <= last_submission)
) STRICT;

CREATE INDEX purged_purge ON purged (purge);

-- The seal of what a purge left of a block. The block keeps its first digest, which is sealed with the end of
-- its run, and loses the salts of the purged submissions, so that guesses at the deleted cells cannot be verified.
CREATE TABLE resealed (
  run INTEGER NOT NULL,
  number INTEGER NOT NULL,
  purge INTEGER NOT NULL REFERENCES purge,
  salt BLOB NOT NULL, -- empty after a later purge of the block
  digest BLOB NOT NULL,
  PRIMARY KEY (run, number, purge),
  FOREIGN KEY (run, number) REFERENCES block
) STRICT, WITHOUT ROWID;

-- Derived tables, which make queries fast. They are updated in the transactions that change the tables
-- above, and `formrec verify` recomputes and compares them.

-- The progress of unfinished imports. The row is deleted at the end of the import.
CREATE TABLE progress (
  import INTEGER PRIMARY KEY REFERENCES import,
  run INTEGER NOT NULL REFERENCES run,
  records INTEGER NOT NULL,
  salt BLOB NOT NULL, -- of the block that is not yet full
  digest BLOB NOT NULL, -- of that block
  seal BLOB NOT NULL, -- of this row, and of the import's columns, spans and full blocks
  process INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

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

-- The imports with submissions whose cells are those of another import's submissions.
CREATE TABLE shared_cells (
  original INTEGER NOT NULL REFERENCES import,
  import INTEGER NOT NULL REFERENCES import,
  PRIMARY KEY (original, import)
) STRICT, WITHOUT ROWID;

-- The imports with their current mapping, for the views.
CREATE TABLE shown_import (
  import INTEGER PRIMARY KEY REFERENCES import,
  mapping INTEGER NOT NULL REFERENCES mapping,
  state TEXT CHECK (state IN ('unfinished', 'discarded', 'retracted')) -- null: the submissions have verdicts
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
-- finished import. A row is a range of submissions, each of which the submission at the same position of another
-- range supersedes: the one that begins with `superseded_by`. No range contains parts of two groups of 4,096 ids, so
-- that programs find the range of a submission by an equality.
CREATE TABLE superseded (
  first_submission INTEGER PRIMARY KEY REFERENCES submission,
  last_submission INTEGER NOT NULL,
  superseded_by INTEGER NOT NULL REFERENCES submission,
  CHECK (first_submission <= last_submission AND first_submission >> 12 = last_submission >> 12)
) STRICT;

CREATE INDEX superseded_by ON superseded (superseded_by, last_submission);

-- The corrections of retracted imports.
CREATE TABLE retracted_correction (
  submission INTEGER PRIMARY KEY REFERENCES correction
) STRICT;

-- The corrections that are in effect.
CREATE VIEW effective_correction AS
SELECT submission, corrects FROM correction
WHERE submission NOT IN (SELECT submission FROM retracted_correction);

-- The submissions that are rejected, corrected or purged, unless they are accepted and superseded. All other
-- submissions of finished imports are accepted. Submissions of discarded imports are not listed.
CREATE TABLE submission_status (
  submission INTEGER PRIMARY KEY REFERENCES submission,
  -- 1 if the current verdict is rejected, otherwise 0
  rejected INTEGER NOT NULL CHECK (rejected BETWEEN 0 AND 1),
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

-- The history is append-only. These triggers prevent accidents; the chain reveals deliberate changes.
-- The next writer deletes what an interrupted replay left.

CREATE TRIGGER store_no_update BEFORE UPDATE ON store BEGIN
  SELECT RAISE(ABORT, 'store is append-only');
END;

CREATE TRIGGER store_no_delete BEFORE DELETE ON store BEGIN
  SELECT RAISE(ABORT, 'store is append-only');
END;

CREATE TRIGGER definition_no_update BEFORE UPDATE ON definition BEGIN
  SELECT RAISE(ABORT, 'definition is append-only');
END;

CREATE TRIGGER definition_no_delete BEFORE DELETE ON definition BEGIN
  SELECT RAISE(ABORT, 'definition is append-only');
END;

CREATE TRIGGER version_no_update BEFORE UPDATE ON version BEGIN
  SELECT RAISE(ABORT, 'version is append-only');
END;

CREATE TRIGGER version_no_delete BEFORE DELETE ON version BEGIN
  SELECT RAISE(ABORT, 'version is append-only');
END;

CREATE TRIGGER plan_no_update BEFORE UPDATE ON plan BEGIN
  SELECT RAISE(ABORT, 'plan is append-only');
END;

CREATE TRIGGER plan_no_delete BEFORE DELETE ON plan BEGIN
  SELECT RAISE(ABORT, 'plan is append-only');
END;

CREATE TRIGGER plan_rule_no_update BEFORE UPDATE ON plan_rule BEGIN
  SELECT RAISE(ABORT, 'plan_rule is append-only');
END;

CREATE TRIGGER plan_rule_no_delete BEFORE DELETE ON plan_rule BEGIN
  SELECT RAISE(ABORT, 'plan_rule is append-only');
END;

CREATE TRIGGER reader_code_no_update BEFORE UPDATE ON reader_code BEGIN
  SELECT RAISE(ABORT, 'reader_code is append-only');
END;

CREATE TRIGGER reader_code_no_delete BEFORE DELETE ON reader_code BEGIN
  SELECT RAISE(ABORT, 'reader_code is append-only');
END;

CREATE TRIGGER import_no_update BEFORE UPDATE ON import BEGIN
  SELECT RAISE(ABORT, 'import is append-only');
END;

CREATE TRIGGER import_no_delete BEFORE DELETE ON import BEGIN
  SELECT RAISE(ABORT, 'import is append-only');
END;

CREATE TRIGGER import_column_no_update BEFORE UPDATE ON import_column BEGIN
  SELECT RAISE(ABORT, 'import_column is append-only');
END;

CREATE TRIGGER import_column_no_delete BEFORE DELETE ON import_column BEGIN
  SELECT RAISE(ABORT, 'import_column is append-only');
END;

CREATE TRIGGER submission_no_update BEFORE UPDATE ON submission
WHEN NOT (NEW.id = OLD.id AND NEW.line = OLD.line AND (
    -- A purge deletes the cells, but first moves them to another submission that has the same.
    NEW.cells IS '[]' AND EXISTS (
      SELECT 1 FROM purged
      WHERE first_submission = (
        SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.id)
        AND last_submission >= OLD.id)
    OR NEW.cells_of IS NOT NEW.id
      AND coalesce(NEW.cells, (SELECT o.cells FROM submission o WHERE o.id = NEW.cells_of))
        IS coalesce(OLD.cells, (SELECT o.cells FROM submission o WHERE o.id = OLD.cells_of))))
BEGIN
  SELECT RAISE(ABORT, 'submission is append-only');
END;

CREATE TRIGGER submission_no_delete BEFORE DELETE ON submission BEGIN
  SELECT RAISE(ABORT, 'submission is append-only');
END;

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

-- The last span of an unfinished import grows.
CREATE TRIGGER span_no_update BEFORE UPDATE ON span
WHEN NEW.first_submission <> OLD.first_submission OR NEW.import <> OLD.import
  OR NEW.first_record <> OLD.first_record OR NEW.last_submission < OLD.last_submission
  OR EXISTS (SELECT 1 FROM import_end WHERE import = OLD.import)
  OR EXISTS (SELECT 1 FROM discard WHERE import = OLD.import)
BEGIN
  SELECT RAISE(ABORT, 'span is append-only');
END;

CREATE TRIGGER span_no_delete BEFORE DELETE ON span BEGIN
  SELECT RAISE(ABORT, 'span is append-only');
END;

CREATE TRIGGER malformed_no_update BEFORE UPDATE ON malformed
WHEN NOT (NEW.submission = OLD.submission AND NEW.raw = x'' AND NEW.line = OLD.line
    AND NEW."column" = OLD."column" AND NEW.byte = OLD.byte AND EXISTS (
    SELECT 1 FROM purged
    WHERE first_submission = (
      SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.submission)
      AND last_submission >= OLD.submission))
BEGIN
  SELECT RAISE(ABORT, 'malformed is append-only');
END;

CREATE TRIGGER malformed_no_delete BEFORE DELETE ON malformed BEGIN
  SELECT RAISE(ABORT, 'malformed is append-only');
END;

CREATE TRIGGER import_end_no_update BEFORE UPDATE ON import_end BEGIN
  SELECT RAISE(ABORT, 'import_end is append-only');
END;

CREATE TRIGGER import_end_no_delete BEFORE DELETE ON import_end BEGIN
  SELECT RAISE(ABORT, 'import_end is append-only');
END;

CREATE TRIGGER discard_no_update BEFORE UPDATE ON discard BEGIN
  SELECT RAISE(ABORT, 'discard is append-only');
END;

CREATE TRIGGER discard_no_delete BEFORE DELETE ON discard BEGIN
  SELECT RAISE(ABORT, 'discard is append-only');
END;

CREATE TRIGGER retraction_no_update BEFORE UPDATE ON retraction BEGIN
  SELECT RAISE(ABORT, 'retraction is append-only');
END;

CREATE TRIGGER retraction_no_delete BEFORE DELETE ON retraction BEGIN
  SELECT RAISE(ABORT, 'retraction is append-only');
END;

CREATE TRIGGER reinstatement_no_update BEFORE UPDATE ON reinstatement BEGIN
  SELECT RAISE(ABORT, 'reinstatement is append-only');
END;

CREATE TRIGGER reinstatement_no_delete BEFORE DELETE ON reinstatement BEGIN
  SELECT RAISE(ABORT, 'reinstatement is append-only');
END;

CREATE TRIGGER erased_key_no_update BEFORE UPDATE ON erased_key BEGIN
  SELECT RAISE(ABORT, 'erased_key is append-only');
END;

CREATE TRIGGER erased_key_no_delete BEFORE DELETE ON erased_key BEGIN
  SELECT RAISE(ABORT, 'erased_key is append-only');
END;

CREATE TRIGGER external_run_no_update BEFORE UPDATE ON external_run BEGIN
  SELECT RAISE(ABORT, 'external_run is append-only');
END;

CREATE TRIGGER external_run_no_delete BEFORE DELETE ON external_run BEGIN
  SELECT RAISE(ABORT, 'external_run is append-only');
END;

CREATE TRIGGER intake_no_update BEFORE UPDATE ON intake BEGIN
  SELECT RAISE(ABORT, 'intake is append-only');
END;

CREATE TRIGGER intake_no_delete BEFORE DELETE ON intake BEGIN
  SELECT RAISE(ABORT, 'intake is append-only');
END;

CREATE TRIGGER intake_submission_no_update BEFORE UPDATE ON intake_submission
WHEN NOT (NEW.salt = x'' AND NEW.submission = OLD.submission AND NEW.form = OLD.form
    AND NEW.at = OLD.at AND NEW.source IS OLD.source
    AND NEW.idempotency_key IS NULL AND NEW.idempotency_hash IS OLD.idempotency_hash
    AND NEW.columns = OLD.columns
    AND EXISTS (
    SELECT 1 FROM purged
    WHERE first_submission = (
      SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.submission)
      AND last_submission >= OLD.submission))
BEGIN
  SELECT RAISE(ABORT, 'intake_submission is append-only');
END;

CREATE TRIGGER intake_submission_no_delete BEFORE DELETE ON intake_submission BEGIN
  SELECT RAISE(ABORT, 'intake_submission is append-only');
END;

CREATE TRIGGER correction_is_first BEFORE INSERT ON correction
WHEN EXISTS (SELECT 1 FROM effective_correction WHERE corrects = NEW.corrects)
BEGIN
  SELECT RAISE(FAIL, 'the submission was corrected before');
END;

CREATE TRIGGER correction_no_update BEFORE UPDATE ON correction BEGIN
  SELECT RAISE(ABORT, 'correction is append-only');
END;

CREATE TRIGGER correction_no_delete BEFORE DELETE ON correction BEGIN
  SELECT RAISE(ABORT, 'correction is append-only');
END;

CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision BEGIN
  SELECT RAISE(ABORT, 'decision is append-only');
END;

CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN
  SELECT RAISE(ABORT, 'decision is append-only');
END;

CREATE TRIGGER decided_no_update BEFORE UPDATE ON decided BEGIN
  SELECT RAISE(ABORT, 'decided is append-only');
END;

CREATE TRIGGER decided_no_delete BEFORE DELETE ON decided BEGIN
  SELECT RAISE(ABORT, 'decided is append-only');
END;

CREATE TRIGGER assignment_no_update BEFORE UPDATE ON assignment BEGIN
  SELECT RAISE(ABORT, 'assignment is append-only');
END;

CREATE TRIGGER assignment_no_delete BEFORE DELETE ON assignment BEGIN
  SELECT RAISE(ABORT, 'assignment is append-only');
END;

CREATE TRIGGER assigned_no_update BEFORE UPDATE ON assigned BEGIN
  SELECT RAISE(ABORT, 'assigned is append-only');
END;

CREATE TRIGGER assigned_no_delete BEFORE DELETE ON assigned BEGIN
  SELECT RAISE(ABORT, 'assigned is append-only');
END;

CREATE TRIGGER comment_no_update BEFORE UPDATE ON comment
WHEN NOT (NEW.id = OLD.id AND NEW.submission = OLD.submission AND NEW.rule IS OLD.rule
    AND NEW.text = '' AND NEW.salt = x'' AND NEW.digest = OLD.digest AND EXISTS (
    SELECT 1 FROM purged
    WHERE first_submission = (
      SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.submission)
      AND last_submission >= OLD.submission))
BEGIN
  SELECT RAISE(ABORT, 'comment is append-only');
END;

CREATE TRIGGER comment_no_delete BEFORE DELETE ON comment BEGIN
  SELECT RAISE(ABORT, 'comment is append-only');
END;

CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN
  SELECT RAISE(ABORT, 'run is append-only');
END;

CREATE TRIGGER run_no_delete BEFORE DELETE ON run
WHEN OLD.kind <> 'replay' OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'run is append-only');
END;

CREATE TRIGGER run_range_no_update BEFORE UPDATE ON run_range BEGIN
  SELECT RAISE(ABORT, 'run_range is append-only');
END;

CREATE TRIGGER run_range_no_delete BEFORE DELETE ON run_range
WHEN NOT EXISTS (SELECT 1 FROM run WHERE id = OLD.run AND kind = 'replay')
  OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.run)
BEGIN
  SELECT RAISE(ABORT, 'run_range is append-only');
END;

-- Records whose key of `unique: ever` was claimed by others are judged again when their import finishes.
CREATE TRIGGER error_no_delete BEFORE DELETE ON error
WHEN NOT EXISTS (SELECT 1 FROM progress WHERE run = OLD.run)
  AND (NOT EXISTS (SELECT 1 FROM run WHERE id = OLD.run AND kind = 'replay')
    OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.run))
BEGIN
  SELECT RAISE(ABORT, 'error is append-only');
END;

CREATE TRIGGER error_no_update BEFORE UPDATE ON error
WHEN NOT (NEW.run = OLD.run AND NEW.submission = OLD.submission AND NEW.rule = OLD.rule
    AND NEW.code IS OLD.code AND length(NEW.arguments) < length(OLD.arguments)
    AND EXISTS (SELECT 1 FROM purge p WHERE NOT EXISTS (
      SELECT 1 FROM event e WHERE e.kind = 'purge' AND e.subject = p.id)))
BEGIN
  SELECT RAISE(ABORT, 'error is append-only');
END;

CREATE TRIGGER run_end_no_update BEFORE UPDATE ON run_end BEGIN
  SELECT RAISE(ABORT, 'run_end is append-only');
END;

CREATE TRIGGER run_end_no_delete BEFORE DELETE ON run_end BEGIN
  SELECT RAISE(ABORT, 'run_end is append-only');
END;

CREATE TRIGGER run_rule_no_update BEFORE UPDATE ON run_rule BEGIN
  SELECT RAISE(ABORT, 'run_rule is append-only');
END;

CREATE TRIGGER run_rule_no_delete BEFORE DELETE ON run_rule BEGIN
  SELECT RAISE(ABORT, 'run_rule is append-only');
END;

CREATE TRIGGER answer_no_update BEFORE UPDATE ON answer BEGIN
  SELECT RAISE(ABORT, 'answer is append-only');
END;

CREATE TRIGGER answer_no_delete BEFORE DELETE ON answer
WHEN NOT (EXISTS (
    SELECT 1 FROM purged
    WHERE first_submission = (
      SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.submission)
      AND last_submission >= OLD.submission))
  AND (NOT EXISTS (SELECT 1 FROM run WHERE id = OLD.run AND kind = 'replay')
    OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.run))
BEGIN
  SELECT RAISE(ABORT, 'answer is append-only');
END;

CREATE TRIGGER activity_no_update BEFORE UPDATE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;

CREATE TRIGGER activity_no_delete BEFORE DELETE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;

CREATE TRIGGER block_no_update BEFORE UPDATE ON block
WHEN NOT (NEW.run = OLD.run AND NEW.number = OLD.number
    AND NEW.records = OLD.records AND NEW.digest = OLD.digest
    AND EXISTS (SELECT 1 FROM resealed WHERE run = OLD.run AND number = OLD.number))
  AND NOT (NEW.salt = OLD.salt AND NEW.withdrawn = OLD.withdrawn AND NEW.run = OLD.run AND NEW.number = OLD.number
    AND NEW.records = OLD.records AND EXISTS (SELECT 1 FROM progress WHERE run = OLD.run))
BEGIN
  SELECT RAISE(ABORT, 'block is append-only');
END;

CREATE TRIGGER block_no_delete BEFORE DELETE ON block
WHEN NOT EXISTS (SELECT 1 FROM run WHERE id = OLD.run AND kind = 'replay')
  OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.run)
BEGIN
  SELECT RAISE(ABORT, 'block is append-only');
END;

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
BEGIN
  SELECT RAISE(FAIL, 'an event does not follow the one before');
END;

CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN
  SELECT RAISE(ABORT, 'event is append-only');
END;

CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN
  SELECT RAISE(ABORT, 'event is append-only');
END;

CREATE TRIGGER purge_no_update BEFORE UPDATE ON purge BEGIN
  SELECT RAISE(ABORT, 'purge is append-only');
END;

CREATE TRIGGER purge_no_delete BEFORE DELETE ON purge BEGIN
  SELECT RAISE(ABORT, 'purge is append-only');
END;

CREATE TRIGGER purged_is_new BEFORE INSERT ON purged
WHEN EXISTS (
  SELECT 1 FROM purged
  WHERE first_submission <= NEW.last_submission AND last_submission >= NEW.first_submission)
BEGIN
  SELECT RAISE(ABORT, 'a submission was purged before');
END;

CREATE TRIGGER purged_no_update BEFORE UPDATE ON purged BEGIN
  SELECT RAISE(ABORT, 'purged is append-only');
END;

CREATE TRIGGER purged_no_delete BEFORE DELETE ON purged BEGIN
  SELECT RAISE(ABORT, 'purged is append-only');
END;

CREATE TRIGGER resealed_no_update BEFORE UPDATE ON resealed
WHEN NOT (
  NEW.salt = x'' AND NEW.run = OLD.run AND NEW.number = OLD.number AND NEW.purge = OLD.purge
    AND NEW.digest = OLD.digest AND EXISTS (
      SELECT 1 FROM resealed r
      WHERE r.run = OLD.run AND r.number = OLD.number AND r.purge > OLD.purge))
BEGIN
  SELECT RAISE(ABORT, 'resealed is append-only');
END;

CREATE TRIGGER resealed_no_delete BEFORE DELETE ON resealed BEGIN
  SELECT RAISE(ABORT, 'resealed is append-only');
END;

-- Views for programs that read the store with SQL. The views are stable; the tables are not. Each form has
-- two more views, which are created when it is applied: form_<name> and form_<name>_current.
-- They use only syntax that SQLite and DuckDB share: no ON with CROSS JOIN, BIGINT for 64 bits.

-- All submissions with their current verdict and state. Submissions of unfinished and discarded imports have
-- no verdict.
CREATE VIEW submission_view AS
SELECT
  s.id AS submission, c.import,
  CAST(c.first_record + s.id - c.first_submission AS BIGINT) AS record, s.line, s.cells,
  CASE WHEN i.state IS NULL THEN (
    SELECT h.run FROM current h WHERE h.first_submission <= s.id
    ORDER BY h.first_submission DESC LIMIT 1) END AS run,
  CASE WHEN i.state IS NULL THEN
    CASE (SELECT x.rejected FROM submission_status x WHERE x.submission = s.id)
      WHEN 1 THEN 'rejected' ELSE 'accepted' END END AS verdict,
  coalesce(
    i.state, (SELECT x.state FROM submission_status x WHERE x.submission = s.id),
    (SELECT CASE WHEN x.last_submission >= s.id THEN 'superseded' END FROM superseded x
      WHERE x.first_submission >> 12 = s.id >> 12
        AND x.first_submission BETWEEN s.id >> 12 << 12 AND s.id
      ORDER BY x.first_submission DESC LIMIT 1), 'current') AS state,
  (SELECT x.corrects FROM correction x WHERE x.submission = s.id) AS corrects,
  (SELECT x.submission FROM effective_correction x WHERE x.corrects = s.id) AS corrected_by,
  CASE WHEN NOT EXISTS (SELECT 1 FROM effective_correction x WHERE x.corrects = s.id) THEN
    (SELECT CASE WHEN x.last_submission >= s.id THEN x.superseded_by + s.id - x.first_submission END
      FROM superseded x
      WHERE x.first_submission >> 12 = s.id >> 12
        AND x.first_submission BETWEEN s.id >> 12 << 12 AND s.id
      ORDER BY x.first_submission DESC LIMIT 1) END AS superseded_by,
  (SELECT p.last_submission >= s.id FROM purged p WHERE p.first_submission <= s.id
    ORDER BY p.first_submission DESC LIMIT 1) IS TRUE AS purged
FROM shown_import i CROSS JOIN span c CROSS JOIN submission_content s
WHERE c.import = i.import AND s.id BETWEEN c.first_submission AND c.last_submission;

CREATE VIEW import_view AS
SELECT
  i.id AS import, f.name AS form, fv.number AS form_version, s.name AS rules,
  sv.number AS rules_version, i.kind,
  i.part_of, i.file_name, i.source, i.batch, v."by", v.reason, i.started_at, e.finished_at, e.sha256, i.size,
  CAST(coalesce(e.records, (
    SELECT sum(p.last_submission - p.first_submission + 1) FROM span p WHERE p.import = i.id), 0)
    AS BIGINT) AS records,
  e.malformed, e.blank_lines,
  CASE
    WHEN d.import IS NOT NULL THEN 'discarded'
    WHEN i.id IN (SELECT import FROM retracted_import) THEN 'retracted'
    WHEN e.import IS NOT NULL OR i.kind = 'intake' THEN 'finished'
    ELSE 'unfinished'
  END AS state,
  g."by" AS discarded_by, g.reason AS discard_reason,
  -- The counts of an external run, of which the import contains only the rejected records.
  w.records AS external_records, w.accepted AS external_accepted
FROM import i
JOIN run r ON r.import = i.id
JOIN plan l ON l.id = r.plan
JOIN definition f ON f.id = i.form
JOIN version fv ON fv.id = l.form_version
JOIN version sv ON sv.id = l.rules_version
JOIN definition s ON s.id = sv.definition
LEFT JOIN import_end e ON e.import = i.id
LEFT JOIN discard d ON d.import = i.id
LEFT JOIN external_run w ON w.import = i.id
-- Each submission of an intake has its own operator.
LEFT JOIN event v ON v.kind = 'import' AND v.subject = i.id AND i.kind <> 'intake'
LEFT JOIN event g ON g.kind = 'discard' AND g.subject = i.id;

-- Runs with verdicts: finished imports and replays, and intakes.
CREATE VIEW run_view AS
SELECT
  r.id AS run, r.kind, f.name AS form,
  fv.number AS form_version, s.name AS rules, sv.number AS rules_version, r.import, r.now,
  r.parameters, r.scenario, v."by", v.reason,
  coalesce(e.program, r.program) AS program, r.started_at, e.finished_at,
  CAST(coalesce(e.records, c.records) AS BIGINT) AS records,
  CAST(coalesce(e.accepted, c.records - c.rejected) AS BIGINT) AS accepted,
  CAST(coalesce(e.rejected, c.rejected) AS BIGINT) AS rejected,
  CAST(coalesce(e.warned, c.warned) AS BIGINT) AS warned,
  CAST(coalesce(e.errors, c.errors) AS BIGINT) AS errors,
  e.newly_accepted, e.newly_rejected, e.limits, lower(hex(v.head)) AS head,
  w.records AS external_records, w.accepted AS external_accepted
FROM run r
JOIN plan l ON l.id = r.plan
JOIN version fv ON fv.id = l.form_version
JOIN definition f ON f.id = fv.definition
JOIN version sv ON sv.id = l.rules_version
JOIN definition s ON s.id = sv.definition
LEFT JOIN run_end e ON e.run = r.id
LEFT JOIN event v ON v.kind = 'run' AND v.subject = r.id
LEFT JOIN external_run w ON w.import = r.import
LEFT JOIN (
  SELECT
    n.id AS run,
    (SELECT coalesce(sum(p.last_submission - p.first_submission + 1), 0) FROM span p
      WHERE p.import = n.import) AS records,
    (SELECT count(DISTINCT x.submission) FROM error x
      JOIN plan_rule q ON q.plan = n.plan AND q.position = x.rule
      WHERE x.run = n.id AND q.severity = 'error') AS rejected,
    (SELECT count(DISTINCT x.submission) FROM error x
      JOIN plan_rule q ON q.plan = n.plan AND q.position = x.rule
      WHERE x.run = n.id AND q.severity = 'warning') AS warned,
    (SELECT count(*) FROM error x
      JOIN plan_rule q ON q.plan = n.plan AND q.position = x.rule
      WHERE x.run = n.id AND q.severity = 'error') AS errors
  FROM run n WHERE n.kind = 'intake') c ON c.run = r.id
WHERE e.run IS NOT NULL OR r.kind = 'intake';

-- The errors of the current verdicts.
CREATE VIEW error_view AS
SELECT
  e.run, e.submission, c.import,
  CAST(c.first_record + e.submission - c.first_submission AS BIGINT) AS record, s.line,
  CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END AS rule,
  p.field, p.severity, coalesce(e.code, p.code) AS code, e.arguments,
  coalesce(w.description, p.description) AS description
FROM current c CROSS JOIN error e CROSS JOIN plan_rule p
LEFT JOIN submission s ON s.id = e.submission
LEFT JOIN reader_code w ON e.rule = 0 AND w.code = e.code
WHERE e.run = c.run AND e.submission BETWEEN c.first_submission AND c.last_submission
  AND p.plan = c.plan AND p.position = e.rule;

-- The errors of all runs.
CREATE VIEW error_history_view AS
SELECT
  e.run, r.kind AS run_kind, e.submission, i.import,
  CAST(i.first_record + e.submission - i.first_submission AS BIGINT) AS record, s.line,
  CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END AS rule,
  p.field, p.severity, coalesce(e.code, p.code) AS code, e.arguments,
  coalesce(w.description, p.description) AS description,
  CASE WHEN c.run = e.run THEN 1 ELSE 0 END AS holds
FROM error e
JOIN run r ON r.id = e.run
JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
JOIN submission s ON s.id = e.submission
JOIN span i ON i.first_submission = (
  SELECT max(x.first_submission) FROM span x WHERE x.first_submission <= e.submission)
LEFT JOIN current c ON c.first_submission = (
  SELECT max(y.first_submission) FROM current y WHERE y.first_submission <= e.submission)
LEFT JOIN reader_code w ON e.rule = 0 AND w.code = e.code
WHERE (r.kind = 'intake' OR EXISTS (SELECT 1 FROM run_end n WHERE n.run = r.id));
