/// How a field is presented to users who fill in the form. It does not affect verdicts.
public struct FieldPresentation: Sendable, Equatable {
  /// A sentence shown below the field; nil means none.
  public var help: String?
  /// `help` in other languages, by language code.
  public var helpTranslations: [String: String] = [:]
  /// An example of a value, shown in the empty control; nil means none.
  public var placeholder: String?
  /// The title of the section that begins with this field; nil continues the current section.
  public var section: String?
  /// `section` in other languages, by language code.
  public var sectionTranslations: [String: String] = [:]
  /// The title of the page that begins with this field; nil continues the current page.
  public var page: String?
  /// `page` in other languages, by language code.
  public var pageTranslations: [String: String] = [:]
  /// The input control; nil means the default of the field's type.
  public var widget: Widget?
  /// The values to choose from with their labels, in order. They do not restrict the accepted
  /// values; rules do.
  public var choices: [Choice] = []
  /// Whether the address of the form's page may contain a value to begin with, under the field's
  /// name.
  public var prefills = false

  /// Creates the default presentation.
  public init() {}

  /// A value to choose from, with its label.
  public struct Choice: Sendable, Equatable {
    /// The text that is submitted.
    public var value: String
    /// The text that is shown; nil means the value.
    public var label: String?
    /// `label` in other languages, by language code.
    public var labelTranslations: [String: String]

    /// Creates a value with its label.
    public init(_ value: String, label: String? = nil, labelTranslations: [String: String] = [:]) {
      self.value = value
      self.label = label
      self.labelTranslations = labelTranslations
    }
  }

  /// The input control of a field, named as in HTML.
  public enum Widget: String, Sendable, CaseIterable {
    case text, textarea, email, tel, url, password, color, number, range, checkbox, select, radio
    case date, time, datetime, file, hidden

    /// Returns whether the control can be used for fields of a type.
    package func fits(_ type: FieldType) -> Bool {
      switch self {
      case .hidden: true
      case .text, .select: type != .file
      case .radio: type != .file && !type.isList
      case .textarea: type == .text || type.isList
      case .email, .tel, .url, .password, .color: type == .text
      case .number, .range: type.isNumeric
      case .checkbox: type.kind == .boolean || type.isList
      case .date: type.kind == .date
      case .time: type.kind == .time
      case .datetime: type.kind == .datetime
      case .file: type == .file
      }
    }
  }
}

extension FieldType {
  fileprivate var isList: Bool { name == "list" }
}
