import FormRules
package import FormStore

/// A batch of stored submissions with the errors of the runs whose verdicts are current.
package struct SubmissionBatch: Sendable {
  package var rows = StoredRows()
  /// The index of the segment of each row.
  package internal(set) var segmentOfRow: [Int] = []
  /// The errors, ordered by submission and rule. Each row has a range of them.
  private(set) var errors: [StoredError] = []
  private var errorsOfRow: [Range<Int>] = []

  package init() {}

  /// The range from the first to the last submission.
  package var ids: ClosedRange<Int64> { rows.ids[0]...rows.ids[rows.count - 1] }

  /// Returns the errors of a row.
  package func errors(_ row: Int) -> ArraySlice<StoredError> { errors[errorsOfRow[row]] }

  /// Returns whether a row has errors; cheaper than `errors(_:)`.
  func hasErrors(_ row: Int) -> Bool { !errorsOfRow[row].isEmpty }

  /// Whether a row has errors.
  var hasAnyErrors: Bool { errorsOfRow.contains { !$0.isEmpty } }

  /// Returns whether the reader could not parse the record of a row.
  func isMalformed(_ row: Int) -> Bool {
    // The reader's error is the only one of its record.
    errorsOfRow[row].first.map { errors[$0].rule == Plan.readerPosition } == true
  }

  /// Whether the batch has a record that the reader could not parse.
  var hasMalformed: Bool { errors.contains { $0.rule == Plan.readerPosition } }

  mutating func removeAll() {
    rows.removeAll()
    assign([])
  }

  /// Removes the row with an id and all later rows, before their errors are assigned.
  mutating func removeRows(from id: Int64) {
    rows.removeRows(from: id)
    segmentOfRow.removeLast(segmentOfRow.count - rows.count)
  }

  /// Assigns errors to the rows. The list may also contain errors of other submissions.
  mutating func assign(_ errors: [StoredError]) {
    self.errors = errors
    errorsOfRow.removeAll(keepingCapacity: true)
    var next = 0
    for id in rows.ids {
      while next < errors.count, errors[next].submission < id { next += 1 }
      let start = next
      while next < errors.count, errors[next].submission == id { next += 1 }
      errorsOfRow.append(start..<next)
    }
  }
}
