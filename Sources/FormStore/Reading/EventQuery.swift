import GRDB

/// The SQL behind `Store.events`.
enum EventQuery {
  /// The columns of `StoredEvent`, in order.
  static func events(_ filter: StoredEvent.Filter) -> String {
    """
    SELECT e.number, e.kind, e.subject, e.at, e."by", e.reason, e.head,
      coalesce(f.name, CASE d.kind WHEN 'form' THEN d.name END, df.name, \(formOfSome)),
      coalesce(fv.number, CASE d.kind WHEN 'form' THEN v.number END),
      coalesce(s.name, CASE d.kind WHEN 'rules' THEN d.name END),
      coalesce(sv.number, CASE d.kind WHEN 'rules' THEN v.number END),
      (SELECT min(w.number) FROM version w
        WHERE w.definition = v.definition AND w.digest = v.digest AND w.number < v.number),
      i.id, i.kind, i.file_name, r.id,
      CASE e.kind
        WHEN 'submission' THEN 1
        WHEN 'comment' THEN 1
        WHEN 'assignment' THEN (SELECT count(*) FROM assigned WHERE assignment = e.subject)
        WHEN 'decision' THEN (
          SELECT count(DISTINCT submission) FROM decided WHERE decision = e.subject)
        WHEN 'purge' THEN (
          SELECT sum(last_submission - first_submission + 1) FROM purged WHERE purge = e.subject)
        WHEN 'retraction' THEN \(recordsOfRetraction)
        WHEN 'reinstatement' THEN \(recordsOfRetraction)
        WHEN 'discard' THEN (
          SELECT sum(last_submission - first_submission + 1) FROM span WHERE import = e.subject)
        ELSE n.records END,
      CASE e.kind WHEN 'submission' THEN NOT \(isRejected) ELSE n.accepted END,
      CASE e.kind WHEN 'submission' THEN \(isRejected) ELSE n.rejected END,
      n.newly_accepted, n.newly_rejected,
      CASE e.kind WHEN 'decision' THEN (
        SELECT count(*) FROM decided WHERE decision = e.subject) END,
      x.kind = 'waive', a.kind, a.detail,
      CASE e.kind WHEN 'submission' THEN e.subject WHEN 'comment' THEN k.submission END, g.assignee
    \(sources(filter))
    """
  }

  static func arguments(
    _ filter: StoredEvent.Filter, after number: Int64, through end: Int64
  ) -> StatementArguments {
    var arguments: StatementArguments = [
      "after": number, "end": end, "since": filter.since, "through": filter.through,
      "by": filter.by,
    ]
    if filter.isAboutSubmissions {
      arguments += ["form": filter.form, "import": filter.importID]
    }
    return arguments
  }

  /// The FROM and WHERE clauses.
  static func sources(_ filter: StoredEvent.Filter) -> String {
    """
    FROM event e
    LEFT JOIN version v ON e.kind = 'definition' AND v.id = e.subject
    LEFT JOIN definition d ON d.id = v.definition
    LEFT JOIN definition df ON df.id = d.form
    LEFT JOIN decision x ON e.kind = 'decision' AND x.id = e.subject
    LEFT JOIN activity a ON e.kind = 'activity' AND a.id = e.subject
    LEFT JOIN assignment g ON e.kind = 'assignment' AND g.id = e.subject
    LEFT JOIN comment k ON e.kind = 'comment' AND k.id = e.subject
    LEFT JOIN run r ON r.id = CASE e.kind
      WHEN 'run' THEN e.subject
      WHEN 'import' THEN (SELECT id FROM run WHERE import = e.subject)
      WHEN 'discard' THEN (SELECT id FROM run WHERE import = e.subject)
      WHEN 'retraction' THEN \(runOfRetraction)
      WHEN 'reinstatement' THEN \(runOfRetraction)
      WHEN 'submission' THEN \(runOfSubmission("e.subject"))
      WHEN 'comment' THEN \(runOfSubmission("k.submission"))
      END
    LEFT JOIN run_end n ON e.kind = 'run' AND n.run = r.id
    LEFT JOIN import i ON i.id = r.import
    LEFT JOIN plan l ON l.id = CASE e.kind WHEN 'plan' THEN e.subject ELSE r.plan END
    LEFT JOIN version fv ON fv.id = l.form_version
    LEFT JOIN definition f ON f.id = fv.definition
    LEFT JOIN version sv ON sv.id = l.rules_version
    LEFT JOIN definition s ON s.id = sv.definition
    WHERE e.number > :after AND e.number <= :end AND (:since IS NULL OR e.at >= :since)
      AND (:through IS NULL OR e.at <= :through) AND (:by IS NULL OR e."by" = :by)
      \(ofKinds(filter)) \(aboutSubmissions(filter))
    """
  }

  private static func ofKinds(_ filter: StoredEvent.Filter) -> String {
    if filter.kinds.isEmpty { return "" }
    let kinds = filter.kinds.map { "'\($0.rawValue)'" }.sorted()
    return "AND e.kind IN (\(kinds.joined(separator: ", ")))"
  }

  /// A condition that finds decisions, purges and replays of an import by its spans.
  private static func aboutSubmissions(_ filter: StoredEvent.Filter) -> String {
    guard filter.isAboutSubmissions else { return "" }
    let spans = """
      span p JOIN import m ON m.id = p.import AND (:import IS NULL OR m.id = :import OR m.part_of = :import)
      JOIN definition o ON o.id = m.form AND (:form IS NULL OR o.name = :form)
      """
    /// Returns a condition that matches the rows of a table of disjoint ranges that overlap the
    /// span.
    func overlapping(_ table: String, _ condition: String) -> String {
      """
      g.first_submission BETWEEN coalesce((
          SELECT max(h.first_submission) FROM \(table) h
          WHERE \(condition) AND h.first_submission <= p.first_submission), 0)
        AND p.last_submission AND g.last_submission >= p.first_submission
      """
    }
    return """
      AND (
        (:import IS NULL OR i.id = :import OR i.part_of = :import)
          AND (:form IS NULL OR f.name = :form OR d.kind = 'form' AND d.name = :form
            OR df.name = :form)
        OR e.kind = 'decision' AND e.subject IN (
          SELECT c.decision FROM \(spans)
          JOIN decided c ON c.submission BETWEEN p.first_submission AND p.last_submission)
        OR e.kind = 'assignment' AND e.subject IN (
          SELECT c.assignment FROM \(spans)
          JOIN assigned c ON c.submission BETWEEN p.first_submission AND p.last_submission)
        OR e.kind = 'purge' AND e.subject IN (
          SELECT g.purge FROM \(spans) JOIN purged g ON \(overlapping("purged", "TRUE")))
        OR :import IS NOT NULL AND e.kind = 'run' AND e.subject IN (
          SELECT g.run FROM run q CROSS JOIN \(spans)
          JOIN run_range g ON g.run = q.id AND \(overlapping("run_range", "h.run = q.id"))
          WHERE q.kind = 'replay'))
      """
  }

  /// The form of a decision, an assignment or a purge, if all of its submissions belong to one.
  private static let formOfSome = """
    CASE e.kind
      WHEN 'decision' THEN \(formOfAll("decided", "decision"))
      WHEN 'assignment' THEN \(formOfAll("assigned", "assignment"))
      WHEN 'purge' THEN (
        SELECT CASE WHEN min(b.name) = max(b.name) THEN min(b.name) END FROM purged g
        JOIN span p ON p.last_submission >= g.first_submission
          AND p.first_submission BETWEEN coalesce(\(Store.spanStart(of: "g.first_submission")), 0)
          AND g.last_submission
        JOIN import m ON m.id = p.import
        JOIN definition b ON b.id = m.form
        WHERE g.purge = e.subject)
      END
    """

  /// The form of all submissions that a table has for the event.
  private static func formOfAll(_ table: String, _ subject: String) -> String {
    """
    (
      SELECT CASE WHEN min(b.name) = max(b.name) THEN min(b.name) END FROM \(table) c
      JOIN span p ON p.first_submission = \(Store.spanStart(of: "c.submission"))
      JOIN import m ON m.id = p.import
      JOIN definition b ON b.id = m.form
      WHERE c.\(subject) = e.subject)
    """
  }

  private static let recordsOfRetraction = """
    (
      SELECT sum(p.last_submission - p.first_submission + 1) FROM retraction t
      JOIN span p ON p.import = t.import
      WHERE t.id = e.subject)
    """

  private static let runOfRetraction = """
    (SELECT q.id FROM retraction t JOIN run q ON q.import = t.import WHERE t.id = e.subject)
    """

  /// The run that judged a submission first.
  private static func runOfSubmission(_ submission: String) -> String {
    """
    (SELECT q.id FROM span p JOIN run q ON q.import = p.import
      WHERE p.first_submission = \(Store.spanStart(of: submission)))
    """
  }

  /// Whether a single submission was rejected on arrival.
  private static let isRejected = """
    EXISTS (
      SELECT 1 FROM error q JOIN plan_rule u ON u.plan = l.id AND u.position = q.rule
      WHERE q.run = r.id AND q.submission = e.subject AND \(Store.rejects("u")))
    """
}

extension StoredEvent.Filter {
  fileprivate var isAboutSubmissions: Bool { form != nil || importID != nil }
}
