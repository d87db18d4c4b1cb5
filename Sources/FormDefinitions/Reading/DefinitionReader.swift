import FormBytes
import FormRules

/// Gives nodes their meaning, and collects what is wrong on the way: a reading function answers nil
/// after it has noted an error.
struct DefinitionReader {
  let knownRules: [String]
  let knownRuleSet: Set<String>
  var errors: [DefinitionError] = []
  /// Where each name was defined first, by `form NAME` or `rule set NAME`.
  private var definitions: [String: SourceLocation] = [:]

  /// Whether more errors are noted. Finding the nearest word for each of millions would take long.
  var hasRoom: Bool { errors.count < 1_000 }

  init(knownRules: [String]) {
    self.knownRules = knownRules
    knownRuleSet = Set(knownRules)
  }

  mutating func note(_ message: String, at location: SourceLocation) {
    guard hasRoom else { return }
    errors.append(DefinitionError(message, at: location))
  }

  mutating func noteUnknown(
    _ kind: String, _ word: String, known: [String], at location: SourceLocation
  ) {
    guard hasRoom else { return }
    errors.append(.unknown(kind, word, known: known, at: location))
  }

  /// The meaning of one document.
  mutating func definition(_ document: DefinitionNode) -> Definition? {
    guard let entries = entries(document, "a definition") else { return nil }
    if entries.contains(where: { $0.key == "messages" }) {
      note("messages are no definition; give their file with --messages", at: document.location)
      return nil
    }
    if entries.contains(where: { $0.key == "rules" }) {
      guard let ruleSet = ruleSet(document) else { return nil }
      noteSecond("rule set", ruleSet.name, at: document.location)
      return .ruleSet(ruleSet)
    }
    if entries.contains(where: { $0.key == "form" }) {
      guard let form = form(document) else { return nil }
      noteSecond("form", form.name, at: document.location)
      return .form(form)
    }
    note("a definition needs a key 'form' (its name) or 'rules' (its name)", at: document.location)
    return nil
  }

  private mutating func noteSecond(_ kind: String, _ name: String, at location: SourceLocation) {
    if let first = definitions["\(kind) \(name)"] {
      note(
        "a second \(kind) '\(name)', the first is in line \(first.line); rename one", at: location)
    } else {
      definitions["\(kind) \(name)"] = location
    }
  }
}

/// The entries of a mapping whose keys are known.
struct KnownEntries {
  let location: SourceLocation
  let entries: [DefinitionNode.Entry]

  subscript(_ key: String) -> DefinitionNode? { entries.first { $0.key == key }?.value }
}

extension DefinitionReader {
  mutating func entries(_ node: DefinitionNode, _ what: String) -> [DefinitionNode.Entry]? {
    if case .mapping(let entries) = node.content { return entries }
    note("\(what) must be a mapping (key: value), not \(kind(node))", at: node.location)
    return nil
  }

  /// The entries of a mapping; keys other than the known ones are errors.
  ///
  /// - Parameter translated: what keys with a language may begin with, such as `label.`.
  mutating func entries(
    _ node: DefinitionNode, _ what: String, known: [String], translated: [String] = []
  ) -> KnownEntries? {
    guard let entries = entries(node, what) else { return nil }
    for entry in entries where !known.contains(entry.key) {
      if translated.contains(where: entry.key.hasPrefix) { continue }
      noteUnknown("key of \(what):", entry.key, known: known, at: entry.keyLocation)
    }
    return KnownEntries(location: node.location, entries: entries)
  }

  mutating func items(_ node: DefinitionNode, _ what: String) -> [DefinitionNode]? {
    if case .sequence(let items) = node.content { return items }
    note("\(what) must be a list (- item), not \(kind(node))", at: node.location)
    return nil
  }

  private func kind(_ node: DefinitionNode) -> String { node.isNull ? "empty" : node.kindName }

  /// A single value.
  mutating func text(_ node: DefinitionNode, _ what: String) -> String? {
    if node.isNull {
      note("\(what) has no value; give one (\"\" is the empty text)", at: node.location)
      return nil
    }
    if let text = node.scalar { return text }
    note("\(what) must be a single value, not \(node.kindName)", at: node.location)
    return nil
  }

  /// A single value that is not empty.
  mutating func word(_ node: DefinitionNode, _ what: String) -> String? {
    guard let text = text(node, what) else { return nil }
    if !text.isEmpty { return text }
    note("\(what) must not be empty", at: node.location)
    return nil
  }

  /// A list of texts; a single text is a list of one.
  mutating func texts(_ node: DefinitionNode, _ what: String) -> [Located<String>]? {
    guard case .sequence(let items) = node.content else {
      return text(node, what).map { [Located($0, at: node.location)] }
    }
    var texts: [Located<String>] = []
    for item in items {
      if let text = item.scalar, !item.isNull {
        texts.append(Located(text, at: item.location))
      } else if item.isNull {
        note("an empty item in \(what); write \"\" for the empty text", at: item.location)
      } else {
        note("\(item.kindName) in \(what), a list of texts; quote it", at: item.location)
      }
    }
    return texts
  }

  mutating func flag(_ node: DefinitionNode, _ what: String) -> Bool? {
    switch text(node, what) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default:
      note("\(what) must be true or false (not yes, no, on, off)", at: node.location)
      return nil
    }
  }

  mutating func integer(
    _ node: DefinitionNode, _ what: String, in range: ClosedRange<Int>
  ) -> Int? {
    guard let text = text(node, what) else { return nil }
    if text.utf8.allSatisfy(\.isASCIIDigit), let value = Int(text), range.contains(value) {
      return value
    }
    note(
      "\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
      at: node.location)
    return nil
  }

  /// One of the words of an enumeration.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: DefinitionNode, _ what: String, of type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(node, what) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    noteUnknown("\(what):", text, known: type.allCases.map(\.rawValue), at: node.location)
    return nil
  }

  /// The name of a form or rule set.
  mutating func name(_ node: DefinitionNode, _ what: String) -> String? {
    text(node, what).flatMap { name($0, what, at: node.location) }
  }

  /// The name of a form, rule set or list.
  mutating func name(_ text: String, _ what: String, at location: SourceLocation) -> String? {
    guard let fault = DefinitionNames.fault(ofName: text, what) else { return text }
    note(fault, at: location)
    return nil
  }

  /// Notes a name that cannot be shown or written in one line.
  mutating func isFit(_ name: String, _ what: String, at location: SourceLocation) -> Bool {
    guard let fault = DefinitionNames.fault(ofWords: name, what) else { return true }
    note(fault, at: location)
    return false
  }
}
