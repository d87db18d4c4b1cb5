import FormStore

extension InputFile {
  /// The digest of the file if a finished import of a form has it, or nil. Reads the file at most
  /// once, and only if the file of a finished import or an external run has the same size.
  ///
  /// - Parameter sha256: The digest of the file, once it is known.
  /// - Throws: `RecorderError` if the file was judged by an external run that is imported.
  func digestOfImport(
    in store: Store, form: String, _ sha256: inout String?
  ) throws(RecorderError) -> String? {
    try mappingErrors(file: path) {
      guard try store.hasFinishedImport(ofSize: size) else { return nil }
      let digest = try sha256 ?? FileDigest.sha256(of: path)
      sha256 = digest
      if let external = try store.importOfExternalRun(sha256: digest, form: form) {
        throw RecorderError.countedTwice(path, external)
      }
      return try store.finishedImports(sha256: digest, form: form).isEmpty ? nil : digest
    }
  }
}
