import GRDB

/// The SQL behind `Store.events`.
enum EventSQL {
  /// The columns of `StoredEvent`, in order.
  static func events(_ filter: StoredEvent.Filter) -> String {
    """
    SELECT e.number, e.kind, e.subject, e.at, e."by", e.reason, e.head,
      coalesce(f.name, CASE d.kind WHEN 'form' THEN d.name END, df.name, \(each(\.form))),
      coalesce(fv.number, CASE d.kind WHEN 'form' THEN v.number END),
      coalesce(s.name, CASE d.kind WHEN 'rules' THEN d.name END),
      coalesce(sv.number, CASE d.kind WHEN 'rules' THEN v.number END),
      (SELECT min(w.number) FROM version w
        WHERE w.definition = v.definition AND w.digest = v.digest AND w.number < v.number),
      i.id, i.kind, i.file_name, r.id,
      \(each(\.submissions)),
      CASE e.kind WHEN 'submission' THEN NOT \(isRejected) ELSE n.accepted END,
      CASE e.kind WHEN 'submission' THEN \(isRejected) ELSE n.rejected END,
      n.newly_accepted, n.newly_rejected,
      CASE e.kind WHEN 'decision' THEN (
        SELECT count(*) FROM decided WHERE decision = e.subject) END,
      x.kind = 'waive', a.kind, a.detail,
      CASE e.kind WHEN 'submission' THEN e.subject WHEN 'comment' THEN k.submission END, g.assignee,
      CASE d.kind WHEN 'source' THEN d.name END, CASE d.kind WHEN 'source' THEN v.number END
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
    LEFT JOIN run r ON r.id = \(each(\.run))
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

  /// A condition that finds the events of a form or import, also by its spans.
  private static func aboutSubmissions(_ filter: StoredEvent.Filter) -> String {
    guard filter.isAboutSubmissions else { return "" }
    let bySpan = EventKind.allCases.compactMap { kind in
      subject(of: kind).subjectsInSpans.map {
        "OR e.kind = '\(kind.rawValue)' AND e.subject IN (\($0))"
      }
    }
    return """
      AND (
        (:import IS NULL OR i.id = :import OR i.part_of = :import)
          AND (:form IS NULL OR f.name = :form OR d.kind = 'form' AND d.name = :form
            OR df.name = :form)
        \(bySpan.joined(separator: " ")))
      """
  }

  /// An expression with a value for each kind of event, which is null for kinds without one.
  private static func each(_ value: (Subject) -> String?) -> String {
    let values = EventKind.allCases.compactMap { kind in
      value(subject(of: kind)).map { "WHEN '\(kind.rawValue)' THEN \($0)" }
    }
    return "CASE e.kind \(values.joined(separator: " ")) END"
  }

  /// Whether a single submission was rejected on arrival.
  private static let isRejected = """
    EXISTS (
      SELECT 1 FROM error q JOIN plan_rule u ON u.plan = l.id AND u.position = q.rule
      WHERE q.run = r.id AND q.submission = e.subject AND \(SQLFragments.rejects("u")))
    """
}

extension StoredEvent.Filter {
  fileprivate var isAboutSubmissions: Bool { form != nil || importID != nil }
}
