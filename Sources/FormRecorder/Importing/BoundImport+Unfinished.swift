import FormRules
import FormStore

/// The unfinished imports of an input, which an import of it resumes.
extension BoundImport {
  /// Whether the import of a file resumes an earlier one. A different path is a different file,
  /// even with the same bytes.
  func resumes(_ earlier: FingerprintedImport, of file: InputFile) -> Bool {
    earlier.state == .unfinished && earlier.path == file.canonicalPath
      && (earlier.allowsReimport || !request.allowsReimport)
  }

  /// Descriptions of the differences from the configuration of an unfinished import, which can be
  /// resumed only if there are none.
  func differences(from unfinished: UnfinishedImport) throws(RecorderError) -> [String] {
    guard let store, let versions else { return [] }
    var request = self.request
    // A request cannot name the version of a source, so one with the same content is the same.
    if let recorded = try mappingErrors({
      try SourceVersion(ofImport: unfinished.importID, request.sourceVersion, in: store)
    }), recorded.source == request.sourceVersion?.source {
      request.sourceVersion = recorded
    }
    let configuration = ImportConfiguration(
      request, versions, services: recorder.settings.services)
    return unfinished.configuration.differences(from: configuration)
      + (request.isAtomic ? ["atomic was not given"] : [])
  }

  /// - Throws: `RecorderError` if the configuration differs from that of an unfinished import.
  func requireSame(_ unfinished: UnfinishedImport) throws(RecorderError) {
    let differences = try differences(from: unfinished)
    guard !differences.isEmpty else { return }
    throw RecorderError.otherConfiguration(
      request.path, unfinished.importID, records: unfinished.records, differences: differences)
  }
}
