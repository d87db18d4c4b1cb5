/// What the statement reads for each kind of event.
extension EventSQL {
  /// Parts of SQL for a kind of event. A nil property means that the kind has none.
  struct Subject {
    /// The run of the event, which has the import, the plan and usually the form.
    var run: String?
    /// The form of an event that has neither a run, a plan nor a definition: that of its
    /// submissions, if all have the same.
    var form: String?
    /// The number of submissions that the event affects.
    var submissions: String?
    /// The subjects of events about submissions of the form and the import in the parameters, if
    /// the run of the event does not determine them.
    var subjectsInSpans: String?
  }

  static func subject(of kind: EventKind) -> Subject {
    switch kind {
    case .run:
      Subject(
        run: "e.subject", submissions: "n.records",
        // The run of a replay has the form, but not the imports.
        subjectsInSpans: """
          SELECT g.run FROM run q CROSS JOIN \(spans)
          JOIN run_range g ON g.run = q.id AND \(overlapping("run_range", "h.run = q.id"))
          WHERE q.kind = 'replay' AND :import IS NOT NULL
          """)
    case .import: Subject(run: runOfImport)
    case .discard:
      Subject(
        run: runOfImport,
        submissions:
          "(SELECT sum(last_submission - first_submission + 1) FROM span WHERE import = e.subject)")
    case .retraction, .reinstatement:
      Subject(
        run:
          "(SELECT q.id FROM retraction t JOIN run q ON q.import = t.import WHERE t.id = e.subject)",
        submissions: """
          (
            SELECT sum(p.last_submission - p.first_submission + 1) FROM retraction t
            JOIN span p ON p.import = t.import
            WHERE t.id = e.subject)
          """)
    case .submission: Subject(run: firstRun(of: "e.subject"), submissions: "1")
    case .comment: Subject(run: firstRun(of: "k.submission"), submissions: "1")
    case .decision:
      Subject(
        form: formOfAll("decided", "decision"),
        submissions: "(SELECT count(DISTINCT submission) FROM decided WHERE decision = e.subject)",
        subjectsInSpans: subjects("decided", "decision"))
    case .assignment:
      Subject(
        form: formOfAll("assigned", "assignment"),
        submissions: "(SELECT count(*) FROM assigned WHERE assignment = e.subject)",
        subjectsInSpans: subjects("assigned", "assignment"))
    case .purge:
      Subject(
        form: formOfAll(
          "purged", "purge",
          spans: """
            p.last_submission >= c.first_submission AND p.first_submission
              BETWEEN coalesce(\(SQLFragments.rangeStart(of: "c.first_submission")), 0)
                AND c.last_submission
            """),
        submissions:
          "(SELECT sum(last_submission - first_submission + 1) FROM purged WHERE purge = e.subject)",
        subjectsInSpans:
          "SELECT g.purge FROM \(spans) JOIN purged g ON \(overlapping("purged", "TRUE"))")
    case .store, .definition, .plan, .activity: Subject()
    }
  }

  private static let runOfImport = "(SELECT id FROM run WHERE import = e.subject)"

  /// The run that judged a submission first.
  private static func firstRun(of submission: String) -> String {
    """
    (SELECT q.id FROM span p JOIN run q ON q.import = p.import
      WHERE p.first_submission = \(SQLFragments.rangeStart(of: submission)))
    """
  }

  /// The form of all submissions that a table has for the event.
  ///
  /// - Parameter condition: The condition of the spans `p` of a row `c`.
  private static func formOfAll(
    _ table: String, _ subject: String,
    spans condition: String = "p.first_submission = \(SQLFragments.rangeStart(of: "c.submission"))"
  ) -> String {
    """
    (
      SELECT CASE WHEN min(b.name) = max(b.name) THEN min(b.name) END FROM \(table) c
      JOIN span p ON \(condition)
      JOIN import m ON m.id = p.import
      JOIN definition b ON b.id = m.form
      WHERE c.\(subject) = e.subject)
    """
  }

  /// The subjects for which a table has submissions of the spans.
  private static func subjects(_ table: String, _ subject: String) -> String {
    """
    SELECT c.\(subject) FROM \(spans)
    JOIN \(table) c ON c.submission BETWEEN p.first_submission AND p.last_submission
    """
  }

  private static let spans = """
    span p JOIN import m ON m.id = p.import
      AND (:import IS NULL OR m.id = :import OR m.part_of = :import)
    JOIN definition o ON o.id = m.form AND (:form IS NULL OR o.name = :form)
    """

  /// A condition that matches the rows of a table of disjoint ranges that overlap the span.
  private static func overlapping(_ table: String, _ condition: String) -> String {
    """
    g.first_submission BETWEEN coalesce((
        SELECT max(h.first_submission) FROM \(table) h
        WHERE \(condition) AND h.first_submission <= p.first_submission), 0)
      AND p.last_submission AND g.last_submission >= p.first_submission
    """
  }
}
