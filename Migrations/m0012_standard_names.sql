-- The schema uses the names of the reports: `description` for the text of a rule and of a code of the reader,
-- and `external_run`. The tables import and run keep the kind `judged` for external runs, because events seal
-- it; views show `external`.
DROP VIEW error_view;

DROP VIEW error_history_view;

DROP VIEW import_view;

DROP VIEW run_view;

ALTER TABLE plan_rule RENAME COLUMN words TO description;

ALTER TABLE reader_code RENAME COLUMN words TO description;

DROP TRIGGER judged_no_update;

DROP TRIGGER judged_no_delete;

ALTER TABLE judged RENAME TO external_run;

CREATE TRIGGER external_run_no_update BEFORE UPDATE ON external_run BEGIN
  SELECT RAISE(ABORT, 'external_run is append-only');
END;

CREATE TRIGGER external_run_no_delete BEFORE DELETE ON external_run BEGIN
  SELECT RAISE(ABORT, 'external_run is append-only');
END;

CREATE VIEW import_view AS
SELECT
  i.id AS import, f.name AS form, fv.number AS form_version, s.name AS rules,
  sv.number AS rules_version, CASE i.kind WHEN 'judged' THEN 'external' ELSE i.kind END AS kind,
  i.file_name, i.source, i.batch, v."by", v.reason, i.started_at, e.finished_at, e.sha256, i.size,
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
  r.id AS run, CASE r.kind WHEN 'judged' THEN 'external' ELSE r.kind END AS kind, f.name AS form,
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
  e.run, CASE r.kind WHEN 'judged' THEN 'external' ELSE r.kind END AS run_kind, e.submission, i.import,
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
