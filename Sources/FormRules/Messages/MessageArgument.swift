/// A named argument of a message, such as `max` = `80`.
public struct MessageArgument: Sendable, Equatable {
  /// The name, which the message contains as `{name}`.
  public var name: String
  /// The value.
  package var content: Content

  /// The value of an argument.
  package enum Content: Sendable, Equatable {
    /// Text that is the same in all languages.
    case text(String)
    /// Texts that are formatted as a list of the language.
    case list([String])
    /// Texts that are formatted as a list of alternatives.
    case alternatives([String])
    /// Terms of formrec, such as `digit`. Catalogues translate them under `term.digit`; unknown
    /// words stay unchanged.
    case terms([String])
    /// Fields, formatted as their labels in the language.
    case fields([Field])
    /// Another field, formatted as its label in quotation marks.
    case other(Field)
    /// Rules, formatted as their names in the language, which are stored under `rule.email`.
    case rules([String])
    /// The failures of a requirement, each of which becomes a separate error.
    case failures([RequirementFailure])
  }

  /// The arguments that every message may contain.
  static let general = ["label", "value"]

  /// Whether it is a value of another record, which messages show only together with the value.
  var isSubmitted: Bool { name == "mode" }

  /// Creates an argument from a number or a text that is the same in all languages.
  public init(_ name: String, _ value: some CustomStringConvertible) {
    self.init(name, .text(value.description))
  }

  /// Creates an argument from a list of texts. Plurals use the number of texts.
  public init(_ name: String, list: [String]) { self.init(name, .list(list)) }

  init(_ name: String, alternatives: [String]) { self.init(name, .alternatives(alternatives)) }

  init(_ name: String, term: String) { self.init(name, .terms([term])) }

  init(_ name: String, terms: [String]) { self.init(name, .terms(terms)) }

  init(_ name: String, fields: [Field]) { self.init(name, .fields(fields)) }

  init(_ name: String, rules: [String]) { self.init(name, .rules(rules)) }

  package init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The text in its stored form, independent of the language. `select` compares it.
  public var value: String {
    switch content {
    case .text(let text): text
    case .list(let texts), .terms(let texts), .alternatives(let texts), .rules(let texts):
      texts.joined(separator: ", ")
    case .other(let field): field.displayName
    case .fields(let fields): fields.map(\.displayName).joined(separator: ", ")
    case .failures(let failures): failures.compactMap(\.code).joined(separator: ", ")
    }
  }

  /// The number that plurals use: the value, the last alternative, or the number of texts. Nil if
  /// the value is not an integer.
  var count: UInt64? {
    switch content {
    case .text(let text): Int64(text)?.magnitude
    case .alternatives(let texts): texts.isEmpty ? 0 : texts.last.flatMap { Int64($0)?.magnitude }
    case .list(let texts): UInt64(texts.count)
    case .terms(let words), .rules(let words): UInt64(words.count)
    case .other: nil
    case .fields(let fields): UInt64(fields.count)
    case .failures(let failures): UInt64(failures.count)
    }
  }
}
