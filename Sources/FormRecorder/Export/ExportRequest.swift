public import FormRules

/// What to export, and how.
public struct ExportRequest: Sendable {
  /// Which verdicts are wanted.
  public var choice = Choice.open
  /// Which submissions they are of.
  public var selection = SubmissionSelection.all
  /// How they are written.
  public var format = ExportFormat.csv
  /// Every byte as it came: nothing is masked, formulas stay, also what earlier exports added.
  public var isRaw = false
  /// Whether sensitive fields are shown as they are.
  public var showsSensitive = false
  /// Whether cells that a spreadsheet would run are left as they are.
  public var keepsFormulas = false
  /// What CSV has between cells: one ASCII character, neither a quote nor a line end. That of the
  /// first imported file unless said, with `isRaw` a comma.
  public var delimiter: UInt8?
  /// The encoding of CSV, by name: `utf-8`, `utf-16le`, `utf-16be`, `iso-8859-1` or `windows-1252`.
  /// Unless said, and but for `isRaw`, it is that of the imported files if they have one in common, else
  /// UTF-8. What the encoding lacks becomes a question mark in errors; in a cell it ends the export.
  public var encoding: String?
  /// Whether CSV begins with a byte order mark. Unless said, and but for `isRaw`, it does in UTF-8, which
  /// Excel reads wrongly without, and in UTF-16. Other encodings have none.
  public var hasByteOrderMark: Bool?
  /// The language of messages.
  public var localization = Localization.english

  /// Submissions by verdict and state. Those without cells, and those without a verdict, are in none.
  public enum Choice: String, Sendable, CaseIterable {
    /// Records to be mended: rejected and current, so that nothing has replaced them, and not waived.
    case open
    /// Records that are valid now: accepted and current, one submission each.
    case current
    /// All that are rejected, also those that were replaced or waived.
    case rejected
    /// All that are accepted, also those that were replaced.
    case accepted
    /// All with a warning, accepted or not, replaced or not.
    case warned
    /// All: several of a record that was corrected or delivered again.
    case all
  }

  /// All open submissions as CSV.
  public init() {}

  /// Whether sensitive fields are masked.
  var isMasked: Bool { !isRaw && !showsSensitive }

  /// - Throws: when it has an option of another format.
  func requireOptionsOfFormat() throws(RecorderError) {
    if format == .csv { return }
    for (option, isSet) in [
      ("delimiter", delimiter != nil), ("encoding", encoding != nil),
      ("byte order mark", hasByteOrderMark != nil),
    ] where isSet {
      throw RecorderError(
        .usage, "the \(option) is an option of CSV, not of \(format.rawValue); leave it out")
    }
  }
}

/// Where an export goes.
public enum ExportDestination {
  /// Pieces of the output, in order; each ends with a whole submission.
  case stream(([UInt8]) throws -> Void)
  /// A file.
  case file(String, replacing: Bool)
  /// A folder that gets a file for each part.
  case folder(String, ExportPart, replacing: Bool)
}

/// What the parts of an export have in common.
public enum ExportPart: String, Sendable, CaseIterable {
  /// The form.
  case form
  /// Who sent them.
  case source
  /// The delivery.
  case batch
  /// The import.
  case `import`
}

/// What an export wrote.
public struct ExportReport: Sendable {
  /// How many submissions.
  public var submissions = 0
  /// The files with their numbers of submissions.
  public var files: [(path: String, submissions: Int)] = []
  /// The fields that were masked.
  public var maskedFields: [String] = []
  /// How many malformed records were masked whole.
  public var maskedRecords = 0
  /// How many submissions were left out because they have no cells any more.
  public var purged = 0
}
