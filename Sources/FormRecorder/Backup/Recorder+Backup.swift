package import FormRules
import FormStore

/// What a backup holds; its JSON is what `backup --format json` prints.
public struct BackupReport: Sendable {
  /// The file.
  public var path: String
  /// How many forms it holds.
  public var forms: Int
  /// How many rule sets it holds.
  public var ruleSets: Int
  /// How many imports it holds.
  public var imports: Int
  /// How many submissions it holds.
  public var submissions: Int
  /// How many runs it holds.
  public var runs: Int
  /// The head of the chain.
  public var head: String?
  /// Its size in bytes.
  public var size: Int

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "file": .string(path), "size": .integer(size), "forms": .integer(forms),
      "ruleSets": .integer(ruleSets), "imports": .integer(imports),
      "submissions": .integer(submissions), "runs": .integer(runs), "head": .optional(head),
    ])
  }
}

extension Recorder {
  /// Copies the store as it is at this moment to a file, checks the copy, and only then gives it
  /// its name. An import may run beside it.
  ///
  /// - Parameter replacing: whether a file of that name may be replaced.
  public func backUp(
    to path: String, replacing: Bool = false
  ) throws(RecorderError) -> BackupReport {
    let store = try storeForReading()
    return try explaining {
      try ReplacedDatabase.requireNoChanges(beside: path)
      let file = try OutputFile(
        path: path, replacing: replacing, protecting: store, isPrivate: true)
      try store.copy(to: file.temporaryPath, name: path)
      try file.seal()
      let verified = try Verification(database: file.temporaryPath).run { _ in }
      if let problem = verified.problem {
        throw RecorderError(
          .failed, "\(path): the copy is not whole, so it was not kept: \(problem.words)")
      }
      let contents = try Store(readingAt: file.temporaryPath).contents()
      try file.publish()
      return BackupReport(
        path: path, forms: contents.forms, ruleSets: contents.ruleSets, imports: contents.imports,
        submissions: contents.submissions, runs: contents.runs, head: contents.head,
        size: FileDigest.size(of: path) ?? 0)
    }
  }
}
