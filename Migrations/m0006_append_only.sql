-- The history is append-only. These triggers prevent accidents; the chain reveals deliberate changes.

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

-- The next writer deletes what an interrupted replay left.

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

-- Records whose key of `unique: ever` was claimed by others are judged again when their import finishes.
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
