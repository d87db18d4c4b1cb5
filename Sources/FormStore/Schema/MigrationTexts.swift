/// The files of `Migrations/`, written by `RECORD=1 swift test --filter StoreTests`: do not edit.
/// The file is as long as the migrations.
enum MigrationTexts {
  /// Names and texts, in order.
  static let all = [
    ("m0001_definitions", m0001_definitions),
    ("m0002_submissions", m0002_submissions),
    ("m0003_runs", m0003_runs),
    ("m0004_ledger", m0004_ledger),
    ("m0005_current", m0005_current),
    ("m0006_append_only", m0006_append_only),
    ("m0007_views", m0007_views),
    ("m0008_answers", m0008_answers),
    ("m0009_activities", m0009_activities),
    ("m0010_event_kinds", m0010_event_kinds),
  ]
  /// `StoreSchema.digest` of the schema that they make.
  static let schemaDigest =
    "132169b46ad14927b19387a5acdf3b4c1d63609f88f90f070d1908310b122ed0"

  private static let m0001_definitions = #"""
    -- Forms and rule sets in immutable versions, and the plans that bind the one to the other.
    -- No table's name begins with form_: the views of forms do.

    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      created_at TEXT NOT NULL,
      hash_key BLOB NOT NULL -- of the hash behind `unique`, 16 random bytes
    ) STRICT;

    CREATE TABLE definition (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('form', 'rules')),
      name TEXT NOT NULL,
      form INTEGER REFERENCES definition, -- of rules: the form that they are for
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

    -- A rule-set version bound to a form version: what a run judges by.
    CREATE TABLE plan (
      id INTEGER PRIMARY KEY,
      form_version INTEGER NOT NULL REFERENCES version,
      rules_version INTEGER NOT NULL REFERENCES version,
      UNIQUE (form_version, rules_version)
    ) STRICT;

    CREATE TABLE plan_rule (
      plan INTEGER NOT NULL REFERENCES plan,
      position INTEGER NOT NULL, -- 0 is what the reader reports
      rule TEXT NOT NULL, -- the id in reports
      kind TEXT NOT NULL, -- the rule's stored name, or the type's
      field TEXT,
      severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
      code TEXT NOT NULL, -- of an error that has none of its own
      words TEXT NOT NULL, -- the rule in English, fixed arguments filled in
      PRIMARY KEY (plan, position)
    ) STRICT, WITHOUT ROWID;

    -- What the reader's codes mean, in English.
    CREATE TABLE reader_code (
      code TEXT PRIMARY KEY,
      words TEXT NOT NULL,
      migration INTEGER NOT NULL -- the number of the last migration when the code was added
    ) STRICT, WITHOUT ROWID;

    """#

  private static let m0002_submissions = #"""
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

    """#

  private static let m0003_runs = #"""
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

    """#

  private static let m0004_ledger = #"""
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

    -- A decision that cells are to be gone; who made it, when and why is in its event. Numbers, verdicts and errors stay.
    CREATE TABLE purge (
      id INTEGER PRIMARY KEY
    ) STRICT;

    -- The submissions without cells. Ranges do not overlap.
    CREATE TABLE purged (
      first_submission INTEGER PRIMARY KEY,
      last_submission INTEGER NOT NULL,
      purge INTEGER NOT NULL REFERENCES purge,
      CHECK (first_submission <= last_submission)
    ) STRICT;

    CREATE INDEX purged_purge ON purged (purge);

    CREATE TRIGGER purged_is_new BEFORE INSERT ON purged
    WHEN EXISTS (
      SELECT 1 FROM purged
      WHERE first_submission <= NEW.last_submission AND last_submission >= NEW.first_submission)
    BEGIN
      SELECT RAISE(ABORT, 'a submission was purged before');
    END;

    -- The digest of a block over what a purge left of it. The block keeps its first digest, which the end
    -- of its run sealed, and loses its salt, so that nobody can try guesses at what is gone.
    CREATE TABLE resealed (
      run INTEGER NOT NULL,
      number INTEGER NOT NULL,
      purge INTEGER NOT NULL REFERENCES purge,
      salt BLOB NOT NULL, -- empty once a later purge sealed the block again
      digest BLOB NOT NULL,
      PRIMARY KEY (run, number, purge),
      FOREIGN KEY (run, number) REFERENCES block
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

    -- The log: each event seals the rows that it is about, the event before, and who did it and why.
    CREATE TABLE event (
      number INTEGER PRIMARY KEY, -- from 1, without gaps
      kind TEXT NOT NULL CHECK (
        kind IN (
          'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
          'discard')),
      subject INTEGER NOT NULL, -- the row that it is about
      at TEXT NOT NULL,
      "by" TEXT, -- the operator
      reason TEXT,
      version INTEGER NOT NULL, -- of the list of rows and columns that its digest covers
      digest BLOB NOT NULL, -- SHA-256 over the rows
      head BLOB NOT NULL, -- SHA-256 over this row and the head of the one before
      UNIQUE (kind, subject),
      CHECK (kind NOT IN ('decision', 'purge') OR ("by" IS NOT NULL AND reason IS NOT NULL))
    ) STRICT;

    CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
    BEGIN
      SELECT RAISE(ABORT, 'an event does not follow the one before');
    END;

    """#

  private static let m0005_current = #"""
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

    """#

  private static let m0006_append_only = #"""
    -- History is append-only: these triggers stop accidents; the chain shows the rest.

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
    WHEN NOT (NEW.id = OLD.id AND NEW.line = OLD.line AND NEW.cells = '[]' AND EXISTS (
        SELECT 1 FROM purged
        WHERE first_submission = (
          SELECT max(first_submission) FROM purged WHERE first_submission <= OLD.id)
          AND last_submission >= OLD.id))
    BEGIN
      SELECT RAISE(ABORT, 'submission is append-only');
    END;

    CREATE TRIGGER submission_no_delete BEFORE DELETE ON submission BEGIN
      SELECT RAISE(ABORT, 'submission is append-only');
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

    CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN
      SELECT RAISE(ABORT, 'event is append-only');
    END;

    CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN
      SELECT RAISE(ABORT, 'event is append-only');
    END;

    -- The span of an import that goes on grows at its end.
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

    -- What a replay left behind that was broken off is deleted by the next writer.

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

    CREATE TRIGGER error_no_update BEFORE UPDATE ON error BEGIN
      SELECT RAISE(ABORT, 'error is append-only');
    END;

    -- Records that lost a key of `unique: ever` to others are judged again when their import finishes.
    CREATE TRIGGER error_no_delete BEFORE DELETE ON error
    WHEN NOT EXISTS (SELECT 1 FROM progress WHERE run = OLD.run)
      AND (NOT EXISTS (SELECT 1 FROM run WHERE id = OLD.run AND kind = 'replay')
        OR EXISTS (SELECT 1 FROM run_end WHERE run = OLD.run))
    BEGIN
      SELECT RAISE(ABORT, 'error is append-only');
    END;

    CREATE TRIGGER block_no_update BEFORE UPDATE ON block
    WHEN NOT (NEW.salt = x'' AND NEW.run = OLD.run AND NEW.number = OLD.number
        AND NEW.records = OLD.records AND NEW.digest = OLD.digest
        AND EXISTS (SELECT 1 FROM resealed WHERE run = OLD.run AND number = OLD.number))
      AND NOT (NEW.salt = OLD.salt AND NEW.run = OLD.run AND NEW.number = OLD.number
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

    CREATE TRIGGER purge_no_update BEFORE UPDATE ON purge BEGIN
      SELECT RAISE(ABORT, 'purge is append-only');
    END;

    CREATE TRIGGER purge_no_delete BEFORE DELETE ON purge BEGIN
      SELECT RAISE(ABORT, 'purge is append-only');
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

    CREATE TRIGGER judged_no_update BEFORE UPDATE ON judged BEGIN
      SELECT RAISE(ABORT, 'judged is append-only');
    END;

    CREATE TRIGGER judged_no_delete BEFORE DELETE ON judged BEGIN
      SELECT RAISE(ABORT, 'judged is append-only');
    END;

    """#

  private static let m0007_views = #"""
    -- Plain tables for people who read the store with SQL. They are stable; the tables behind them are
    -- not. Each form has two more, made when it is applied: form_<name> and form_<name>_current.
    -- In what SQLite and DuckDB both understand: no ON beside CROSS JOIN, BIGINT for 64 bits.

    CREATE VIEW import_view AS
    SELECT
      i.id AS import, f.name AS form, fv.number AS form_version, s.name AS rules,
      sv.number AS rules_version, i.kind, i.file_name, i.source, i.batch, v."by", v.reason, i.started_at,
      e.finished_at, e.sha256, i.size,
      CAST(coalesce(e.records, (
        SELECT sum(p.last_submission - p.first_submission + 1) FROM span p WHERE p.import = i.id), 0)
        AS BIGINT) AS records,
      e.malformed, e.blank_lines,
      CASE
        WHEN d.import IS NOT NULL THEN 'discarded'
        WHEN e.import IS NOT NULL OR i.kind = 'intake' THEN 'finished'
        ELSE 'unfinished'
      END AS state,
      g."by" AS discarded_by, g.reason AS discard_reason,
      -- Of an import of kind `judged` what the job counted, of which only the rejected records are here.
      j.records AS judged_records, j.accepted AS judged_accepted
    FROM import i
    JOIN run r ON r.import = i.id
    JOIN plan l ON l.id = r.plan
    JOIN definition f ON f.id = i.form
    JOIN version fv ON fv.id = l.form_version
    JOIN version sv ON sv.id = l.rules_version
    JOIN definition s ON s.id = sv.definition
    LEFT JOIN import_end e ON e.import = i.id
    LEFT JOIN discard d ON d.import = i.id
    LEFT JOIN judged j ON j.import = i.id
    -- Each submission of an intake has an operator of its own.
    LEFT JOIN event v ON v.kind = 'import' AND v.subject = i.id AND i.kind <> 'intake'
    LEFT JOIN event g ON g.kind = 'discard' AND g.subject = i.id;

    -- Runs with verdicts: finished imports and replays, and intakes.
    CREATE VIEW run_view AS
    SELECT
      r.id AS run, r.kind, f.name AS form, fv.number AS form_version, s.name AS rules,
      sv.number AS rules_version, r.import, r.now, r.parameters, r.scenario, v."by", v.reason,
      coalesce(e.program, r.program) AS program, r.started_at, e.finished_at,
      CAST(coalesce(e.records, c.records) AS BIGINT) AS records,
      CAST(coalesce(e.accepted, c.records - c.rejected) AS BIGINT) AS accepted,
      CAST(coalesce(e.rejected, c.rejected) AS BIGINT) AS rejected,
      CAST(coalesce(e.warned, c.warned) AS BIGINT) AS warned,
      CAST(coalesce(e.errors, c.errors) AS BIGINT) AS errors,
      e.newly_accepted, e.newly_rejected, e.limits, lower(hex(v.head)) AS head,
      j.records AS judged_records, j.accepted AS judged_accepted
    FROM run r
    JOIN plan l ON l.id = r.plan
    JOIN version fv ON fv.id = l.form_version
    JOIN definition f ON f.id = fv.definition
    JOIN version sv ON sv.id = l.rules_version
    JOIN definition s ON s.id = sv.definition
    LEFT JOIN run_end e ON e.run = r.id
    LEFT JOIN event v ON v.kind = 'run' AND v.subject = r.id
    LEFT JOIN judged j ON j.import = r.import
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

    -- Every submission with the verdict that holds, without one while its import is unfinished or if it was
    -- discarded, and its state.
    CREATE VIEW submission_view AS
    SELECT
      s.id AS submission, c.import,
      CAST(c.first_record + s.id - c.first_submission AS BIGINT) AS record, s.line, s.cells,
      CASE WHEN i.state IS NULL THEN (
        SELECT h.run FROM current h WHERE h.first_submission <= s.id
        ORDER BY h.first_submission DESC LIMIT 1) END AS run,
      CASE WHEN i.state IS NULL THEN
        CASE (SELECT x.rejected FROM exception x WHERE x.submission = s.id)
          WHEN 1 THEN 'rejected' ELSE 'accepted' END END AS verdict,
      coalesce(
        i.state, (SELECT x.state FROM exception x WHERE x.submission = s.id), 'current') AS state,
      (SELECT x.corrects FROM correction x WHERE x.submission = s.id) AS corrects,
      (SELECT x.submission FROM correction x WHERE x.corrects = s.id) AS corrected_by,
      (SELECT x.superseded_by FROM superseded x WHERE x.submission = s.id) AS superseded_by,
      (SELECT p.last_submission >= s.id FROM purged p WHERE p.first_submission <= s.id
        ORDER BY p.first_submission DESC LIMIT 1) IS TRUE AS purged
    FROM shown_import i CROSS JOIN span c CROSS JOIN submission s
    WHERE c.import = i.import AND s.id BETWEEN c.first_submission AND c.last_submission;

    -- The errors that hold.
    CREATE VIEW error_view AS
    SELECT
      e.run, e.submission, c.import,
      CAST(c.first_record + e.submission - c.first_submission AS BIGINT) AS record, s.line,
      CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END AS rule,
      p.field, p.severity, coalesce(e.code, p.code) AS code, e.arguments,
      coalesce(w.words, p.words) AS words
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
      coalesce(w.words, p.words) AS words,
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

    """#

  private static let m0008_answers = #"""
    -- What services said for rules `remote`, so that a replay repeats: for each submission, run, rule and
    -- question what came of it. No value stands here, only the question's hash under the store's key.
    CREATE TABLE answer (
      submission INTEGER NOT NULL REFERENCES submission (id),
      run INTEGER NOT NULL REFERENCES run (id), -- by which the service was asked
      rule INTEGER NOT NULL, -- the position in the run's plan
      high INTEGER NOT NULL, -- the question: its URL, the value and what is sent with it
      low INTEGER NOT NULL,
      -- 0: no; 1: yes; 2: nobody answered, and the record was refused for it; 3: nobody answered, and the
      -- rule was skipped
      outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 3),
      PRIMARY KEY (submission, run, rule, high, low)
    ) STRICT, WITHOUT ROWID;

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

    """#

  private static let m0009_activities = #"""
    -- What happens around the records: who may do what over HTTP, who read personal data, where changes
    -- are announced, and what came of it.
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, -- grant, revoke, read, webhook, unhook or delivery
      subject INTEGER REFERENCES activity, -- the grant that a revoke ends, the webhook of a delivery
      detail TEXT NOT NULL -- a JSON object
    ) STRICT;

    CREATE INDEX activity_kind ON activity (kind, subject);

    CREATE TRIGGER activity_no_update BEFORE UPDATE ON activity BEGIN
      SELECT RAISE(ABORT, 'activity is append-only');
    END;

    CREATE TRIGGER activity_no_delete BEFORE DELETE ON activity BEGIN
      SELECT RAISE(ABORT, 'activity is append-only');
    END;

    -- A CHECK constraint cannot be changed, so the table of events is replaced. Views name it, which a
    -- rename would otherwise follow.
    PRAGMA legacy_alter_table = ON;

    CREATE TABLE new_event (
      number INTEGER PRIMARY KEY, -- from 1, without gaps
      kind TEXT NOT NULL CHECK (
        kind IN (
          'store', 'definition', 'plan', 'import', 'run', 'submission', 'decision', 'purge',
          'discard', 'activity')),
      subject INTEGER NOT NULL, -- the row that it is about
      at TEXT NOT NULL,
      "by" TEXT, -- the operator
      reason TEXT,
      version INTEGER NOT NULL, -- of the list of rows and columns that its digest covers
      digest BLOB NOT NULL, -- SHA-256 over the rows
      head BLOB NOT NULL, -- SHA-256 over this row and the head of the one before
      UNIQUE (kind, subject),
      CHECK (kind NOT IN ('decision', 'purge') OR ("by" IS NOT NULL AND reason IS NOT NULL))
    ) STRICT;

    INSERT INTO new_event SELECT * FROM event;

    DROP TABLE event;

    ALTER TABLE new_event RENAME TO event;

    PRAGMA legacy_alter_table = OFF;

    CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM event), 0)
    BEGIN
      SELECT RAISE(ABORT, 'an event does not follow the one before');
    END;

    CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN
      SELECT RAISE(ABORT, 'event is append-only');
    END;

    CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN
      SELECT RAISE(ABORT, 'event is append-only');
    END;

    """#

  private static let m0010_event_kinds = #"""
    -- A list of more than two values in a CHECK constraint is sorted into a temporary index for each inserted
    -- row. Comparisons are not. A trigger that aborts makes each insertion copy the pages that it changes, so
    -- that they can be restored; a trigger before an insertion has nothing to restore, and fails instead. An
    -- event takes half the time.
    PRAGMA legacy_alter_table = ON;

    CREATE TABLE new_event (
      number INTEGER PRIMARY KEY, -- from 1, without gaps
      kind TEXT NOT NULL CHECK (
        kind = 'submission' OR kind = 'store' OR kind = 'definition' OR kind = 'plan' OR kind = 'import'
        OR kind = 'run' OR kind = 'decision' OR kind = 'purge' OR kind = 'discard'
        OR kind = 'activity'),
      subject INTEGER NOT NULL, -- the row that it is about
      at TEXT NOT NULL,
      "by" TEXT, -- the operator
      reason TEXT,
      version INTEGER NOT NULL, -- of the list of rows and columns that its digest covers
      digest BLOB NOT NULL, -- SHA-256 over the rows
      head BLOB NOT NULL, -- SHA-256 over this row and the head of the one before
      UNIQUE (kind, subject),
      CHECK (kind NOT IN ('decision', 'purge') OR ("by" IS NOT NULL AND reason IS NOT NULL))
    ) STRICT;

    INSERT INTO new_event SELECT * FROM event;

    DROP TABLE event;

    ALTER TABLE new_event RENAME TO event;

    PRAGMA legacy_alter_table = OFF;

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

    """#
}
