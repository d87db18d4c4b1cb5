/// What people see of a field who fill a form in. It changes no verdict.
public struct FieldPresentation: Sendable, Equatable {
  /// A sentence below the field; nil means none.
  public var help: String?
  /// The same in other languages, by language code.
  public var helps: [String: String]
  /// What the field is entered with; nil means what its type suggests.
  public var widget: Widget?
  /// Values to choose from with what people call them, in order. What is taken the rules say.
  public var choices: [Choice]

  /// All of it may be left out.
  public init(
    help: String? = nil, helps: [String: String] = [:], widget: Widget? = nil,
    choices: [Choice] = []
  ) {
    self.help = help
    self.helps = helps
    self.widget = widget
    self.choices = choices
  }

  /// A value of a field, and what people call it.
  public struct Choice: Sendable, Equatable {
    /// The text that is submitted.
    public var value: String
    /// What people see; nil means the value.
    public var label: String?
    /// The same in other languages, by language code.
    public var labels: [String: String]

    /// A value with its label.
    public init(_ value: String, label: String? = nil, labels: [String: String] = [:]) {
      self.value = value
      self.label = label
      self.labels = labels
    }
  }

  /// What a field is entered with, by the names that HTML has for it.
  public enum Widget: String, Sendable, CaseIterable {
    case text, textarea, email, tel, url, password, color, number, range, checkbox, select, radio
    case date, time, datetime, file, hidden

    /// Whether fields of a type can be entered with it.
    package func fits(_ type: FieldType) -> Bool {
      switch self {
      case .hidden: true
      case .text, .select: type != .file
      case .radio: type != .file && !type.isList
      case .textarea: type == .text || type.isList
      case .email, .tel, .url, .password, .color: type == .text
      case .number, .range: type.isNumeric
      case .checkbox: type.name == "boolean" || type.isList
      case .date: type.name == "date"
      case .time: type.name == "time"
      case .datetime: type.name == "datetime"
      case .file: type == .file
      }
    }
  }
}

extension FieldType {
  fileprivate var isList: Bool { name == "list" }
}
