import FormRules
import FormStore

/// The limits of an import, and the earlier import that they compare it with.
struct ImportLimits {
  /// The limits of the rule set, the request and the source.
  private let limits: [Limit]
  /// The import that limits compare with, if there is one.
  private let preceding: PrecedingImport?
  /// The fields that had a column in an earlier file of a dry run, if there is one.
  private let plannedColumns: (name: String, fields: Set<String>)?
  private let bound: BoundImport
  private let knownEvent: Int64

  /// - Parameters:
  ///   - knownEvent: The last event when the import began.
  ///   - dryRunContent: What earlier files of a dry run would store, if there are several.
  init(
    _ bound: BoundImport, through knownEvent: Int64, after dryRunContent: DryRunContent?
  ) throws(RecorderError) {
    self.bound = bound
    self.knownEvent = knownEvent
    let (form, source) = (bound.plan.form.name, bound.request.source)
    limits =
      bound.plan.ruleSet.limits
      + [
        bound.request.maximumRejected.map { Limit(.rejected, max: $0) },
        bound.request.sourceForm(form)?.expected?.records,
      ].compactMap(\.self)
    if let dryRunContent = dryRunContent?.precedingImport(form: form, source: source) {
      preceding = dryRunContent
    } else {
      preceding = try limits.precedingImport(
        in: bound.store, form: form, source: source, through: knownEvent)
    }
    plannedColumns = dryRunContent?.precedingColumns(form: form, source: source)
  }

  /// Describes the limits that the counts exceed.
  func violations(_ counts: RunCounts) -> [String] {
    limits.compactMap { $0.violation(counts, after: preceding) }
  }

  /// Describes the fields without a column, if that exceeds a limit; otherwise returns nil.
  ///
  /// - Parameter input: The input, at its end.
  func missingColumns(_ input: borrowing MappedInput) throws(RecorderError) -> String? {
    try bound.plan.missingColumnsViolation(input) {
      () throws(RecorderError) -> (name: String, fields: Set<String>)? in
      if let plannedColumns { return plannedColumns }
      return try mappingErrors {
        try bound.store?.precedingColumns(
          form: bound.plan.form.name, source: bound.request.source, through: knownEvent)
      }
    }
  }

  /// Notes about limits that are not evaluated, because there is no earlier import.
  var notes: [RecorderNote] { preceding == nil ? limits.changeNotes(hasStore: true) : [] }
}
