import FormBytes

/// Interprets nodes and collects the errors. A reading function that returns an optional returns
/// nil after it has noted an error.
package struct DefinitionReader {
  package let knownRules: [String]
  let knownRuleSet: Set<String>
  package var errors: [DefinitionError] = []
  /// The location of the first definition of each name; the keys are `form NAME` and `rule set
  /// NAME`.
  package var definitions: [String: DefinitionLocation] = [:]

  /// The nesting depth of the rules that are being read.
  var depth = 0
  /// Whether these are the rules of a preset, in which `{parameter: NAME}` is replaced by an
  /// argument.
  var isOfPreset = false

  /// Whether more errors are reported. The limit exists because the search for the nearest word
  /// takes long for millions of errors.
  package var hasRoom: Bool { errors.count < 1_000 }

  package init(knownRules: [String]) {
    self.knownRules = knownRules
    knownRuleSet = Set(knownRules)
  }

  package mutating func report(
    _ message: String, _ cause: DefinitionError.Cause = .invalidValue,
    at location: DefinitionLocation
  ) {
    guard hasRoom else { return }
    errors.append(DefinitionError(message, cause, at: location))
  }

  package mutating func reportUnknown(
    _ kind: String, _ word: String, known: [String], at location: DefinitionLocation
  ) {
    guard hasRoom else { return }
    errors.append(.unknown(kind, word, known: known, at: location))
  }
}

/// The entries of a mapping with a fixed set of keys.
package struct KnownEntries {
  package let location: DefinitionLocation
  package let entries: [DefinitionNode.Entry]

  package init(location: DefinitionLocation, entries: [DefinitionNode.Entry]) {
    self.location = location
    self.entries = entries
  }

  package subscript(_ key: String) -> DefinitionNode? { entries.first { $0.key == key }?.value }
}

extension DefinitionReader {
  package mutating func entries(_ node: DefinitionNode, _ what: String) -> [DefinitionNode.Entry]? {
    if case .mapping(let entries) = node.content { return entries }
    report(
      "\(what) must be a mapping (key: value), not \(kind(node))", .wrongType, at: node.location)
    return nil
  }

  /// Returns the entries of a mapping; notes unknown keys as errors.
  ///
  /// - Parameter translated: The prefixes of keys that end in a language, such as `label.`.
  package mutating func entries(
    _ node: DefinitionNode, _ what: String, known: [String], translated: [String] = []
  ) -> KnownEntries? {
    guard let entries = entries(node, what) else { return nil }
    for entry in entries where !known.contains(entry.key) {
      if translated.contains(where: entry.key.hasPrefix) { continue }
      reportUnknown("key of \(what):", entry.key, known: known, at: entry.keyLocation)
    }
    return KnownEntries(location: node.location, entries: entries)
  }

  package mutating func items(_ node: DefinitionNode, _ what: String) -> [DefinitionNode]? {
    if case .sequence(let items) = node.content { return items }
    report("\(what) must be a list (- item), not \(kind(node))", .wrongType, at: node.location)
    return nil
  }

  private func kind(_ node: DefinitionNode) -> String { node.isNull ? "empty" : node.kindName }

  /// Returns a single value.
  package mutating func text(_ node: DefinitionNode, _ what: String) -> String? {
    if node.isNull {
      report(
        "\(what) has no value; add one (\"\" is the empty text)", .missing(what), at: node.location
      )
      return nil
    }
    if let text = node.scalar { return text }
    report("\(what) must be a single value, not \(node.kindName)", .wrongType, at: node.location)
    return nil
  }

  /// Returns a single value that is not empty.
  package mutating func word(_ node: DefinitionNode, _ what: String) -> String? {
    guard let text = text(node, what) else { return nil }
    if !text.isEmpty { return text }
    report("\(what) must not be empty", .missing(what), at: node.location)
    return nil
  }

  /// Returns a list of texts; a single text is a list of one.
  package mutating func texts(_ node: DefinitionNode, _ what: String) -> [Located<String>]? {
    guard case .sequence(let items) = node.content else {
      return text(node, what).map { [Located($0, at: node.location)] }
    }
    var texts: [Located<String>] = []
    for item in items {
      if let text = item.scalar, !item.isNull {
        texts.append(Located(text, at: item.location))
      } else if item.isNull {
        report("an empty item in \(what); write \"\" for the empty text", at: item.location)
      } else {
        report(
          "\(item.kindName) in \(what), a list of texts; quote it", .wrongType, at: item.location)
      }
    }
    return texts
  }

  package mutating func flag(_ node: DefinitionNode, _ what: String) -> Bool? {
    switch text(node, what) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default:
      report("\(what) must be true or false (not yes, no, on, off)", .wrongType, at: node.location)
      return nil
    }
  }

  package mutating func integer(
    _ node: DefinitionNode, _ what: String, in range: ClosedRange<Int>
  ) -> Int? {
    guard let text = text(node, what) else { return nil }
    if text.utf8.allSatisfy(\.isASCIIDigit), let value = Int(text), range.contains(value) {
      return value
    }
    report(
      "\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
      at: node.location)
    return nil
  }

  /// Returns the case of an enumeration with the raw value in `node`.
  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: DefinitionNode, _ what: String, of type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(node, what) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    reportUnknown("\(what):", text, known: type.allCases.map(\.rawValue), at: node.location)
    return nil
  }

  /// Returns the name of a form or rule set.
  package mutating func name(_ node: DefinitionNode, _ what: String) -> String? {
    text(node, what).flatMap { name($0, what, at: node.location) }
  }

  /// Returns the name of a form, rule set or list.
  package mutating func name(_ text: String, _ what: String, at location: DefinitionLocation)
    -> String?
  {
    guard let problem = DefinitionNames.problem(ofName: text, what) else { return text }
    report(problem, at: location)
    return nil
  }

  /// Returns whether a name fits in one line (`DefinitionNames.problem(ofWords:_:)`).
  package mutating func fitsOneLine(_ name: String, _ what: String, at location: DefinitionLocation)
    -> Bool
  {
    guard let problem = DefinitionNames.problem(ofWords: name, what) else { return true }
    report(problem, at: location)
    return false
  }
}
