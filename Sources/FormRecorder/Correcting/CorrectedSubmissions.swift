import FormBytes
import FormInput
import FormRules
import FormStore

/// The imports of the submissions that a correction file names.
final class CorrectedSubmissions {
  private let store: Store
  private let form: Form
  private let file: CorrectionFile
  private let masks: ColumnMasks
  /// By import, the imports with their origins.
  private var origins: [Int64: CorrectedImport] = [:]

  /// - Parameter form: The form that judges corrections.
  init(of file: CorrectionFile, in store: Store, judgedBy form: Form) throws {
    // An export may have masked columns by any version.
    masks = try ColumnMasks(
      form: form.name,
      judgedUnder: store.allVersions(of: .form, named: form.name).map { try $0.form() }, of: store)
    self.store = store
    self.form = form
    self.file = file
  }

  /// The columns of an import in relation to the columns of the file.
  func origin(_ importID: Int64, root: Int64) throws -> CorrectedImport {
    if let known = origins[importID] { return known }
    let origin = CorrectedImport(
      try store.importSummary(root), try store.columns(ofImport: importID), form: form,
      masks: masks, file: file)
    origins[importID] = origin
    return origin
  }

  /// The columns of a correction that is not stored, in relation to the columns of the file.
  func origin(_ columns: [ImportColumn], root: Int64) throws -> CorrectedImport {
    CorrectedImport(
      try store.importSummary(root), columns, form: form, masks: masks, file: file)
  }

  /// The field type of each column of the file, by the bytes of its header, taken from the first
  /// import whose submissions the file names.
  func types() throws -> [[UInt8]: FieldType] {
    try forEachSubmission { _, _, _, _ in }
    var types: [[UInt8]: FieldType] = [:]
    let names = file.header.map { Array($0.utf8) }
    for (_, origin) in origins.sorted(by: { $0.key < $1.key }) {
      for (column, name) in names.enumerated() where types[name] == nil {
        types[name] = origin.field(ofColumn: column).flatMap { field($0)?.type }
      }
    }
    return types
  }

  /// The field with this name.
  func field(_ name: String) -> Field? { form.fieldIndex(name).map { form.fields[$0] } }

  /// The column of the file with the content of a field.
  func column(ofField name: String) -> Int? {
    origins.values.lazy.compactMap { origin in
      self.file.header.indices.first { origin.field(ofColumn: $0) == name }
    }.first
  }

  /// The texts that columns have in the records that the file names.
  func values(ofColumns columns: Set<Int>) throws -> [Int: Set<[UInt8]>] {
    var values: [Int: Set<[UInt8]>] = [:]
    try forEachSubmission { _, cells, _, origin in
      for column in columns {
        values[column, default: []].insert(
          Array(cells.content(origin.positions[column], of: origin)))
      }
    }
    return values
  }

  /// The number of cells in the file that differ from those of their submissions, among them the
  /// texts of malformed records, and of records that cannot be read, with the differing texts.
  func differences() throws -> (count: Int, texts: [[UInt8]]) {
    var texts: [[UInt8]] = []
    try forEachSubmission { row, cells, raw, origin in
      let changes = ReturnedRow(row, of: file, cells, of: origin, isVerbatim: false).changes
      texts += changes.sorted { $0.key < $1.key }.map(\.value)
      if let raw, let text = file.raw(row), file.contradicts(raw, row) {
        texts.append(text)
      }
    }
    return (texts.count + file.malformed.count * max(1, file.header.count), texts)
  }

  private func forEachSubmission(
    _ body: (
      CorrectionFile.Row, SubmissionCells, _ raw: [UInt8]?, CorrectedImport
    ) throws -> Void
  ) throws {
    for page in file.pages {
      let named = try NamedSubmissions(page.lazy.compactMap(\.submission), in: store)
      for row in page {
        guard let id = row.submission, let submission = named[id], let chain = named.chain(of: id)
        else { continue }
        try body(
          row, SubmissionCells(id, submission.json), submission.raw,
          origin(submission.importID, root: chain.rootImport))
      }
    }
  }
}

extension CorrectionInput {
  /// The file in the encoding in which it was saved: the one that its marker shows, or else the one
  /// with the fewest differences from the submissions. Typed cells of a workbook are converted to
  /// the formats of the form's fields.
  ///
  /// - Throws: `RecorderError` if the encoding remains uncertain and affects corrected cells.
  func file(correcting store: Store, _ form: Form) throws -> CorrectionFile {
    guard readings.count > 1 else {
      let file = readings[0]
      guard file.detected.format == .xlsx else { return file }
      return try read(typed: CorrectedSubmissions(of: file, in: store, judgedBy: form).types())
    }
    let differences = try readings.map {
      try CorrectedSubmissions(of: $0, in: store, judgedBy: form).differences()
    }
    let least = differences.map(\.count).min()
    let best = zip(readings, differences).filter { $0.1.count == least }
    guard let first = best.first, best.allSatisfy({ $0.1.texts == first.1.texts }) else {
      throw RecorderError(
        .refused,
        "\(path): its encoding is uncertain: corrected cells differ between "
          + best.map(\.0.detected.encoding.rawValue).joined(separator: " and "),
        .nameEncoding)
    }
    return first.0
  }
}
