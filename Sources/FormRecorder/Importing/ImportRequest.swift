public import FormRules

/// A request to import a file.
public struct ImportRequest: Sendable {
  /// The path of the file; `-` means standard input.
  public var path: String
  /// What identifies the file when an interrupted import is repeated, if that is not its path,
  /// because the file is a copy. The store contains its hash, because it may name a client.
  package var identity: String?
  /// The path of the copy to read, if the file is one. `path` is then its name for messages.
  package var copy: String?
  /// The path to read.
  var readPath: String { copy ?? path }
  /// The form and its version. Optional if the store has only one form.
  public var form: VersionReference?
  /// The rule set and its version. Optional if the form has only one rule set.
  public var rules: VersionReference?
  /// The format of the file.
  public var input = InputOptions()
  /// The sender of the file. If a source with this name is defined, its settings apply.
  public var source: String?
  /// The label of the batch that the file belongs to.
  public var batchLabel: String?
  /// The operator: the person or program that runs the import.
  public var by: String?
  /// The reason for the import.
  public var reason: String?
  /// The clock that rules read, or nil for the time at which the import begins. A resumed import
  /// keeps its original clock.
  public var now: Instant?
  /// The time zone of `today()`, or nil for the zone of the form.
  public var zone: NamedZone?
  /// The offset of `now` from UTC, in seconds. It determines `today()` if neither the request nor
  /// the form has a zone.
  public var offset = 0
  /// Run parameters by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// The location of the files that fields name by path.
  public var files = NamedFilePolicy.unspecified
  /// The maximum number of rejected records, as a number or a percentage such as `5%`. A larger
  /// number marks the import as failed.
  public var maximumRejected: Limit.Amount?
  /// Whether the file is committed as a whole or not at all.
  public var isAtomic = false
  /// The default number of records per commit. A smaller number reduces the speed; a larger one
  /// makes other writers wait longer.
  public static let defaultChunk = 50_000
  /// The bounds of `chunk`.
  package static let chunks = 1...10_000_000
  /// The number of records per commit, 1 to 10,000,000. The first commit has at least 1,000 records
  /// if the file has them. A commit has fewer if its cells reach 128 MiB, or if the rules request
  /// services.
  public var chunk = ImportRequest.defaultChunk
  /// The number of bytes of cells after which a chunk ends, because the WAL holds the whole chunk.
  /// Tests reduce it.
  package var chunkBytes = 128 << 20
  /// Whether to record the file even if it was already imported.
  public var allowsReimport = false
  /// Whether the report and the notes describe the earlier import of a file that was already
  /// imported. False for a sender that may not read what others have sent.
  package var describesEarlierImports = true
  /// Whether corrections of earlier deliveries are applied to records that were delivered again
  /// without them.
  public var carriesCorrections = true
  /// Whether the records of a file that formrec exported are stored as new ones. Otherwise, such a
  /// file is refused, because its records are already stored.
  public var storesExports = false
  /// Whether to judge and report without storing anything: no import, no version, no store.
  public var isDryRun = false
  /// The language of notes about malformed records.
  public var localization = Localization.english

  /// The definition of the source, if there is one.
  package var sourceVersion: SourceVersion?

  /// Creates a request to import a file.
  public init(path: String) { self.path = path }

  /// The clock of a run on records of a form.
  ///
  /// - Parameter instant: The time if the request specifies none.
  func clock(_ form: Form, at instant: Instant) -> RunClock {
    RunClock(now ?? instant, in: zone ?? form.zone, offset: now == nil ? 0 : offset)
  }
}

extension ImportRequest: AttributedRequest {}
