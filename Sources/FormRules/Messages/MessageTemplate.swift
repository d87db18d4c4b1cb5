/// A message with names to be filled in, in the part of ICU MessageFormat that messages need:
///
/// - `{max}` stands for an argument;
/// - `{max, plural, =0 {nothing} one {# item} other {# items}}` chooses by a number, first among
///   the exact ones, then by the language's rule; `#` is the number. Of a list its length counts;
/// - `{axis, select, latitude {…} other {…}}` chooses by a word.
///
/// Branches are messages again. A backslash makes a brace or `#` stand for itself; apostrophes are
/// nothing special, unlike in ICU, where `l'{label}` is a trap.
package struct MessageTemplate: Sendable, Equatable {
  /// A piece of a message.
  indirect enum Part: Sendable, Equatable {
    case text(String)
    /// `{name}`.
    case argument(String)
    /// `#`: what the plural of that argument goes by.
    case number(of: String)
    case plural(of: String, [Branch])
    case select(by: String, [Branch])
  }

  /// One of the alternatives of a plural or select.
  struct Branch: Sendable, Equatable {
    /// `one`, `=1`, or a word.
    var key: String
    var template: MessageTemplate
  }

  var parts: [Part]

  /// Reads a message.
  package init(_ text: String) throws(MessageTemplateError) {
    var parser = MessageTemplateParser(text)
    self = try parser.message()
  }

  init(parts: [Part]) { self.parts = parts }

  /// A message that may be broken, such as one of a rule set that was made in Swift: then it is
  /// shown as it is.
  init(lenient text: String) {
    self = (try? MessageTemplate(text)) ?? MessageTemplate(parts: [.text(text)])
  }

  /// The names that it fills in or chooses by, each once, in order.
  package var names: [String] {
    var names: [String] = []
    for part in parts { part.collect(&names) }
    return names
  }

  /// The names that it shows, also as the number of a plural; not those that it only chooses by.
  var shownNames: [String] {
    parts.flatMap { part in
      switch part {
      case .text: [String]()
      case .argument(let name), .number(let name): [name]
      case .plural(let name, let branches): [name] + branches.flatMap(\.template.shownNames)
      case .select(let name, let branches):
        branches.filter { $0.key != Self.absent }.flatMap(\.template.shownNames)
          .filter { $0 != name }
      }
    }
  }

  /// Throws when a plural has a form that the language does not have: it would never be shown.
  package func checkPlurals(of language: String) throws(MessageTemplateError) {
    let known = PluralRule(Localization.tags(language)).categories.map(\.rawValue)
    try forEachPlural { (_, keys) throws(MessageTemplateError) in
      for key in keys where !key.hasPrefix("=") && !known.contains(key) {
        throw .unknown("plural form in the language \(language):", key, known: known)
      }
    }
  }

  /// What is wrong with a message: its braces, plurals, or a name that cannot be filled in; nil when
  /// nothing is.
  ///
  /// - Parameters:
  ///   - what: what it is the message of, for the answer.
  ///   - names: what it may name; nil when that cannot be known.
  package static func fault(
    of text: String, _ what: String, language: some StringProtocol, names: [String]?
  ) -> String? {
    do throws(MessageTemplateError) {
      let template = try MessageTemplate(text)
      try template.checkPlurals(of: String(language))
      guard let names, let unknown = template.names.first(where: { !names.contains($0) }) else {
        return nil
      }
      return DefinitionError.unknown("name in \(what):", unknown, known: names, at: .none).message
    } catch {
      return "\(what): \(error)"
    }
  }

  /// Calls for every plural, inner ones too, with its name and the keys of its branches.
  func forEachPlural(
    _ body: (String, [String]) throws(MessageTemplateError) -> Void
  ) throws(MessageTemplateError) {
    for part in parts {
      switch part {
      case .text, .argument, .number: break
      case .plural(let name, let branches):
        try body(name, branches.map(\.key))
        for branch in branches { try branch.template.forEachPlural(body) }
      case .select(_, let branches):
        for branch in branches { try branch.template.forEachPlural(body) }
      }
    }
  }
}

extension MessageTemplate.Part {
  fileprivate func collect(_ names: inout [String]) {
    switch self {
    case .text: break
    case .argument(let name), .number(let name):
      if !names.contains(name) { names.append(name) }
    case .plural(let name, let branches), .select(let name, let branches):
      if !names.contains(name) { names.append(name) }
      for branch in branches {
        for part in branch.template.parts { part.collect(&names) }
      }
    }
  }
}

extension MessageTemplate {
  /// The message with its names filled in.
  ///
  /// - Parameters:
  ///   - arguments: looked up in order, so that earlier ones win.
  ///   - fallback: what stands for a name without an argument; nil means its braces.
  package func text(
    _ arguments: [MessageArgument], in localization: Localization, orElse fallback: String? = nil
  ) -> String {
    var text = ""
    append(to: &text, arguments, localization, fallback)
    return text
  }

  /// The message as people read it in a list of rules: names in their braces, the usual branch of
  /// each plural, and the words that are chosen among.
  package var outline: String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .argument(let name), .number(let name): return "{\(name)}"
      case .plural(_, let branches): return branches.chosen([])?.outline ?? ""
      case .select(_, let branches):
        guard branches.allSatisfy({ $0.template.names.isEmpty }) else {
          return branches.chosen([])?.outline ?? ""
        }
        return branches.map(\.template.outline).joined(separator: "/")
      }
    }.joined()
  }

  /// The key of the branch for an argument that is not there: what depends on a value, where there is
  /// none.
  private static let absent = "absent"

  private func append(
    to text: inout String, _ arguments: [MessageArgument], _ localization: Localization,
    _ fallback: String?
  ) {
    func argument(_ name: String) -> MessageArgument? { arguments.first { $0.name == name } }
    for part in parts {
      switch part {
      case .text(let piece):
        // What ends in a full stop, such as p.m., ends the sentence too.
        text +=
          piece.utf8.first == UInt8(ascii: ".") && text.utf8.last == UInt8(ascii: ".")
          ? String(piece.dropFirst()) : piece
      case .argument(let name):
        text += argument(name).map(localization.text) ?? fallback ?? "{\(name)}"
      case .number(let name):
        let argument = argument(name)
        if let argument, case .alternatives = argument.content {
          text += localization.text(argument)
        } else {
          text += argument?.count.map(String.init) ?? argument?.value ?? fallback ?? "{\(name)}"
        }
      case .plural(let name, let branches):
        let argument = argument(name)
        // `=0 {} other {…}` asks whether there is one.
        let isOptional = argument == nil && branches.map(\.key) == ["=0", "other"]
        let keys =
          (isOptional ? 0 : argument?.count).map {
            ["=\($0)", localization.plural.category(of: $0).rawValue]
          } ?? []
        branches.chosen(keys)?.append(to: &text, arguments, localization, fallback)
      case .select(let name, let branches):
        let key = argument(name)?.value ?? Self.absent
        branches.chosen([key])?.append(to: &text, arguments, localization, fallback)
      }
    }
  }
}

extension MessageTemplate {
  /// The text of a choice by `{unit}`, what a length is counted in; each with the plural forms of
  /// the argument of that name.
  static func counted(
    _ name: String, character: String, scalar: String, utf16: String, utf8: String, item: String
  ) -> String {
    let units = [("scalar", scalar), ("utf16", utf16), ("utf8", utf8), ("item", item)]
    return "{unit, select, "
      + units.map { "\($0) {{\(name), plural, \($1)}} " }.joined()
      + "other {{\(name), plural, \(character)}}}"
  }
}

extension MessageTemplate {
  /// A piece of text that stands only where an argument is known, which depends on the value.
  static func known(_ name: String, _ text: String) -> String {
    "{\(name), select, \(absent) {} other {\(text)}}"
  }
}

extension [MessageTemplate.Branch] {
  /// The branch of the first key that there is one for, else the other one.
  fileprivate func chosen(_ keys: [String]) -> MessageTemplate? {
    for key in keys + ["other"] {
      if let branch = first(where: { $0.key == key }) { return branch.template }
    }
    return nil
  }
}
