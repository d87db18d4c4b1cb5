#if Server
import FormRecorder
import FormRules
import HTTPTypes

extension ImportRoutes {
  /// The parameters of an import.
  static let ofImports = ofSubmissions + FileParameter<ImportRequest>.file + ofImportsOnly

  private static let ofSubmissions: [FileParameter<ImportRequest>] = [
    .rules,
    FileParameter(.source) { $0.source = $1.text },
    FileParameter(.scenario) { $0.scenario = $1.text },
  ]

  private static let ofImportsOnly: [FileParameter<ImportRequest>] = [
    FileParameter("batch", "The batch to which the file belongs.", .name) {
      $0.batchLabel = $1.text
    },
    .reason,
    FileParameter(
      "zone", "The time zone whose day `today()` is. If omitted, it is that of the form, then UTC.",
      .name
    ) { $0.zone = try $1.zone() },
    FileParameter("atomic", "Store the file completely or not at all.", .flag) {
      $0.isAtomic = try $1.flag()
    },
    FileParameter("again", "Import a file even if it was imported before.", .flag) {
      $0.allowsReimport = try $1.flag()
    },
    FileParameter(
      "asRecords", "Import the records of an export as new ones instead of refusing it.", .flag
    ) { $0.storesExports = try $1.flag() },
    FileParameter(
      "noCarry", "Do not apply corrections of earlier deliveries of the same records.", .flag
    ) { $0.carriesCorrections = try !$1.flag() },
  ]

  /// The parameters of corrections.
  static let ofCorrections = FileParameter<CorrectionRequest>.file + ofCorrectionsOnly

  private static let ofCorrectionsOnly: [FileParameter<CorrectionRequest>] = [
    .rules, .reason,
    FileParameter("dryRun", "Report the corrections and store nothing.", .flag) {
      $0.isDryRun = try $1.flag()
    },
    FileParameter(
      "keep",
      """
      The columns whose cells without a failure keep their values: names separated by commas, a \
      JSON array of names, or `all`.
      """
    ) { $0.keptColumns = try $1.names() },
    FileParameter(
      "accept",
      """
      The columns whose changes of cells without a failure are stored: names separated by commas, \
      a JSON array of names, or `all`.
      """
    ) { $0.acceptedColumns = try $1.names() },
    FileParameter(
      "literal",
      "Take the texts literally: a person entered them, and no program has rewritten them since.",
      .flag
    ) { if try $1.flag() { $0.origin = .entry } },
    FileParameter("patches", "List the changes of each record.", .flag) {
      $0.listsChanges = try $1.flag()
    },
    FileParameter("verdicts", "List the failures that each changed record has.", .flag) {
      $0.listsVerdicts = try $1.flag()
    },
  ]
}

extension FileParameter.Value {
  /// The names in the value: separated by commas or, because names may contain commas, as a JSON
  /// array.
  ///
  /// - Throws: A problem with status 400 if the value begins with `[` and is no array of strings.
  fileprivate func names() throws(Problem) -> [String] {
    guard let text else { return [] }
    guard text.hasPrefix("[") else { return text.split(separator: ",").map(String.init) }
    guard let names = JSONReader.decode([String].self, from: text) else {
      throw Problem(.badRequest, "columns that begin with '[' must be a JSON array of names")
    }
    return names
  }

  /// - Throws: A problem with status 400 if the value is not the name of a time zone.
  fileprivate func zone() throws(Problem) -> NamedZone? {
    guard let text else { return nil }
    guard let zone = NamedZone(text) else {
      throw Problem(
        .badRequest, "the time zone is unknown: specify a zone such as Pacific/Auckland, or UTC")
    }
    return zone
  }
}
#endif
