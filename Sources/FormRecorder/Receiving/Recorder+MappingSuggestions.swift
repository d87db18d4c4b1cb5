import FormBytes
import FormInput
import FormRules
import FormStore

/// A column without a field that may be that of a field without a column.
public struct MappingSuggestion: Sendable, Equatable {
  /// The name of the column.
  public var column: String
  /// The name of the field.
  public var field: String
  /// Why the column may be that of the field.
  public var reason: Reason

  /// Why a column may be that of a field.
  public enum Reason: Sendable, Equatable {
    /// It is a label of the field.
    case label
    /// A source or an earlier import maps it to the field.
    case earlier
    /// It is like this name of the field.
    case name(String)
    /// Only its values have the type of the field.
    case values
  }
}

extension Recorder {
  /// Returns fields for the columns of a file that map to none. Nothing is mapped.
  ///
  /// Each column and each field occurs once at most. Returns nothing for standard input, which can
  /// be read only once, and for files without columns.
  ///
  /// - Parameter definitions: Definitions that precede those of the store.
  /// - Throws: `RecorderError` if the file cannot be read or there is no such form.
  public func mappingSuggestions(
    for request: ImportRequest, definitions: DefinitionSet? = nil
  ) throws(RecorderError) -> [MappingSuggestion] {
    guard let file = InputFile(request.readPath) else { return [] }
    let store = try storeIfPresent()
    var request = try request.findingSource(definitions, in: store)
    let form: Form
    if let definitions, let known = definitions.onlyForm?.name ?? request.form?.name,
      let defined = definitions.forms.first(where: { $0.name == known })
    {
      form = defined
    } else if let store {
      form = try resolve(request.form, in: store).form()
    } else {
      return []
    }
    request.adoptSource(for: form.name)
    let columns = try UnmappedColumns(of: file, request.input, for: form)
    guard !columns.names.isEmpty, !columns.fields.isEmpty else { return [] }
    return try mappingErrors {
      columns.suggestions(earlier: try store?.earlierMappings(form: form.name) ?? [])
    }
  }
}

/// The columns of a file that map to no field, with the first records.
private struct UnmappedColumns {
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
      var mapping = try ColumnMapping(form: form, mapped: input.assignments)
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
      let isLabel = ([field.label].compactMap(\.self) + field.labels.values)
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

extension Store {
  /// The columns that the definitions of sources and earlier imports map to fields of a form.
  fileprivate func earlierMappings(form: String) throws -> [(header: String, field: String)] {
    try latestVersions(of: .source).flatMap { version in
      try version.source().form(named: form)?.map.map { (header: $0.key, field: $0.value) } ?? []
    } + mappedColumns(form: form)
  }
}
