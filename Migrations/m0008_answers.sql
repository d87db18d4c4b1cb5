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
