import FormBytes
import FormInput
import FormRules
import FormStore

/// The columns of a file that map to no field, with the first records.
struct UnmappedColumns {
  /// The names of the columns.
  let names: [String]
  /// The fields without a column.
  let fields: [Field]
  private let indices: [Int]
  private let sample: RecordBatch

  private static let sampleSize = 1_000

  init(of file: InputFile, _ input: InputOptions, for form: Form) throws(RecorderError) {
    do {
      var reader = try openReader(path: file.path, options: try input.readerOptions(form))
      var mapping = try ColumnMapping(form: form, mapped: input.mappedColumns)
      var sample = RecordBatch()
      if reader.detected.format.properties.hasColumns {
        try mapping.add(header: reader.header)
        _ = try reader.read(into: &sample, maximumRecords: Self.sampleSize)
      }
      indices = mapping.columns.indices.filter { mapping.columns[$0].field == nil }
      names = mapping.unknownColumns
      fields = mapping.columns.isEmpty ? [] : mapping.missingFields
      self.sample = sample
    } catch {
      throw RecorderError(error).inFile(file.path)
    }
  }

  /// - Parameter earlier: The columns that imports or sources map to other fields than their names
  ///   say, by `Field.headerKey`, with their fields.
  func suggestions(earlier: [(header: String, field: String)]) -> [MappingSuggestion] {
    var suggestions: [MappingSuggestion] = []
    func isFree(_ field: Field, _ column: String) -> Bool {
      !suggestions.contains { $0.field == field.name || $0.column == column }
    }
    func add(_ reason: (_ column: String, Field) -> MappingSuggestion.Reason?) {
      for column in names {
        for field in fields where isFree(field, column) {
          guard let reason = reason(column, field) else { continue }
          suggestions.append(.init(column: column, field: field.name, reason: reason))
        }
      }
    }
    add { column, field in
      let key = Field.headerKey(column)
      let isLabel = ([field.label].compactMap(\.self) + field.labelTranslations.values)
        .contains { Field.headerKey($0) == key }
      return isLabel ? .label : nil
    }
    add { column, field in
      let key = Field.headerKey(column)
      return earlier.contains { Field.headerKey($0.header) == key && $0.field == field.name }
        ? .earlier : nil
    }
    add { column, field in
      (field.headers + [field.label].compactMap(\.self)).nearest(to: column).map { .name($0) }
    }
    let typed = fields.filter { $0.type.isDistinctive && isFree($0, "") }
    for field in typed {
      let rest = zip(names, indices).filter { isFree(field, $0.0) && hasValues($0.1, of: field) }
      // Another field of the type could be the column's as well.
      let isOnly = typed.count { $0.type.name == field.type.name } == 1
      guard isOnly, rest.count == 1, let column = rest.first?.0 else { continue }
      suggestions.append(.init(column: column, field: field.name, reason: .values))
    }
    return suggestions
  }

  /// Whether the column has values in the sample, and all of them have the type of the field.
  private func hasValues(_ column: Int, of field: Field) -> Bool {
    var isEmpty = true
    for record in sample.records where !record.isFaulty {
      let cells = sample.cells(of: record)
      guard column < cells.count else { continue }
      let text = Array(sample.bytes[cells[cells.startIndex + column].range])
      if text.span.trimmedRange.isEmpty { continue }
      isEmpty = false
      if field.value(of: text) == nil { return false }
    }
    return !isEmpty
  }
}

extension FieldType {
  /// Whether few texts are values of the type.
  fileprivate var isDistinctive: Bool {
    switch self {
    case .date, .time, .datetime, .boolean: true
    case .text, .integer, .decimal, .number, .list, .file: false
    }
  }
}
