public import FormRules

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
