/// A message template, in a subset of ICU MessageFormat:
///
/// - `{max}` is replaced by an argument.
/// - `{max, plural, =0 {nothing} one {# item} other {# items}}` selects a branch by a number, first
///   among exact numbers, then by the plural rule of the language. `#` is replaced by the number.
///   For a list, the number is its length.
/// - `{axis, select, latitude {…} other {…}}` selects a branch by a word.
///
/// Branches are templates. A backslash escapes a brace or `#`. Apostrophes have no special meaning,
/// unlike in ICU, where `l'{label}` is a pitfall.
package struct MessageTemplate: Sendable, Equatable {
  /// A part of a template.
  indirect enum Part: Sendable, Equatable {
    case text(String)
    /// `{name}`.
    case argument(String)
    /// `#`: the number that the plural of this argument uses.
    case number(of: String)
    case plural(of: String, [Branch])
    case select(by: String, [Branch])
  }

  /// A branch of a plural or select.
  struct Branch: Sendable, Equatable {
    /// The key: `one`, `=1`, or a word.
    var key: String
    var template: MessageTemplate
  }

  var parts: [Part]

  /// Parses a template.
  package init(_ text: String) throws(MessageTemplateError) {
    var parser = MessageTemplateParser(text)
    self = try parser.message()
  }

  init(parts: [Part]) { self.parts = parts }

  /// Parses a template that may be invalid, such as one of a rule set created in Swift. An invalid
  /// template is shown unchanged.
  package init(lenient text: String) {
    // Every error means that the text is no template.
    self = (try? MessageTemplate(text)) ?? MessageTemplate(parts: [.text(text)])
  }

  /// The distinct names of all arguments, in order.
  package var names: [String] {
    var names: [String] = []
    for part in parts { part.collect(&names) }
    return names
  }

  /// The names of the arguments that the message shows, including plurals, but not those that only
  /// select a branch.
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

  /// - Throws: `MessageTemplateError` if a plural has a category that the language lacks, because
  ///   it would never be used.
  package func checkPlurals(of language: String) throws(MessageTemplateError) {
    let known = PluralRule(Localization.tags(language)).categories.map(\.rawValue)
    try forEachPlural { (_, keys) throws(MessageTemplateError) in
      for key in keys where !key.hasPrefix("=") && !known.contains(key) {
        throw .unknown("plural form in the language \(language):", key, known: known)
      }
    }
  }

  /// Describes an error in a template, such as unbalanced braces, an invalid plural or an unknown
  /// name. Returns nil if there is none.
  ///
  /// - Parameters:
  ///   - what: A description of the message, for the error.
  ///   - names: The allowed argument names, or nil if they are unknown.
  package static func problem(
    of text: String, _ what: String, language: some StringProtocol, names: [String]?
  ) -> String? {
    do throws(MessageTemplateError) {
      let template = try MessageTemplate(text)
      try template.checkPlurals(of: String(language))
      guard let names, let unknown = template.names.first(where: { !names.contains($0) }) else {
        return nil
      }
      return .unknown("name in \(what):", unknown, known: names)
    } catch {
      return "\(what): \(error)"
    }
  }

  /// Calls a closure for every plural, including nested ones, with its name and the keys of its
  /// branches.
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
  /// The message with its arguments filled in.
  ///
  /// - Parameters:
  ///   - arguments: The arguments. The first one with a name applies.
  ///   - fallback: The replacement for a name without an argument, or nil for the name in braces.
  package func text(
    _ arguments: [MessageArgument], in localization: Localization, orElse fallback: String? = nil
  ) -> String {
    var text = ""
    append(to: &text, arguments, localization, fallback: fallback)
    return text
  }

  /// The template in a readable form for lists of rules: names in braces, the default branch of
  /// each plural, and the words of each select.
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

  /// The key of the branch for a missing argument, for arguments that depend on a value.
  private static let absent = "absent"

  private func append(
    to text: inout String, _ arguments: [MessageArgument], _ localization: Localization,
    fallback: String?
  ) {
    func argument(_ name: String) -> MessageArgument? { arguments.first { $0.name == name } }
    for part in parts {
      switch part {
      case .text(let piece):
        // Text that ends in a full stop, such as p.m., also ends the sentence.
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
        // `=0 {} other {…}` tests whether the argument exists.
        let isOptional = argument == nil && branches.map(\.key) == ["=0", "other"]
        let keys =
          (isOptional ? 0 : argument?.count).map {
            ["=\($0)", localization.plural.category(of: $0).rawValue]
          } ?? []
        branches.chosen(keys)?.append(to: &text, arguments, localization, fallback: fallback)
      case .select(let name, let branches):
        let key = argument(name)?.value ?? Self.absent
        branches.chosen([key])?.append(to: &text, arguments, localization, fallback: fallback)
      }
    }
  }
}

extension MessageTemplate {
  /// A template that selects a text by `{unit}`, the unit of a length. Each text has the plural
  /// forms of the argument with this name.
  ///
  /// - Parameter texts: The text of each unit. That of the unit `other` is for all remaining units.
  static func counted(_ name: String, _ texts: KeyValuePairs<String, String>) -> String {
    "{unit, select, "
      + texts.map { "\($0) {{\(name), plural, \($1)}}" }.joined(separator: " ") + "}"
  }
}

extension MessageTemplate {
  /// A template that shows a text only if an argument exists, which depends on the value.
  static func known(_ name: String, _ text: String) -> String {
    "{\(name), select, \(absent) {} other {\(text)}}"
  }
}

extension [MessageTemplate.Branch] {
  /// The branch of the first matching key, or else the `other` branch.
  fileprivate func chosen(_ keys: [String]) -> MessageTemplate? {
    for key in keys + ["other"] {
      if let branch = first(where: { $0.key == key }) { return branch.template }
    }
    return nil
  }
}
