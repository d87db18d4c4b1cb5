public import FormRules

/// A request to import a correction file: an edited export.
public struct CorrectionRequest: Sendable {
  /// The path of the file; `-` means standard input. If there are `patches`, only for messages.
  public var path: String
  /// The path of the copy to read, if the file is one. `path` is then its name for messages.
  package var copy: String?
  /// The corrections, or nil to read the file.
  let patches: [SubmissionPatch]?
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
  public var files = NamedFilePolicy.unspecified
  /// The names of the uploaded files that the corrections refer to, which must be stored
  /// (`SubmittedFiles`).
  package var uploads: Set<String> = []
  /// The columns, by header or field, whose changes of cells without a failure are stored. `all`
  /// means every column.
  public var acceptedColumns: [String] = []
  /// The columns whose cells without a failure keep their original values. `all` means every
  /// column.
  public var keptColumns: [String] = []
  /// Whether records may have other keys than their originals although no failure concerns the key.
  public var acceptsKeyChanges = false
  /// Whether accepted submissions may be corrected too. If a correction would be rejected and one
  /// of an accepted submission is among them, nothing is stored, and the report is refused.
  package var correctsAccepted = false
  /// The submission that an explicit change is based on. The default is the latest of the chain.
  package var base: Int64?
  /// Where the texts come from.
  package var origin = Origin.export
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
    patches = nil
  }

  /// Creates a request to change fields of submissions to texts, which are taken literally.
  package init(_ patches: [SubmissionPatch], origin: Origin = .patch) {
    path = "the correction"
    (self.patches, self.origin) = (patches, origin)
  }

  /// Creates a request to change fields of submissions after an import.
  ///
  /// - Parameter request: The request to import, which has the rules, the operator and the files.
  init(
    _ patches: [SubmissionPatch], origin: Origin = .patch, after request: ImportRequest,
    ofForm form: String, reason: String
  ) {
    self.init(patches, origin: origin)
    self.form = VersionReference(form)
    self.reason = reason
    (rules, by, files) = (request.rules, request.by, request.files)
  }

  /// Where the texts of corrections come from.
  package enum Origin: Sendable {
    /// An export that a person edited with a program, which may have rewritten texts.
    case export
    /// Texts as a person entered them: nothing is unescaped, and no damage by programs is looked
    /// for.
    case entry
    /// Like `entry`, for named fields, which may also be those that no failure concerns.
    case patch
    /// Like `patch`, from corrections of earlier deliveries of the same records.
    case earlierDeliveries
  }

  var isPatch: Bool { origin == .patch || origin == .earlierDeliveries }
  /// Whether the texts are those that a person entered.
  var isVerbatim: Bool { origin != .export }
}

extension CorrectionRequest: AttributedRequest {}

/// New texts of fields of a submission, which are taken literally.
package struct SubmissionPatch: Sendable, Equatable {
  /// The submission that the patch is based on.
  package var submissionID: Int64
  /// The texts by field.
  package var fields: [String: String]
  /// The correction of an earlier delivery from which the texts are carried, if they are.
  var source: Int64?

  package init(_ submission: Int64, _ fields: [String: String]) {
    self.submissionID = submission
    self.fields = fields
  }
}
