#if Server
import FormPages
import FormRecorder
import FormRules

/// The control in which people enter a field, derived from the field's type, its presentation and
/// the rules that apply to every record.
struct FieldControl: Sendable {
  enum Kind: Sendable {
    /// One line of text; the associated value is the HTML input type.
    case input(String)
    case textarea
    case select
    case radio
    /// A checkbox, for a boolean.
    case checkbox
    /// A checkbox for each choice, for a list.
    case checkboxes
    case file
    /// The value of a computed field, which nobody enters.
    case output
    case hidden
  }

  /// The position of the field in the form.
  let index: Int
  let field: Field
  let kind: Kind
  let choices: [FieldPresentation.Choice]
  /// Whether every record requires a value, or a checkbox must be ticked.
  let isRequired: Bool
  /// Whether it is a checkbox that must be ticked.
  let isConsent: Bool
  /// Additional attributes of a control with one line.
  let attributes: [(name: HTML, value: String)]
  /// Whether values are short.
  let isShort: Bool
  /// The formats of a date or time, if the field specifies any.
  let format: String?
  /// Whether the number of a payment card is entered.
  let isCard: Bool
  /// Whether characters that a rule forbids are refused while they are typed.
  let refuses: Bool

  /// The identifier of the control in the page. Names of fields may contain any characters.
  var id: String { "f\(index)" }

  /// Whether the field is shown only under a condition.
  var isConditional: Bool {
    if case .hidden = kind { false } else { field.shownWhen != nil }
  }

  /// Whether the address of the page may contain the field's value. A consent is given by a person.
  var isPrefillable: Bool {
    field.presentation.prefills && !field.sensitive && !isCard && !isConsent && isEntered
  }

  /// Whether a person, or the page itself, enters the value as a text.
  private var isEntered: Bool {
    switch kind {
    case .file, .output, .input("password"): false
    default: field.computation == nil
    }
  }

  var isFile: Bool { if case .file = kind { true } else { false } }

  var isList: Bool { if case .list = field.type { true } else { false } }

  /// For a checkbox, the value that a page sends first, so that an unticked one has a value too.
  /// Nil for other controls.
  var untickedValue: String? {
    if case .checkbox = kind { choices.last?.value ?? "false" } else { nil }
  }

  /// Whether a page sends these texts for a ticked checkbox, the first one for an unticked one.
  func isTicked(by texts: [String]) -> Bool {
    texts.count == 2 && untickedValue.map { field.areEqual($0, texts[0]) } == true
  }

  /// Whether the browser may keep the value until the form is sent.
  var isKept: Bool {
    if field.sensitive || isCard { return false }
    return switch kind {
    case .file, .hidden, .output, .input("password"): false
    default: true
    }
  }

  /// The maximum number of choices that are shown as radio buttons.
  private static let maximumRadioButtons = 5
  /// Texts with a higher maximum length have a control with several lines.
  private static let longText = 200
  /// Texts with at most this maximum length have a short control.
  private static let shortText = 20

  init(_ index: Int, of plan: Plan) {
    let field = plan.form.fields[index]
    let rules = FieldRuleEntries(plan, field: index)
    let choices = Self.choices(of: field, rules)
    self.index = index
    self.field = field
    self.choices = choices
    let isRequired = field.required || rules.contains("required")
    isCard = rules.contains("paymentCard")
    refuses = field.type == .text && !rules.refusing.isEmpty
    let kind = Self.kind(of: field, rules, choices, isRequired: isRequired)
    self.kind = kind
    isConsent = if case .checkbox = kind { rules.contains("true") } else { false }
    // A page always sends a value for a checkbox.
    self.isRequired = (isRequired && field.computation == nil) || isConsent
    isShort = field.type.isShort || rules.maximumLength.map { $0 <= Self.shortText } ?? isCard
    let patterns = field.type.formatPatterns
    format = patterns.isEmpty ? nil : patterns.joined(separator: " / ")
    attributes = Self.attributes(of: field, kind, rules)
  }

  private static func choices(
    of field: Field, _ rules: FieldRuleEntries
  ) -> [FieldPresentation.Choice] {
    if !field.presentation.choices.isEmpty { return field.presentation.choices }
    if let values = rules.listedValues { return values.map { .init($0) } }
    guard case .boolean(let words) = field.type, let yes = words.yes.first,
      let no = words.no.first
    else { return [] }
    return [.init(yes), .init(no)]
  }

  private static func kind(
    of field: Field, _ rules: FieldRuleEntries, _ choices: [FieldPresentation.Choice],
    isRequired: Bool
  ) -> Kind {
    if field.computation != nil, field.presentation.widget != .hidden { return .output }
    if let widget = field.presentation.widget {
      return kind(of: field, widget, hasChoices: !choices.isEmpty)
    }
    switch field.type {
    case .file: return .file
    case .list: return choices.isEmpty ? .textarea : .checkboxes
    case .boolean(let words):
      // A consent and an optional question have a checkbox.
      let isBox = rules.contains("true") || words == .init() && !isRequired
      return isBox ? .checkbox : .radio
    case _ where !choices.isEmpty:
      return choices.count > maximumRadioButtons ? .select : .radio
    case .date(let formats): return .input(formats.isEmpty ? "date" : "text")
    case .time(let formats): return .input(formats.isEmpty ? "time" : "text")
    case .datetime(let formats): return .input(formats.isEmpty ? "datetime-local" : "text")
    case .text:
      if let longest = rules.maximumLength, longest > longText { return .textarea }
      return .input(rules.inputType ?? "text")
    case .integer, .decimal, .number: return .input("text")
    }
  }

  private static func kind(
    of field: Field, _ widget: FieldPresentation.Widget, hasChoices: Bool
  ) -> Kind {
    let isList = if case .list = field.type { true } else { false }
    return switch widget {
    case .text where isList, .textarea: .textarea
    case .select where hasChoices: isList ? .checkboxes : .select
    case .radio where hasChoices: .radio
    case .checkbox: isList ? (hasChoices ? .checkboxes : .textarea) : .checkbox
    case .file: .file
    case .hidden: .hidden
    // Browsers send dates, times and numbers in the notation of HTML.
    case .date, .time, .datetime, .number, .range:
      .input(
        field.type.hasOwnNotation
          ? "text" : widget == .datetime ? "datetime-local" : widget.rawValue)
    case .text, .select, .radio: isList ? .textarea : .input("text")
    case .email, .tel, .url, .password, .color: .input(widget.rawValue)
    }
  }

  private static func attributes(
    of field: Field, _ kind: Kind, _ rules: FieldRuleEntries
  ) -> [(name: HTML, value: String)] {
    var attributes: [(HTML, String)] = []
    if let placeholder = field.presentation.placeholder {
      attributes.append(("placeholder", placeholder))
    }
    if let purpose = InputPurpose.token(of: field, rules) {
      attributes.append(("autocomplete", purpose))
    }
    guard case .input(let type) = kind else {
      if case .file = kind, let types = rules.acceptedFiles {
        attributes.append(("accept", types))
      }
      return attributes
    }
    switch type {
    case "text":
      switch field.type {
      case .integer: attributes.append(("inputmode", "numeric"))
      case .decimal, .number: attributes.append(("inputmode", "decimal"))
      case .text, .boolean, .date, .time, .datetime, .list, .file:
        if rules.contains("paymentCard") { attributes.append(("inputmode", "numeric")) }
      }
    case "number", "range":
      if type == "number" { attributes.append(("step", field.type.step)) }
      for bound in ["min", "max"] {
        if let value = rules.constant("range", bound) {
          attributes.append((bound == "min" ? "min" : "max", value))
        }
      }
    case "email", "url", "tel", "password": attributes.append(("spellcheck", "false"))
    default: break
    }
    return attributes
  }
}

extension FieldType {
  /// Whether texts of the type are short.
  fileprivate var isShort: Bool {
    switch self {
    case .text, .list, .file, .boolean: false
    case .integer, .decimal, .number, .date, .time, .datetime: true
    }
  }

  /// The step of a control for numbers.
  fileprivate var step: String {
    switch self {
    case .integer: "1"
    case .decimal(let format):
      format.scale.map { $0 == 0 ? "1" : "0." + String(repeating: "0", count: $0 - 1) + "1" }
        ?? "any"
    case .text, .number, .boolean, .date, .time, .datetime, .list, .file: "any"
    }
  }
}

extension FieldControl {
  /// Whether pages hide the value from the holder of a link to the record.
  var isHiddenFromLink: Bool {
    if case .input("password") = kind { return true }
    return field.sensitive || isCard || isFile
  }

  /// Whether the holder of a link to the record cannot change the value: it is hidden, and the
  /// control always sends one.
  var isFixedForLink: Bool {
    guard isHiddenFromLink else { return false }
    return switch kind {
    case .checkbox, .input("range"), .input("color"): true
    default: false
    }
  }
}
#endif
