public import FormRules
import FormStore

extension Recorder {
  /// The rules that judged these imports, each once, in the order of the plans.
  ///
  /// - Throws: `RecorderError` if a plan cannot be read.
  public func rules(
    of reports: [ImportReport], in localization: Localization
  ) throws(RecorderError) -> [CheckedRule] {
    try withStore { store in
      var rules: [CheckedRule] = []
      var plans: Set<Int64> = []
      for report in reports {
        for plan in try segments(report, store).map(\.planID) where plans.insert(plan).inserted {
          let description = try PlanDescription(plan: plan, in: localization, of: store)
          for (position, rule) in description.rules.sorted(by: { $0.key < $1.key })
          where position != Plan.readerPosition && !rules.contains(where: { $0.id == rule.id }) {
            rules.append(CheckedRule(rule))
          }
        }
      }
      return rules
    }
  }

  /// Calls a closure with each record of an import that has errors or warnings, in order. Records
  /// are read in batches, so memory use does not depend on their number.
  ///
  /// - Parameter report: The report of a stored import. Reports of other imports yield nothing.
  /// - Throws: `RecorderError` if the store cannot be read; the errors of the body.
  public func forEachRecordWithFailures(
    of report: ImportReport, in localization: Localization,
    _ body: (CheckedRecord) throws -> Void
  ) throws {
    guard let importID = report.importID, let run = report.runID else { return }
    let store = try storeForReading()
    let (columns, parts) = try mappingErrors {
      (
        try store.columns(ofImport: importID),
        try segments(report, store).map {
          ($0, try PlanDescription(plan: $0.planID, in: localization, of: store))
        }
      )
    }
    for (segment, description) in parts {
      let columnOfField = description.form.columnOfField(columns)
      var first = segment.ids.lowerBound
      while first <= segment.ids.upperBound {
        let (batch, found) = try mappingErrors {
          let batch = try store.failedSubmissions(
            runID: run, first...segment.ids.upperBound, limit: 1_000)
          let ids = batch.first.map { $0.id...batch[batch.count - 1].id }
          return (batch, try ids.map { try store.errors(runID: run, $0) } ?? [])
        }
        guard let high = batch.last?.id else { break }
        var errors = found[...]
        for (id, line) in batch {
          var record = CheckedRecord(
            record: segment.firstRecord + Int(id - segment.ids.lowerBound), line: line)
          while let error = errors.first, error.submission == id {
            errors.removeFirst()
            var reported = description.reported(error)
            if error.rule == Plan.readerPosition {
              let arguments = [MessageArgument](json: error.arguments)
              reported.column = arguments.number("column")
              reported.line = arguments.number("line").flatMap { $0 == line ? nil : $0 }
            } else {
              let field = reported.field.flatMap(description.form.fieldIndex)
              reported.column = field.flatMap { columnOfField[$0] }.map { $0 + 1 }
            }
            record.errors.append(reported)
            if reported.severity.rejects { record.isRejected = true }
          }
          try body(record)
        }
        first = high + 1
      }
    }
  }

  private func segments(
    _ report: ImportReport, _ store: Store
  ) throws(StoreError) -> [VerdictSegment] {
    guard let importID = report.importID, let run = report.runID else { return [] }
    return try store.verdictSegments(SubmissionFilter(importID: importID, runID: run))
  }
}

extension [MessageArgument] {
  /// The whole number with a name, as in the arguments of a reader's fault.
  fileprivate func number(_ name: String) -> Int? {
    first { $0.name == name }.flatMap { Int($0.value) }
  }
}
