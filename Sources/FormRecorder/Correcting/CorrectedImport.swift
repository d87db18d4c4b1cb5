import FormRules
import FormStore

/// An import whose submissions are corrected, which many candidates refer to.
final class CorrectedImport {
  let form: String
  let batchLabel: String?
  let isIntake: Bool
  /// The column of the import for each column of the file. Columns that the import lacks are
  /// appended if they are fields; the others have none.
  private(set) var positions: [Int?] = []
  /// By column of the import, the columns of the file if several mean it.
  private var sharing: [Int: [Int]] = [:]
  /// The columns of the file that match nothing, while columns of the import are missing.
  private(set) var renamedColumns: [Int] = []
  /// The columns of the file that the form does not permit.
  private(set) var refused: [Int] = []
  /// The columns that exports mask.
  let masked: Set<Int>
  /// The import's columns with the fields that they fill, followed by the columns that it lacks.
  private(set) var columns: [ImportColumn]
  /// The number of the import's own columns.
  let width: Int

  /// - Parameters:
  ///   - imported: The import's columns.
  ///   - form: The form that judges corrections.
  ///   - file: The correction file.
  init(
    _ summary: ImportSummary?, _ imported: [ImportColumn], form: Form, masks: ColumnMasks,
    file: CorrectionFile
  ) {
    self.form = summary?.form ?? ""
    batchLabel = summary?.batchLabel
    isIntake = summary?.kind == .intake
    width = imported.count
    columns = form.remapped(imported)
    let isMasked = masks.masks(imported)
    masked = Set(imported.indices.filter { isMasked[$0] })
    let resolution = HeaderResolution(columns, form, areNames: file.hasFieldNames)
    var occurrences: [[UInt8]: Int] = [:]
    for name in file.header {
      let occurrence = occurrences[Array(name.utf8), default: 0]
      occurrences[Array(name.utf8)] = occurrence + 1
      switch resolution.meaning(of: name, occurrence: occurrence) {
      case .column(let position): positions.append(position)
      case .field(let field):
        if let position = columns[width...].firstIndex(where: { $0.field == field }) {
          positions.append(position)
        } else {
          positions.append(columns.count)
          columns.append(.init(header: name, field: field))
        }
      case nil:
        if form.resolvedUnknownColumns == .refuse,
          !file.isSurplus(positions.count, beyond: width)
        {
          refused.append(positions.count)
        }
        positions.append(nil)
      }
    }
    if !Set(0..<width).isSubset(of: positions.compactMap(\.self)) {
      renamedColumns = positions.indices.filter { positions[$0] == nil }
    }
    sharing = Dictionary(
      grouping: positions.indices.filter { positions[$0] != nil }, by: { positions[$0]! }
    ).filter { $0.value.count > 1 }
  }

  /// The first column of the file, if it is an earlier one, that means the same column of the
  /// import.
  func earlierColumn(sharing column: Int) -> Int? {
    positions[column].flatMap { sharing[$0]?.first }.flatMap { $0 < column ? $0 : nil }
  }

  /// Whether a cell of a row counts. If several cells mean the same column of the import, the first
  /// with text counts, or the first if none has text.
  func counts(_ column: Int, of row: CorrectionFile.Row, in file: CorrectionFile) -> Bool {
    guard let columns = positions[column].flatMap({ sharing[$0] }) else { return true }
    return column == columns.first { file.cell(row, $0)?.isEmpty == false } ?? columns[0]
  }

  /// The columns of the file that mean the same column of the import and have different texts in a
  /// row.
  func contradictions(
    of row: CorrectionFile.Row, in file: CorrectionFile
  ) -> [Int]? {
    sharing.values.first { columns in
      Set(columns.compactMap { file.cell(row, $0) }.filter { !$0.isEmpty }).count > 1
    }
  }

  /// The field of a column of the file.
  func field(ofColumn column: Int) -> String? {
    positions[column].flatMap { columns[$0].field }
  }

  /// The number of columns that a correction needs. Columns after the import's own are included
  /// only if the record has content in them, because a file may mix imports.
  func width(of row: CorrectionFile.Row, in file: CorrectionFile) -> Int {
    var width = width
    for (column, position) in positions.enumerated() {
      guard let position, position >= width, file.cell(row, column)?.isEmpty == false else {
        continue
      }
      width = position + 1
    }
    return width
  }

  /// - Throws: `RecorderError` if a row has content in a column that the form does not permit.
  func requireKnownColumns(
    of row: CorrectionFile.Row, in file: CorrectionFile
  ) throws(RecorderError) {
    for column in refused where file.cell(row, column)?.isEmpty == false {
      throw RecorderError(
        .refused,
        "line \(row.line): form '\(form)' does not allow columns that are not fields: no field for "
          + "'\(file.header[column].displayText)'")
    }
  }
}
