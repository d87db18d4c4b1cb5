-- Plain tables for people who read the store with SQL. They are stable; the tables behind them are
-- not. Each form has two more, made when it is applied: form_<name> and form_<name>_accepted.

CREATE VIEW import_view AS
SELECT
  i.id AS import, f.name AS form, v.number AS form_version, i.kind, i.file_name, i.source, i.batch,
  i."by", i.started_at, e.finished_at, e.sha256, e.size, e.records, e.malformed, e.blank_lines,
  CASE WHEN e.import IS NULL AND i.kind <> 'submit' THEN 'unfinished' ELSE 'finished' END AS state
FROM import i
JOIN form_version v ON v.id = i.form_version
JOIN form f ON f.id = v.form
LEFT JOIN import_end e ON e.import = i.id;

CREATE VIEW run_view AS
SELECT
  r.id AS run, r.kind, f.name AS form, fv.number AS form_version, s.name AS rules,
  sv.number AS rules_version, r.import, r.now, r.given, r.scenario, r."by", r.program, r.started_at,
  e.finished_at, e.records, e.accepted, e.rejected, e.warned, e.errors, e.newly_accepted,
  e.newly_rejected, e.limits, e.head
FROM run r
JOIN plan p ON p.id = r.plan
JOIN form_version fv ON fv.id = p.form_version
JOIN form f ON f.id = fv.form
JOIN rule_set_version sv ON sv.id = p.rule_set_version
JOIN rule_set s ON s.id = sv.rule_set
LEFT JOIN run_end e ON e.run = r.id;

CREATE VIEW error_view AS
SELECT
  e.run, e.submission, sp.import, sp.first_record + e.submission - sp.first_submission AS record,
  s.line,
  CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END AS rule,
  p.field, p.severity, coalesce(e.code, p.code) AS code, e.arguments, p.words
FROM error e
JOIN run r ON r.id = e.run
JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
JOIN submission s ON s.id = e.submission
JOIN span sp ON sp.first_submission = (
  SELECT max(x.first_submission) FROM span x WHERE x.first_submission <= e.submission);

CREATE VIEW submission_view AS
SELECT
  j.submission, j.import, j.record, j.line, j.cells, j.run,
  CASE
    WHEN j.run IS NULL THEN NULL
    WHEN EXISTS (
      SELECT 1 FROM error e
      JOIN run r ON r.id = e.run
      JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
      WHERE e.run = j.run AND e.submission = j.submission AND p.severity = 'error')
    THEN 'rejected'
    ELSE 'accepted'
  END AS verdict,
  (SELECT c.corrects FROM correction c WHERE c.submission = j.submission) AS corrects
FROM (
  SELECT
    s.id AS submission, sp.import, sp.first_record + s.id - sp.first_submission AS record, s.line,
    s.cells,
    (
      SELECT g.run FROM run_range g
      JOIN run_end d ON d.run = g.run
      WHERE g.first_submission <= s.id AND g.last_submission >= s.id
      ORDER BY d.number DESC LIMIT 1) AS run
  FROM span sp
  JOIN submission s ON s.id BETWEEN sp.first_submission AND sp.last_submission) j;
