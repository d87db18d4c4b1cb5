import FormDefinitions
import FormRules
import FormStore

extension Recorder {
  /// Imports an external run: the rejected records of each file, with the run's counts of the whole
  /// file. Each file becomes a separate import of kind `external`.
  ///
  /// Every record is judged again with exactly the versions that the run used. A file is refused if
  /// its records have different results, if digests differ, or if its counts are impossible for its
  /// records. If the original file is available, it is judged as a whole and must have the same
  /// content and verdicts. Otherwise the accepted records cannot be checked. A file whose records
  /// are already in the store is refused.
  ///
  /// - Throws: `RecorderError` if the folder is incomplete or altered, a rule needs external data,
  ///   or the store cannot be written. The preceding files stay recorded.
  public func importExternalRun(
    _ request: ExternalRunRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws(RecorderError) -> [ImportReport] {
    try requireNames(source: nil, batchLabel: request.batchLabel)
    let manifest = try ExternalRunManifest(folder: request.folder)
    let definitions = try manifest.definitionSet()
    let store = try storeForWriting(request.attribution)
    let bound = try bound(manifest, definitions, in: store, attribution: request.attribution)
    if let rule = bound.plan.rules.first(where: { !$0.externalInputs.isEmpty }) {
      throw RecorderError(
        .refused,
        "rule '\(rule.id)' depends on data outside of the record and cannot be evaluated again here; "
          + "import the files themselves instead")
    }
    var reports: [ImportReport] = []
    for file in manifest.files {
      let fileImport = ExternalRunImport(
        recorder: self, store: store, definitions: definitions, bound: bound, manifest: manifest,
        file: file, request: request, callbacks: callbacks)
      reports.append(try mappingErrors { try fileImport.run() })
    }
    return reports
  }

  /// The versions that the external run used. Missing ones are stored with the first file.
  private func bound(
    _ manifest: ExternalRunManifest, _ definitions: DefinitionSet, in store: Store,
    attribution: Attribution
  ) throws(RecorderError) -> BoundVersions {
    func number(_ kind: DefinitionKind, _ name: String, digest: String) throws -> Int? {
      try store.allVersions(of: kind, named: name).last { $0.digest == digest }?.number
    }
    for areStaged in [false, true] {
      let versions = try mappingErrors {
        (
          try number(.form, manifest.form, digest: manifest.formDigest),
          try number(.ruleSet, manifest.rules, digest: manifest.rulesDigest)
        )
      }
      if case (let form?, let rules?) = versions {
        return try bind(
          form: VersionReference("\(manifest.form)@\(form)"),
          rules: VersionReference("\(manifest.rules)@\(rules)"), in: store)
      }
      if areStaged { break }
      _ = try stageDefinitions(definitions, attribution, for: store)
    }
    throw RecorderError(
      .refused, "the digests of the manifest's definitions do not match; it was altered")
  }
}

extension ExternalRunManifest {
  fileprivate func definitionSet() throws(RecorderError) -> DefinitionSet {
    try mappingErrors {
      DefinitionSet(
        try DefinitionFile.parse(
          definitions, file: Self.fileName, knownRules: RuleRegistry.names), from: Self.fileName)
    }
  }
}

/// A request to import an external run: a run that judged files outside of formrec.
public struct ExternalRunRequest: Sendable {
  /// The folder of the run: its manifest and its rejected records.
  public var folder: String
  /// The operator: the person or program that runs the import.
  public var by: String?
  /// The reason for the import.
  public var reason: String?
  /// The label of the batch that the files belong to.
  public var batchLabel: String?

  /// Creates a request for the external run in a folder.
  public init(folder: String) { self.folder = folder }
}

extension ExternalRunRequest: AttributedRequest {}
