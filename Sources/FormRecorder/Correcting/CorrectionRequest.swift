public import FormRules

/// A request to import a correction file: an edited export.
public struct CorrectionRequest: Sendable {
  /// The path of the file; `-` means standard input. If `content` is set, only for messages.
  public var path: String
  /// The records as CSV, or nil to read the file.
  package let content: [UInt8]?
  /// The form and its version. The default is the form of the corrected submissions.
  public var form: VersionReference?
  /// The rule set and its version. Optional if the form has only one rule set.
  public var rules: VersionReference?
  /// The format of the file. The form's file settings are not used, because a spreadsheet program
  /// wrote the file.
  public var input = InputOptions()
  /// The operator: the person or program that runs the import.
  public var by: String?
  /// The reason for the import.
  public var reason: String?
  /// The location of the files that fields name by path.
  public var files = NamedFiles.unspecified
  /// The columns, by header or field, whose changes of cells without a failure are stored. `all`
  /// means every column.
  public var acceptedColumns: [String] = []
  /// The columns whose cells without a failure keep their original values. `all` means every
  /// column.
  public var keptColumns: [String] = []
  /// Whether records may have other keys than their originals although no failure concerns the key.
  public var acceptsKeyChanges = false
  /// Whether accepted submissions may be corrected too. If such a correction would be rejected,
  /// nothing is stored, and the report is refused.
  package var correctsAccepted = false
  /// The submission that an explicit change is based on. The default is the latest of the chain.
  package var base: Int64?
  /// Whether the texts are taken literally, because no program has rewritten them since a person
  /// entered them: nothing is unescaped, and no damage by programs is looked for.
  package var isLiteral = false
  /// The import to whose records the corrections are limited, or nil for all.
  package var importID: Int64?
  /// Whether the report lists the changes, with the texts of cells that are not masked.
  public var listsChanges = false
  /// Whether the report lists the verdict of each changed record.
  package var listsVerdicts = false
  /// Whether to judge and report without storing anything.
  public var isDryRun = false
  /// The language of messages.
  public var localization = Localization.english

  /// Creates a request to import a correction file.
  public init(path: String) {
    self.path = path
    content = nil
  }

  /// Creates a request to change fields of a submission to texts, which are taken literally.
  package init(patching submission: Int64, _ fields: [(name: String, text: String)]) {
    path = "the correction"
    content =
      FileTable([
        [AddedColumn.submission.rawValue] + fields.map(\.name),
        [String(submission)] + fields.map(\.text),
      ]).csv
    input = InputOptions(delimiter: ",", encoding: "utf-8", format: "csv")
  }

  /// Creates a request to change fields of submissions. The texts are taken literally, and only
  /// cells that a failure or warning concerns are changed.
  package init(literally patches: [LiteralPatch]) {
    path = "the correction"
    content = Array(patches.map { $0.json.text + "\n" }.joined().utf8)
    isLiteral = true
    input = InputOptions(encoding: "utf-8", format: "ndjson")
  }

  /// Creates a request to change fields of submissions to texts, which are taken literally, after
  /// an import.
  ///
  /// - Parameters:
  ///   - rows: The submissions, each with a text for every field.
  ///   - request: The request to import, which has the rules, the operator and the files.
  init(
    patching fields: [String], _ rows: [(submission: Int64, texts: [String])],
    after request: ImportRequest, ofForm form: String, reason: String
  ) {
    self.form = VersionReference(form)
    self.reason = reason
    (rules, by, files) = (request.rules, request.by, request.files)
    path = "the correction"
    content =
      FileTable(
        [[AddedColumn.submission.rawValue] + fields]
          + rows.map { [String($0.submission)] + $0.texts }
      ).csv
    input = InputOptions(delimiter: ",", encoding: "utf-8", format: "csv")
  }

  /// Whether the request names the fields to change, which may also be those without a failure.
  var isExplicit: Bool { content != nil && !isLiteral }
}

extension CorrectionRequest: AttributedRequest {}
