import FormDefinitions
public import FormRules

extension Localization {
  /// Creates a language with messages from the user's own files.
  ///
  /// - Throws: `RecorderError` with all errors in the files, one line each, with file, line and
  ///   column.
  public init(_ language: String, files: [String]) throws(RecorderError) {
    self.init(language, catalogues: try MessageCatalogue.catalogues(files: files))
  }
}

extension MessageCatalogue {
  /// Reads custom messages from files.
  ///
  /// - Throws: `RecorderError` with all errors in the files, one line each, with file, line and
  ///   column.
  package static func catalogues(files: [String]) throws(RecorderError) -> [MessageCatalogue] {
    try DefinitionSet.read(files) { bytes, file in
      try DefinitionFile.messages(bytes: bytes, file: file)
    }
  }
}
