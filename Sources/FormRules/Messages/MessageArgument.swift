/// A named piece of a message, such as `max` = `80`.
public struct MessageArgument: Sendable, Equatable {
  /// The name, `{name}` in the message.
  public var name: String
  /// What stands for it.
  package var content: Content

  /// What can stand for a name.
  package enum Content: Sendable, Equatable {
    /// Text that is the same in all languages.
    case text(String)
    /// Several of them, put in a list as the language does it.
    case list([String])
    /// Several of them, of which one will do.
    case alternatives([String])
    /// Words of formrec itself, such as `digit`. A language's catalogue has its own for each, under
    /// `term.digit`; a word that it does not have stands as it is.
    case terms([String])
    /// Fields, by what people call them in the language.
    case fields([Field])
    /// Another field, by what people call it, in quotation marks.
    case other(Field)
    /// Rules, by what the language calls them, under `rule.email`.
    case rules([String])
  }

  /// What every message may name.
  static let general = ["label", "value"]

  /// A number, or a text that is the same in all languages.
  public init(_ name: String, _ value: some CustomStringConvertible) {
    self.init(name, .text(value.description))
  }

  /// Texts that are put in a list. In a plural their number counts.
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

  /// The text as it is stored, and as `select` compares it; in no language.
  public var value: String {
    switch content {
    case .text(let text): text
    case .list(let texts), .terms(let texts), .alternatives(let texts), .rules(let texts):
      texts.joined(separator: ", ")
    case .other(let field): field.displayName
    case .fields(let fields): fields.map(\.displayName).joined(separator: ", ")
    }
  }

  /// What a plural goes by: the number, the last of alternatives, or how many texts there are. Nil when it is no whole number.
  var count: UInt64? {
    switch content {
    case .text(let text): Int64(text)?.magnitude
    case .alternatives(let texts): texts.isEmpty ? 0 : texts.last.flatMap { Int64($0)?.magnitude }
    case .list(let texts): UInt64(texts.count)
    case .terms(let words), .rules(let words): UInt64(words.count)
    case .other: nil
    case .fields(let fields): UInt64(fields.count)
    }
  }
}
