public import FormRules

/// What to import, and how.
public struct ImportRequest: Sendable {
  /// The file; `-` is standard input.
  public var path: String
  /// The form and its version; may be left out when there is one form.
  public var form: VersionReference?
  /// The rule set and its version; may be left out when the form has one.
  public var rules: VersionReference?
  /// How the file is written.
  public var input = InputOptions()
  /// Who sent it.
  public var source: String?
  /// The delivery that it belongs to.
  public var batch: String?
  /// Who runs the import.
  public var by: String?
  /// Why it is run.
  public var reason: String?
  /// The clock that rules read; nil means the time at which the import begins. An import that is resumed
  /// keeps the clock that it began with.
  public var now: Instant?
  /// Run parameters, by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// Where the files are that fields name by path.
  public var files = NamedFiles.unspecified
  /// More rejected records than this, a number or a share such as `5%`, mark the import as failed.
  public var maximumRejected: Limit.Amount?
  /// All of the file is committed, or none of it.
  public var isAtomic = false
  /// So many records a commit unless said: fewer cost speed, more keep others waiting.
  public static let usualChunk = 50_000
  /// Records a commit.
  public var chunk = ImportRequest.usualChunk
  /// Record the file even if it was imported before.
  public var again = false
  /// The language of what is told about malformed records.
  public var localization = Localization.english

  /// An import of a file.
  public init(path: String) { self.path = path }
}

/// What is told while an import runs.
public struct ImportEvents {
  /// Called after each commit, with the number of records committed so far.
  public var committed: (Int) -> Void
  /// Called after each batch with the records read so far.
  public var progress: (WorkProgress) -> Void
  /// Called with what the user should know, such as columns that fill no field.
  public var note: (String) -> Void
  /// Asked between batches; true ends the import after the current commit.
  public var shouldStop: () -> Bool

  /// Handlers; all of them may be left out.
  public init(
    committed: @escaping (Int) -> Void = { _ in },
    progress: @escaping (WorkProgress) -> Void = { _ in },
    note: @escaping (String) -> Void = { _ in }, shouldStop: @escaping () -> Bool = { false }
  ) {
    self.committed = committed
    self.progress = progress
    self.note = note
    self.shouldStop = shouldStop
  }
}

extension [String: String] {
  /// The parameters as a JSON object, keys sorted.
  var sortedJSON: String {
    JSON.object(sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }).text
  }
}
