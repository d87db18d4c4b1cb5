import FormRules
import FormStore

/// An import whose submissions are corrected, which many candidates refer to.
final class CorrectedImport {
  let form: String
  let batch: String?
  let isIntake: Bool
  /// The column of the import for each column of the file. Columns that the import lacks are
  /// appended if they map to a field; the others have none.
  private(set) var positions: [Int?] = []
  /// The columns of the file with the field of an earlier one, which is the value.
  private(set) var repeated: [Int: Int] = [:]
  /// The columns of the file that match nothing, while columns of the import are missing.
  private(set) var renamedColumns: [Int] = []
  /// The columns of the file that the form does not permit.
  private(set) var refused: [Int] = []
  /// The columns that exports mask.
  let masked: Set<Int>
  /// The import's columns with the fields that they fill, followed by the columns that it lacks.
  private(set) var columns: [PreparedBatch.Column]
  /// The number of the import's own columns.
  let width: Int

  /// - Parameters:
  ///   - imported: The import's columns.
  ///   - form: The form that judges corrections.
  ///   - header: The columns of the correction file.
  init(
    _ summary: ImportSummary?, _ imported: [PreparedBatch.Column], form: Form,
    masks: ColumnMasks, header: [String]
  ) {
    self.form = summary?.form ?? ""
    batch = summary?.batch
    isIntake = summary?.kind == .intake
    width = imported.count
    let columns = form.remapped(imported)
    self.columns = columns
    let isMasked = masks.masks(imported)
    masked = Set(columns.indices.filter { isMasked[$0] })
    var free = Array(columns.indices)
    var filled = Set(columns.compactMap(\.field))
    let fields = HeaderIndex(form)
    func field(named name: String) -> String? { fields[name].map { form.fields[$0].name } }
    func column(named name: String) -> Int? {
      free.first { columns[$0].header == name }
        ?? field(named: name).flatMap { field in free.first { columns[$0].field == field } }
    }
    for name in header {
      // An export escapes the names of columns just as it escapes cells.
      if let position = column(named: name) ?? SpreadsheetText.undefused(name).flatMap(column) {
        free.removeAll { $0 == position }
        positions.append(position)
      } else if let field = field(named: name), filled.insert(field).inserted {
        positions.append(self.columns.count)
        self.columns.append(.init(header: name, field: field))
      } else {
        if let field = field(named: name) {
          repeated[positions.count] = positions.indices.first { self.field(ofColumn: $0) == field }
        } else if form.resolvedUnknownColumns == .refuse {
          refused.append(positions.count)
        }
        positions.append(nil)
      }
    }
    if !free.isEmpty { renamedColumns = positions.indices.filter { positions[$0] == nil } }
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
