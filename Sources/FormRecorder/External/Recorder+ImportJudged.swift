import FormDefinitions
import FormRules
import FormStore

/// Which run of a job to take in.
public struct ExternalRunRequest: Sendable {
  /// The folder that the job wrote.
  public var folder: String
  /// Who runs the import.
  public var by: String?
  /// Why it is run.
  public var reason: String?
  /// The delivery that the files belong to.
  public var batch: String?

  /// A job's run.
  public init(folder: String) { self.folder = folder }
}

extension Recorder {
  /// Takes a job's run in: of each file that it judged the rejected records, with what the job counted
  /// in the whole. Each file is an import of its own, of a kind of its own.
  ///
  /// Every record is judged again, by the very versions that the job judged by, and nothing is
  /// recorded of a file whose records come out otherwise, whose digests differ, or whose counts cannot be
  /// those of its records. A file that is here is judged as a whole: it must be the one that the job
  /// judged, with the same verdicts. Of one that is elsewhere, what the job accepted cannot be looked at.
  /// A file whose records are in the store already is refused.
  ///
  /// - Throws: when the folder is not whole or was altered, a rule needs something from outside, or the
  ///   store cannot be written. Files before the one at fault are recorded then.
  public func importJudged(
    _ request: ExternalRunRequest, _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> [ImportReport] {
    let manifest = try ExternalRunManifest(folder: request.folder)
    let definitions = try manifest.definitionSet()
    let store = try storeForWriting(request.attribution)
    let bound = try bound(manifest, definitions, store, request.attribution)
    if let rule = bound.plan.rules.first(where: { !$0.demands.isEmpty }) {
      throw RecorderError(
        .failed,
        "rule '\(rule.id)' looks at what is outside of the record, and cannot be judged again here; "
          + "import the job's files themselves")
    }
    var reports: [ImportReport] = []
    for file in manifest.files {
      reports.append(
        try ExternalRunImport(
          recorder: self, store: store, definitions: definitions, bound: bound, manifest: manifest,
          file: file,
          request: request, events: events
        ).run())
    }
    return reports
  }

  /// The versions that the job judged by; they are stored if they are not there.
  private func bound(
    _ manifest: ExternalRunManifest, _ definitions: DefinitionSet, _ store: Store,
    _ attribution: Attribution
  ) throws(RecorderError) -> BoundRules {
    func number(_ kind: DefinitionKind, _ name: String, _ digest: String) throws -> Int? {
      try store.allVersions(of: kind, named: name).last { $0.digest == digest }?.number
    }
    for isApplied in [false, true] {
      let versions = try explaining {
        (
          try number(.form, manifest.form, manifest.formDigest),
          try number(.ruleSet, manifest.rules, manifest.rulesDigest)
        )
      }
      if case (let form?, let rules?) = versions {
        return try bind(
          form: VersionReference("\(manifest.form)@\(form)"),
          rules: VersionReference("\(manifest.rules)@\(rules)"), in: store)
      }
      if isApplied { break }
      _ = try apply(definitions, attribution, to: store)
    }
    throw RecorderError(
      .failed, "the manifest's definitions have other digests than it says; it was altered")
  }
}

extension ExternalRunManifest {
  fileprivate func definitionSet() throws(RecorderError) -> DefinitionSet {
    do {
      return DefinitionSet(
        try DefinitionFile.parse(
          definitions, file: Self.fileName, knownRules: RuleRegistry.names), from: Self.fileName)
    } catch {
      throw RecorderError(error)
    }
  }
}
