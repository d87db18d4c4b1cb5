import FormBytes

/// A named list of rules, for the rule `use`.
///
/// A preset is a list of rules, or a mapping that also declares parameters and the treatment of
/// missing and empty values:
///
///     bounded:
///       note: A text of bounded length, not counting blanks at its ends.
///       parameters: {min: 1, max: null}     # max must be given
///       empty: validate
///       rules:
///         - length: {min: {parameter: min}, max: {parameter: max}}
///           trim: true
///           code: wrongLength
public struct Preset: Sendable, Equatable {
  /// The treatment of missing or empty values.
  public enum BlankTreatment: String, Sendable, CaseIterable {
    /// Each rule decides: most rules skip them, `required` does not.
    case skip
    /// They are evaluated as empty text. Fields of numbers, dates and booleans have no empty text:
    /// there an empty value counts as missing, and a missing value fails.
    case validate
    /// They fail with the code `required`.
    case fail
  }

  /// The name: 1 to 63 ASCII letters, digits, `_` and dots, beginning with a letter.
  public let name: String
  /// The document that defines it.
  public let document: DefinitionNode
  /// The location of the name.
  public let location: DefinitionLocation
  /// The purpose, in one or two sentences.
  public private(set) var note: String?
  /// The parameters, each with its default; null if the parameter is required.
  public private(set) var parameters: [DefinitionNode.Entry] = []
  /// The stored names of the field types that it supports; empty means the types that its rules
  /// support.
  public private(set) var types: [String] = []
  /// The treatment of a missing value.
  public private(set) var missing = BlankTreatment.skip
  /// The treatment of an empty value.
  public private(set) var empty = BlankTreatment.skip
  /// The rules, in which `{parameter: NAME}` is replaced by an argument; nil if there are none.
  private(set) var rules: DefinitionNode?

  /// The parameter of `use` that names the preset.
  static let nameParameter = "preset"

  /// The key of a mapping that is replaced by an argument.
  static let argumentKey = "parameter"

  package static let keys = ["note", "types", "blank", "missing", "empty", "parameters", "rules"]

  /// Reads a preset without checking the names of rules.
  init(
    unchecked name: String, _ document: DefinitionNode, at location: DefinitionLocation
  ) throws(DefinitionError) {
    self.name = name
    self.document = document
    self.location = location
    guard let first = name.utf8.first, first.isASCIILetter, name.utf8.count <= 63,
      name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2E })
    else {
      throw error(
        "its name must consist of 1 to 63 letters, digits, _ and dots and begin with a letter",
        location)
    }
    if document.isNestedTooDeep { throw error("has too many levels", location) }
    switch document.content {
    case .sequence: rules = document
    case .mapping(let entries): try read(entries)
    case .scalar: throw error("must be a list of rules, or a mapping", document.location)
    }
    if rules == nil, missing != .fail, empty != .fail {
      throw error("has no rules", document.location)
    }
  }

  func error(_ message: String, _ location: DefinitionLocation) -> DefinitionError {
    DefinitionError("preset '\(name)' \(message)", at: location)
  }

  private mutating func read(_ entries: [DefinitionNode.Entry]) throws(DefinitionError) {
    for entry in entries {
      switch entry.key {
      case "note": note = try text(entry)
      case "types": types = try self.types(entry)
      // `missing` and `empty` take precedence over `blank`, in any order.
      case "blank":
        let blank = try self.blank(entry)
        if !entries.contains(where: { $0.key == "missing" }) { missing = blank }
        if !entries.contains(where: { $0.key == "empty" }) { empty = blank }
      case "missing": missing = try blank(entry)
      case "empty": empty = try blank(entry)
      case "parameters": parameters = try parameters(entry)
      case "rules": rules = entry.value
      default:
        throw .unknown(
          "key of preset '\(name)':", entry.key, known: Self.keys, at: entry.keyLocation)
      }
    }
  }

  private func text(_ entry: DefinitionNode.Entry) throws(DefinitionError) -> String {
    if let text = entry.value.scalar, !entry.value.isNull { return text }
    throw error("requires a single value for \(entry.key)", entry.value.location)
  }

  private func types(_ entry: DefinitionNode.Entry) throws(DefinitionError) -> [String] {
    guard case .sequence(let items) = entry.value.content else {
      throw error("requires a list of types", entry.value.location)
    }
    for item in items where !FieldType.names.contains(item.scalar ?? "") {
      throw .unknown("type", item.scalar ?? "", known: FieldType.names, at: item.location)
    }
    return items.compactMap(\.scalar)
  }

  private func blank(_ entry: DefinitionNode.Entry) throws(DefinitionError) -> BlankTreatment {
    let word = try text(entry)
    if let blank = BlankTreatment(rawValue: word) { return blank }
    throw .unknown(
      "\(entry.key) of preset '\(name)':", word, known: BlankTreatment.allCases.map(\.rawValue),
      at: entry.value.location)
  }

  private func parameters(
    _ entry: DefinitionNode.Entry
  ) throws(DefinitionError) -> [DefinitionNode.Entry] {
    guard case .mapping(let entries) = entry.value.content else {
      throw error("requires a mapping of parameters to their defaults", entry.value.location)
    }
    for parameter in entries {
      let isModifier =
        RuleEntry.modifierKeys.contains(parameter.key) || parameter.key.hasPrefix("message.")
      if isModifier || parameter.key == Self.nameParameter || parameter.key.isEmpty {
        throw error(
          "cannot have a parameter '\(parameter.key)', which is a key of rule entries",
          parameter.keyLocation)
      }
    }
    return entries
  }

  /// Returns the rules with the parameters replaced by arguments or defaults; nil if there are
  /// none.
  ///
  /// - Parameters:
  ///   - arguments: At most one for each parameter.
  ///   - location: Where the preset is used; the location of nodes that have none, as in built-in
  ///     presets.
  /// - Throws: `DefinitionError` if a required argument is missing.
  func rules(
    with arguments: [DefinitionNode.Entry], at location: DefinitionLocation
  ) throws(DefinitionError) -> DefinitionNode? {
    for parameter in parameters where parameter.value.isNull {
      if !arguments.contains(where: { $0.key == parameter.key }) {
        throw error("requires \(parameter.key)", location)
      }
    }
    return try rules?.located(at: location).replacingParameters {
      (name, _) throws(DefinitionError) in
      let entry =
        arguments.first { $0.key == name } ?? parameters.first { $0.key == name }
      return entry?.value.located(at: location) ?? .null(at: location)
    }
  }

  /// The custom codes of its rules, each with the name of the rule.
  var codes: [(code: String, rule: String)] {
    guard case .sequence(let items)? = rules?.content else { return [] }
    return items.flatMap { item -> [(code: String, rule: String)] in
      guard case .mapping(let entries) = item.content, let rule = entries.first?.key,
        let node = entries.first(where: { $0.key == "code" })?.value
      else { return [] }
      switch node.content {
      case .scalar(let name, _): return [(name, rule)]
      case .mapping(let names): return names.compactMap { $0.value.scalar.map { ($0, rule) } }
      case .sequence: return []
      }
    }
  }

  /// Compares name and document, not locations.
  public static func == (a: Preset, b: Preset) -> Bool {
    a.name.utf8Bytes == b.name.utf8Bytes && a.document == b.document
  }
}

extension DefinitionNode {
  /// Returns the node with each `{parameter: NAME}` replaced.
  func replacingParameters(
    _ replacement: (String, DefinitionLocation) throws(DefinitionError) -> DefinitionNode
  ) throws(DefinitionError) -> DefinitionNode {
    switch content {
    case .scalar: return self
    case .sequence(let items):
      var replaced: [DefinitionNode] = []
      for item in items { replaced.append(try item.replacingParameters(replacement)) }
      return DefinitionNode(.sequence(replaced), at: location)
    case .mapping(let entries):
      if entries.count == 1, entries[0].key == Preset.argumentKey,
        let name = entries[0].value.scalar
      {
        return try replacement(name, entries[0].value.location)
      }
      var replaced: [Entry] = []
      for entry in entries {
        replaced.append(
          Entry(
            entry.key, at: entry.keyLocation, try entry.value.replacingParameters(replacement)))
      }
      return DefinitionNode(.mapping(replaced), at: location)
    }
  }

  /// Returns the node with `fallback` as the location of nodes that have none.
  fileprivate func located(at fallback: DefinitionLocation) -> DefinitionNode {
    let here = location.line == 0 ? fallback : location
    switch content {
    case .scalar: return DefinitionNode(content, at: here)
    case .sequence(let items):
      return DefinitionNode(.sequence(items.map { $0.located(at: fallback) }), at: here)
    case .mapping(let entries):
      return DefinitionNode(
        .mapping(
          entries.map {
            Entry(
              $0.key, at: $0.keyLocation.line == 0 ? fallback : $0.keyLocation,
              $0.value.located(at: fallback))
          }), at: here)
    }
  }
}
