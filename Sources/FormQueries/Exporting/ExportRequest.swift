public import FormRules

/// The submissions to export, and the format.
public struct ExportRequest: Sendable {
  /// The choice of submissions by verdict and state.
  public var scope = SubmissionScope.open
  /// The selection of submissions by form, import, source and so on.
  public var selection = SubmissionSelection.all
  /// The numbers of the first and last submission to export, or nil for no restriction. See
  /// `Recorder.slice`.
  public var range: ClosedRange<Int64>?
  /// The format.
  public var format = ExportFormat.csv
  /// Whether every byte is written as it was received: nothing is masked, formulas are not defused,
  /// and columns that earlier exports added are included.
  public var isRaw = false
  /// Whether sensitive fields are written unmasked.
  public var showsSensitive = false
  /// Whether the file has the column `_check`. Tests leave it out, because it depends on the key of
  /// the store.
  package var writesCheck = true
  /// Whether cells that a spreadsheet would evaluate as formulas are written unchanged.
  public var keepsFormulas = false
  /// The delimiter of CSV: one ASCII character, or `\t` or `tab` for a tab. Nil means the delimiter
  /// of the first imported file or, with `isRaw`, a comma.
  public var delimiter: String?
  /// The encoding of CSV, one of those that imported files can have, such as `utf-8`. Nil means the
  /// common encoding of the imported files, and UTF-8 if they have none or with `isRaw`. Characters
  /// that the encoding lacks become question marks in error messages; in a cell they end the export
  /// with an error.
  public var encoding: String?
  /// Whether CSV begins with a byte order mark. Nil means true for UTF-8, which Excel misreads
  /// without it, and for UTF-16, and false for other encodings and with `isRaw`.
  public var hasByteOrderMark: Bool?
  /// The language of messages.
  public var localization = Localization.english
  /// Whether the log records the export, before the first bytes are passed to a stream, or before
  /// the files get their names.
  public var isRecorded = false
  /// The operator: the person or program that exports. Only recorded exports have one.
  public var by: String?
  /// The reason for the export. Only recorded exports have one.
  public var reason: String?

  /// Creates a request for all open submissions as CSV.
  public init() {}

  /// Whether sensitive fields are masked.
  var isMasked: Bool { !isRaw && !showsSensitive }

  /// - Throws: `RecorderError` if an option does not apply to the format.
  func requireOptionsOfFormat() throws(RecorderError) {
    if format.properties.hasCSVOptions { return }
    for (option, isSet) in [
      ("delimiter", delimiter != nil), ("encoding", encoding != nil),
      ("byte order mark", hasByteOrderMark != nil),
    ] where isSet {
      throw RecorderError(
        .usage, "the \(option) applies to CSV, not to \(format.rawValue); omit it")
    }
  }
}

extension ExportRequest: AttributedRequest {
  /// The copy in words, such as `open submissions of form people to open.csv, unmasked`.
  package func subject(_ destination: ExportDestination) -> String {
    var text = "\(scope.rawValue) submissions"
    for (words, value) in [
      ("of form", selection.form), ("of import", selection.importID.map(String.init)),
      ("of source", selection.source), ("of batch", selection.batchLabel),
      ("of rule", selection.rule), ("of imports since", selection.since?.description),
      ("assigned to", selection.assignee), ("in run", selection.runID.map(String.init)),
      ("numbered", range.map { "\($0.lowerBound) to \($0.upperBound)" }),
    ] {
      if let value { text += " \(words) \(value)" }
    }
    switch destination {
    case .stream: text += " to standard output as \(format.rawValue)"
    case .file(let path, _), .folder(let path, _, _): text += " to \(path)"
    }
    return isMasked ? text : "\(text), unmasked"
  }
}

/// The destination of an export.
public enum ExportDestination {
  /// Chunks of the output, in order. A chunk may end within a submission.
  case stream(([UInt8]) throws -> Void)
  /// A file at a path.
  case file(String, replacing: Bool)
  /// A folder with a file for each part.
  case folder(String, ExportGrouping, replacing: Bool)
}

/// The property by which an export is split into files.
public enum ExportGrouping: String, Sendable, CaseIterable {
  /// The form.
  case form
  /// The source.
  case source
  /// The batch label.
  case batchLabel = "batch"
  /// The import.
  case `import`
}
