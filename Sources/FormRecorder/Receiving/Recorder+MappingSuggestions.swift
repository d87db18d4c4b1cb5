import FormRules
import FormStore

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

extension Store {
  /// The columns that the definitions of sources and earlier imports map to fields of a form.
  fileprivate func earlierMappings(form: String) throws -> [(header: String, field: String)] {
    try latestVersions(of: .source).flatMap { version in
      try version.source().form(named: form)?.map.map { (header: $0.key, field: $0.value) } ?? []
    } + mappedColumns(form: form)
  }
}

/// A column without a field that may belong to a field without a column.
public struct MappingSuggestion: Sendable, Equatable {
  /// The name of the column.
  public var column: String
  /// The name of the field.
  public var field: String
  /// Why the column may belong to the field.
  public var reason: Reason

  /// Why a column may belong to a field.
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
