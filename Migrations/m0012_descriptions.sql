-- The text of a rule, and of a code of the reader, is named `description`, as in reports.
DROP VIEW error_view;

DROP VIEW error_history_view;

ALTER TABLE plan_rule RENAME COLUMN words TO description;

ALTER TABLE reader_code RENAME COLUMN words TO description;

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
