import FormBytes

/// A list of rules with a name, for the rule `use`.
///
/// It is written as the list alone, or as a mapping that also says what parameters it has and what
/// becomes of missing and empty values:
///
///     bounded:
///       note: A text of bounded length, blanks at the ends apart.
///       parameters: {min: 1, max: null}     # max must be given
///       empty: validate
///       rules:
///         - length: {min: {parameter: min}, max: {parameter: max}}
///           trim: true
///           code: wrongLength
public struct Preset: Sendable, Equatable {
  /// What becomes of values that are missing or empty.
  public enum Blank: String, Sendable, CaseIterable {
    /// What each rule makes of them: most leave them out, `required` does not.
    case skip
    /// They are judged as empty text. There is none in fields of numbers, dates and truths: there
    /// an empty value counts as a missing one, and a missing one fails.
    case validate
    /// They fail, with the code `required`.
    case fail
  }

  /// The name: letters, digits, `_` and dots.
  public let name: String
  /// The document as it was written.
  public let document: DefinitionNode
  /// Where the name stands.
  public let location: SourceLocation
  /// What it is for, in a sentence or two.
  public private(set) var note: String?
  /// The parameters, each with its default; null for those that must be given.
  public private(set) var parameters: [DefinitionNode.Entry] = []
  /// The types of field that it fits, by stored name; empty means those that its rules fit.
  public private(set) var types: [String] = []
  /// What becomes of a missing value.
  public private(set) var missing = Blank.skip
  /// What becomes of an empty value.
  public private(set) var empty = Blank.skip
  /// The rules, in which `{parameter: NAME}` stands for an argument; nil when there are none.
  private(set) var rules: DefinitionNode?

  /// The parameter of `use` that names the preset.
  static let nameParameter = "preset"

  /// The key of a mapping that an argument stands in place of.
  static let argumentKey = "parameter"

  package static let keys = ["note", "types", "blank", "missing", "empty", "parameters", "rules"]

  /// Reads a preset, without a look at the names of rules.
  init(
    unchecked name: String, _ document: DefinitionNode, at location: SourceLocation
  ) throws(DefinitionError) {
    self.name = name
    self.document = document
    self.location = location
    guard let first = name.utf8.first, first.isASCIILetter, name.utf8.count <= 63,
      name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2E })
    else {
      throw error("its name must be 1 to 63 letters, digits, _ and dots, a letter first", location)
    }
    switch document.content {
    case .sequence: rules = document
    case .mapping(let entries): try read(entries)
    case .scalar: throw error("must be a list of rules, or a mapping", document.location)
    }
    if rules == nil, missing != .fail, empty != .fail {
      throw error("has no rules", document.location)
    }
  }

  func error(_ message: String, _ location: SourceLocation) -> DefinitionError {
    DefinitionError("preset '\(name)' \(message)", at: location)
  }

  private mutating func read(_ entries: [DefinitionNode.Entry]) throws(DefinitionError) {
    for entry in entries {
      switch entry.key {
      case "note": note = try text(entry)
      case "types": types = try self.types(entry)
      // A key of its own says more than `blank`, wherever it stands.
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
    throw error("needs a single value for \(entry.key)", entry.value.location)
  }

  private func types(_ entry: DefinitionNode.Entry) throws(DefinitionError) -> [String] {
    guard case .sequence(let items) = entry.value.content else {
      throw error("needs a list of types", entry.value.location)
    }
    for item in items where !FieldType.names.contains(item.scalar ?? "") {
      throw .unknown("type", item.scalar ?? "", known: FieldType.names, at: item.location)
    }
    return items.compactMap(\.scalar)
  }

  private func blank(_ entry: DefinitionNode.Entry) throws(DefinitionError) -> Blank {
    let word = try text(entry)
    if let blank = Blank(rawValue: word) { return blank }
    throw .unknown(
      "\(entry.key) of preset '\(name)':", word, known: Blank.allCases.map(\.rawValue),
      at: entry.value.location)
  }

  private func parameters(
    _ entry: DefinitionNode.Entry
  ) throws(DefinitionError) -> [DefinitionNode.Entry] {
    guard case .mapping(let entries) = entry.value.content else {
      throw error("needs a mapping of parameters to their defaults", entry.value.location)
    }
    for parameter in entries {
      let isModifier =
        RuleEntry.modifierKeys.contains(parameter.key) || parameter.key.hasPrefix("message.")
      if isModifier || parameter.key == Self.nameParameter || parameter.key.isEmpty {
        throw error(
          "cannot have a parameter '\(parameter.key)', which means something else beside 'use'",
          parameter.keyLocation)
      }
    }
    return entries
  }

  /// The rules with arguments, or defaults, in place of the parameters; nil when there are none.
  ///
  /// - Parameters:
  ///   - arguments: one at most for each parameter.
  ///   - location: where the preset is used; what the program brings along stands nowhere else.
  /// - Throws: when an argument is wanting.
  func rules(
    with arguments: [DefinitionNode.Entry], at location: SourceLocation
  ) throws(DefinitionError) -> DefinitionNode? {
    for parameter in parameters where parameter.value.isNull {
      if !arguments.contains(where: { $0.key == parameter.key }) {
        throw error("needs \(parameter.key)", location)
      }
    }
    return try rules?.located(at: location).replacingParameters {
      (name, _) throws(DefinitionError) in
      let entry =
        arguments.first { $0.key == name } ?? parameters.first { $0.key == name }
      return entry?.value.located(at: location) ?? .null(at: location)
    }
  }

  /// The codes that it gives to those of its rules, each with the rule's name.
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

  /// Equal by name and document, wherever they stand.
  public static func == (a: Preset, b: Preset) -> Bool {
    a.name == b.name && a.document == b.document
  }
}

extension DefinitionNode {
  /// The same with something else in every place of `{parameter: NAME}`.
  func replacingParameters(
    _ replacement: (String, SourceLocation) throws(DefinitionError) -> DefinitionNode
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

  /// The same with a place for what stands in no file.
  fileprivate func located(at place: SourceLocation) -> DefinitionNode {
    let here = location.line == 0 ? place : location
    switch content {
    case .scalar: return DefinitionNode(content, at: here)
    case .sequence(let items):
      return DefinitionNode(.sequence(items.map { $0.located(at: place) }), at: here)
    case .mapping(let entries):
      return DefinitionNode(
        .mapping(
          entries.map {
            Entry(
              $0.key, at: $0.keyLocation.line == 0 ? place : $0.keyLocation,
              $0.value.located(at: place))
          }), at: here)
    }
  }
}
