public import FormRules
import FormStore

extension Recorder {
  /// Writes an empty workbook for the records of a form, which an import reads.
  ///
  /// Its columns are those of the form, with validations and drop-downs as far as spreadsheet
  /// programs can evaluate the rules. Cells of required fields are coloured, and the header is
  /// protected. Another sheet states the rules in words.
  ///
  /// - Throws: `RecorderError`, and any error that the closure of a stream throws.
  public func writeTemplate(
    _ request: TemplateRequest, to destination: TemplateDestination
  ) throws {
    let store = try storeForReading()
    let plan = try bind(form: request.form, rules: request.rules, in: store).plan
    try request.localization.requireKnown(by: [plan])
    let template = TemplateWriter(plan, in: request.localization)
    switch destination {
    case .stream(let write): try template.write(named: "output", write)
    case .file(let path, let replacing):
      try OutputFile.write(to: path, replacing: replacing, protecting: store) {
        file throws(RecorderError) in
        try template.write(named: path, file.write)
      }
    }
  }
}

/// A request for a template: an empty workbook for the records of a form.
public struct TemplateRequest: Sendable {
  /// The form; nil if there is only one.
  public var form: VersionReference?
  /// The rule set; nil for the form's own.
  public var rules: VersionReference?
  /// The language of labels, help and rules.
  public var localization = Localization.english

  /// Creates a request.
  public init(form: VersionReference? = nil) { self.form = form }
}

/// Where a template is written.
public enum TemplateDestination {
  /// The closure is called with the bytes, in order.
  case stream(([UInt8]) throws -> Void)
  /// A file, which appears under its name once it is complete.
  case file(String, replacing: Bool)
}
