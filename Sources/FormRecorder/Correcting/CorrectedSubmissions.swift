import FormBytes
import FormInput
import FormRules
import FormStore

/// The stored data of the submissions that a correction file names: their cells, their imports, and
/// their errors.
final class CorrectedSubmissions {
  private let store: Store
  private let form: Form
  private let header: [String]
  private let masks: ColumnMasks
  /// By import, the imports with their origins.
  private var origins: [Int64: CorrectedImport] = [:]
  /// By import, imports of which only the columns are relevant.
  private var layouts: [Int64: CorrectedImport] = [:]
  private var failingFields: [Int64: FailingFields] = [:]
  private var rules: [Int64: [Int: StoredRule]] = [:]

  /// The fields of a submission with errors or warnings in the last verdict. Nil is the whole
  /// record.
  private typealias FailingFields = Set<String?>

  /// The numbers of records and imports that are sampled for the frequencies of values.
  private static let sampledRecords = 1_000
  private static let sampledImports = 20

  /// - Parameters:
  ///   - form: The form's latest version.
  ///   - header: The columns of the file.
  init(_ store: Store, _ form: Form, header: [String]) throws {
    // An export may have masked columns by any version.
    masks = try ColumnMasks(
      form: form.name,
      judgedUnder: store.allVersions(of: .form, named: form.name).map { try $0.form() }, of: store)
    self.store = store
    self.form = form
    self.header = header
  }

  /// The columns of an import in relation to the columns of the file.
  func origin(_ importID: Int64, root: Int64) throws -> CorrectedImport {
    if let known = origins[importID] { return known }
    let origin = CorrectedImport(
      try store.importSummary(root), try store.columns(ofImport: importID), form, masks,
      header: header)
    origins[importID] = origin
    return origin
  }

  private func layout(_ importID: Int64) throws -> CorrectedImport {
    if let known = origins[importID] ?? layouts[importID] { return known }
    let layout = CorrectedImport(
      nil, try store.columns(ofImport: importID), form, masks, header: header)
    layouts[importID] = layout
    return layout
  }

  /// The field type of each column of the file, by header, taken from the first import whose
  /// submissions the file names.
  func types(of file: CorrectionFile) throws -> [String: FieldType] {
    for row in file.rows {
      guard let id = row.submission, let stored = try store.cells(of: id),
        let chain = try store.correctionChain(id)
      else { continue }
      _ = try origin(stored.importID, root: chain.rootImport)
    }
    var types: [String: FieldType] = [:]
    for (_, origin) in origins.sorted(by: { $0.key < $1.key }) {
      for (column, name) in header.enumerated() where types[name] == nil {
        types[name] = origin.field(ofColumn: column).flatMap { field($0)?.type }
      }
    }
    return types
  }

  /// The field with this name.
  func field(_ name: String) -> Field? { form.fieldIndex(name).map { form.fields[$0] } }

  /// The number of records in a file that cannot be read or differ from their submissions.
  func differences(_ file: CorrectionFile) throws -> Int {
    var count = file.malformed.count
    for row in file.rows {
      guard let id = row.submission, let stored = try store.cells(of: id),
        let chain = try store.correctionChain(id)
      else { continue }
      let origin = try origin(stored.importID, root: chain.rootImport)
      if try !CorrectedCells(id, stored.json, file, row, of: origin).changes.isEmpty { count += 1 }
    }
    return count
  }

  /// Whether a field of a submission had an error or warning in the last verdict.
  func hasError(_ submission: Int64, field: String?) throws -> Bool {
    try field.map { try failingFields(of: submission).contains($0) } ?? false
  }

  /// Whether a field of a submission had an error or warning, or the whole record had one, which
  /// may concern any field.
  func isFailing(_ submission: Int64, field: String?) throws -> Bool {
    guard let field else { return false }
    let failing = try failingFields(of: submission)
    return failing.contains(field) || failing.contains(nil)
  }

  private func failingFields(of submission: Int64) throws -> FailingFields {
    if let known = failingFields[submission] { return known }
    var fields: FailingFields = [nil]
    if let verdict = try store.verdicts(of: submission).last {
      let known = try rules[verdict.plan] ?? store.planRules(verdict.plan)
      rules[verdict.plan] = known
      fields = Set(verdict.errors.map { known[$0.rule]?.field })
    }
    failingFields[submission] = fields
    return fields
  }

  /// The frequencies of values in the table itself, in the imports of its records, and then in
  /// other imports of the form.
  func sample(_ table: ReturnedTable, _ fields: [Field?]) throws -> ColumnSample {
    let key = form.key.compactMap { table.fields.firstIndex(of: $0) }
    var sample = ColumnSample(fields: fields, key: key.count == form.key.count ? key : [])
    sample.add(table)
    var imports: [Int64] = []
    let rowCounts = Dictionary(table.rows.map { ($0.importID, 1) }, uniquingKeysWith: +)
    let others = try store.imports(form: form.name, limit: Self.sampledImports).map(\.importID)
    for id in rowCounts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).map(\.key) + others
    where !imports.contains(id) && imports.count < Self.sampledImports { imports.append(id) }
    var remaining = Self.sampledRecords
    for id in imports where remaining > 0 {
      let origin = try layout(id)
      var parsed = ParsedBatch()
      for span in try store.spans(ofImport: id) where remaining > 0 {
        var first: ClosedRange? = span
        guard try parsed.read(&first, from: store) else { continue }
        for record in parsed.records.records.indices.prefix(remaining) {
          sample.add(cells(record, of: parsed, origin))
          remaining -= 1
        }
      }
    }
    return sample
  }

  /// For each row of a table with columns, the cells of a rejected submission outside the table
  /// that has the new texts of two of these columns.
  ///
  /// Reads all rejected submissions of the form.
  func otherSubmissions(_ table: ReturnedTable, like columns: [Int: [Int]]) throws -> [Int:
    [[UInt8]]]
  {
    var rows: [[UInt8]: [(row: Int, column: Int)]] = [:]
    for (row, columns) in columns {
      for column in columns {
        rows[table.bytes(table.after[column][row]), default: []].append((row, column))
      }
    }
    let known = Set(table.rows.map(\.submission))
    var otherSubmissions: [Int: [[UInt8]]] = [:]
    for segment in try store.verdictSegments(SubmissionFilter(form: form.name)) {
      let origin = try layout(segment.importID)
      var parsed = ParsedBatch()
      var reader = SubmissionReader([segment], .rejected)
      while try parsed.read(&reader, from: store) {
        for (record, id) in parsed.judgedIDs.enumerated() where !known.contains(id) {
          let cells = cells(record, of: parsed, origin)
          var matches: [Int: Int] = [:]
          for (column, cell) in cells.enumerated() {
            for position in rows[cell] ?? [] where position.column == column {
              matches[position.row, default: 0] += 1
            }
          }
          for (row, count) in matches where count > 1 { otherSubmissions[row] = cells }
        }
      }
    }
    return otherSubmissions
  }

  /// The cells of a stored record in the order of the file's columns.
  private func cells(
    _ record: Int, of parsed: ParsedBatch, _ origin: CorrectedImport
  ) -> [[UInt8]] {
    let cells = parsed.records.cells(of: parsed.records.records[record])
    return origin.positions.map { position in
      guard let position, position < min(origin.width, cells.count) else { return [] }
      let bytes = Array(parsed.records.bytes[cells[cells.startIndex + position].range])
      return SpreadsheetText.escaped(bytes.span) ?? bytes
    }
  }
}

/// The stored data of the records of a table.
struct StoredCorrectionContext: CorrectionContext {
  let fields: [Field?]
  private let table: ReturnedTable
  private let submissions: CorrectedSubmissions

  init(_ table: ReturnedTable, _ submissions: CorrectedSubmissions) {
    fields = table.fields.map { $0.flatMap(submissions.field) }
    self.table = table
    self.submissions = submissions
  }

  func isFailing(_ row: Int, _ column: Int) throws -> Bool {
    try submissions.isFailing(table.rows[row].submission, field: table.fields[column])
  }

  func hasError(_ row: Int, _ column: Int) throws -> Bool {
    try submissions.hasError(table.rows[row].submission, field: table.fields[column])
  }

  func sample() throws -> ColumnSample { try submissions.sample(table, fields) }

  func otherSubmissions(like columns: [Int: [Int]]) throws -> [Int: [[UInt8]]] {
    try submissions.otherSubmissions(table, like: columns)
  }
}

extension CorrectionSource {
  /// The file in the encoding with the fewest differences from the submissions. Typed cells of a
  /// workbook are converted to the formats of the form's fields.
  func file(correcting store: Store, _ form: Form) throws -> CorrectionFile {
    guard readings.count > 1 else {
      let file = readings[0]
      guard file.detected.format == .xlsx else { return file }
      return try read(typed: CorrectedSubmissions(store, form, header: file.header).types(of: file))
    }
    let differences = try readings.map {
      try CorrectedSubmissions(store, form, header: $0.header).differences($0)
    }
    let least = differences.min()
    let best = zip(readings, differences).filter { $0.1 == least }.map(\.0)
    // Without a single UTF-8 character, the file has the encoding that spreadsheet programs use on
    // Windows.
    return best.first { $0.detected.encoding != .utf8 || $0.malformed.isEmpty || $0.hasUTF8 }
      ?? best[0]
  }
}
