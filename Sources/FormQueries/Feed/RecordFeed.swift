import FormBytes
import FormInput
package import FormRules
import FormStore

/// Reads the valid records of a form, which are its accepted and current submissions, in the order
/// of their numbers. Also reads single submissions, valid or not. Values are read by the latest
/// version of the form. Not Sendable.
package final class RecordFeed {
  /// The latest version of the form.
  package let form: Form
  /// For each field, whether its values are masked.
  package let isMasked: [Bool]
  private let store: Store
  /// Selects the submissions of the form.
  private let filter: SubmissionFilter
  private var columnsOfImport: [Int64: [Int?]] = [:]
  private var typed: TypedRecords
  private var records = RecordBatch()

  /// - Parameters:
  ///   - form: The name of the form.
  ///   - showsSensitive: Whether no field is masked.
  /// - Throws: `RecorderError` if the form does not exist.
  package init(
    _ recorder: Recorder, form name: String, showsSensitive: Bool
  ) throws(RecorderError) {
    let store = try recorder.storeForReading()
    (form, isMasked, filter) = try mappingErrors {
      var selection = SubmissionSelection.all
      selection.form = name
      let filter = try selection.filter(in: store)
      let versions = try store.allVersions(of: .form, named: name).map { try $0.form() }
      guard let form = versions.last else {
        throw RecorderError(.missing(.form(name)), "there is no form \(name)")
      }
      let masks =
        showsSensitive
        ? .none : try ColumnMasks(form: name, judgedUnder: versions, of: store)
      return (form, masks.maskedFields(of: form, versions), filter)
    }
    typed = try TypedRecords(form)
    self.store = store
  }

  /// Runs a body. All of its reads see the same records.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try store.snapshot(body)
  }

  /// Calls the body with each valid record after a number, until it returns false. The records are
  /// those that are valid when it is called.
  ///
  /// Memory use does not depend on the number of records.
  ///
  /// - Parameters:
  ///   - submissions: The numbers of the records to read, or nil for all.
  ///   - shouldStop: Called after each batch; if it returns true, the reading ends.
  /// - Returns: The number of the last submission that was passed to the body, or after which the
  ///   reading stopped; nil if all records were read.
  package func forEach(
    of submissions: [Int64]? = nil, after id: Int64 = 0, shouldStop: () -> Bool = { false },
    _ body: (FeedRecord) throws -> Bool
  ) throws -> Int64? {
    try snapshot {
      try forEach(
        in: segments(submissions), scope: .current, after: id, shouldStop: shouldStop, body)
    }
  }

  /// Calls the body with a submission of the form, whatever its verdict, and even if a correction
  /// or a later delivery has replaced it.
  ///
  /// - Returns: The result of the body, or nil if the form has no such submission, or the
  ///   submission has no cells (it is purged) or no verdict (its import is retracted or
  ///   unfinished).
  package func submission<Result>(
    _ id: Int64, _ body: (FeedRecord) throws -> Result
  ) throws -> Result? {
    var result: Result?
    _ = try snapshot {
      try forEach(in: segments([id]), scope: .all) { record in
        result = try body(record)
        return false
      }
    }
    return result
  }

  /// The segments of the form's submissions, or of those with these numbers.
  private func segments(_ submissions: [Int64]?) throws(RecorderError) -> [VerdictSegment] {
    var filter = filter
    filter.ids = submissions?.joinedRanges
    return try mappingErrors { try store.verdictSegments(filter) }
  }

  /// A batch belongs to one segment: its submissions are chosen by their verdicts
  /// (`SubmissionReader`), or there is only one.
  private func forEach(
    in segments: [VerdictSegment], scope: SubmissionScope, after id: Int64 = 0,
    shouldStop: () -> Bool = { false }, _ body: (FeedRecord) throws -> Bool
  ) throws -> Int64? {
    var reader = SubmissionReader(segments, scope, after: id)
    reader.omitsPurged = true
    var submissions = SubmissionBatch()
    while try reader.read(store, into: &submissions) {
      let segment = segments[submissions.segmentOfRow[0]]
      records.removeAll()
      for row in 0..<submissions.rows.count { try records.append(row, of: submissions.rows) }
      typed.read(records, try columns(ofImport: segment.importID))
      for row in 0..<submissions.rows.count {
        let id = submissions.rows.ids[row]
        let record = FeedRecord(
          feed: self, row: row, submissionID: id, importID: segment.importID,
          record: segment.firstRecord + Int(id - segment.ids.lowerBound),
          line: submissions.rows.lines[row])
        if try !body(record) { return id }
      }
      if shouldStop() { return submissions.ids.upperBound }
    }
    return nil
  }

  /// The column of each field in an import.
  private func columns(ofImport id: Int64) throws -> [Int?] {
    if let known = columnsOfImport[id] { return known }
    let columns = form.columnOfField(try store.columns(ofImport: id))
    if columnsOfImport.count >= 10_000 { columnsOfImport.removeAll() }
    columnsOfImport[id] = columns
    return columns
  }

  /// The value of a field in a row of the current batch.
  fileprivate func literal(ofField field: Int, row: Int) -> Literal? {
    let values = typed.values(ofField: field)
    let value = values[values.startIndex + row]
    switch value {
    case .missing, .invalid: return nil
    case .empty:
      switch form.fields[field].type {
      case .text, .list, .file: return Literal(.text, bytes: [])
      case .integer, .decimal, .number, .boolean, .date, .time, .datetime: return nil
      }
    case _ where isMasked[field]: return Literal(text: DisplayColumns.mask)
    case .text, .list, .file:
      let cells = typed.cells(ofField: field)
      let cell = cells[cells.startIndex + row]
      return Literal(value, bytes: Array(records.bytes[Int(cell.start)..<Int(cell.end)]))
    default: return Literal(value, bytes: [])
    }
  }
}

extension ColumnMasks {
  /// Whether each field is masked: because it is sensitive, or because a column fills it that had
  /// another name when it was.
  fileprivate func maskedFields(of form: Form, _ versions: [Form]) -> [Bool] {
    func columns(_ fields: some Sequence<Field>) -> [ImportColumn] {
      fields.map { ImportColumn(header: $0.name, field: $0.name) }
    }
    var isMasked = masks(columns(form.fields))
    let former = Set(columns(versions.flatMap(\.fields)))
      .filter { $0.field.flatMap(form.fieldIndex) == nil }
    for column in former where masks([column])[0] {
      for (field, index) in form.columnOfField([column]).enumerated() where index != nil {
        isMasked[field] = true
      }
    }
    return isMasked
  }
}

/// A record. Exists only during the call that receives it.
package struct FeedRecord {
  fileprivate let feed: RecordFeed
  fileprivate let row: Int
  /// The number of the submission.
  package let submissionID: Int64
  /// The import that contains it.
  package let importID: Int64
  /// The number of the data record in the import, from 1.
  package let record: Int
  /// The physical line on which the record starts, from 1.
  package let line: Int64

  /// The value of a field by its position, or nil if it is missing or does not have the field's
  /// type. Only texts, lists, files and masked values have bytes.
  package subscript(field: Int) -> Literal? { feed.literal(ofField: field, row: row) }
}
