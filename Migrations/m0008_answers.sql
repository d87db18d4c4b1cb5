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
