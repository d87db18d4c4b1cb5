import FormBytes
import FormRules

extension FieldType {
  /// The options of each type.
  private static let options: [(type: String, names: [String])] = [
    ("decimal", ["scale", "point", "group", "grouping", "strip", "negative"]),
    ("date", ["format", "formats"]),
    ("time", ["format", "formats"]),
    ("datetime", ["format", "formats"]),
    ("list", ["separator"]),
    ("boolean", ["true", "false"]),
  ]

  /// The options of all types.
  static let optionNames = options.flatMap(\.names)

  /// Returns the types that have an option, or none if it is not an option.
  static func owners(of option: String) -> [String] {
    options.filter { $0.names.contains(option) }.map(\.type)
  }
}

extension DefinitionReader {
  /// Reads the type specified by `type` and its options.
  mutating func fieldType(_ keys: KnownEntries, of what: String) -> FieldType? {
    guard let node = keys["type"] else {
      report(
        "\(what) has no type; add type: \(FieldType.names.joined(separator: ", "))",
        .missing("type"),
        at: keys.location)
      return nil
    }
    guard let name = text(node, "type") else { return nil }
    guard let kind = FieldType.Kind(rawValue: name) else {
      reportUnknown("type", name, known: FieldType.names, at: node.location)
      return nil
    }
    for entry in keys.entries {
      let owners = FieldType.owners(of: entry.key)
      if let owner = owners.first, !owners.contains(name) {
        report(
          "'\(entry.key)' is for type \(owners.joined(separator: " or ")), \(what) is of type "
            + "\(name); remove it"
            + (owner == "decimal" && name == "integer"
              ? ", or use type: decimal with scale: 0 for whole numbers" : ""),
          at: entry.keyLocation)
      }
    }
    let type = type(kind, keys)
    for problem in type.problems {
      report(problem.message, problem.cause, at: keys.location(of: problem))
    }
    return type
  }

  private mutating func type(_ kind: FieldType.Kind, _ keys: KnownEntries) -> FieldType {
    switch kind {
    case .text: return .text
    case .integer: return .integer
    case .decimal: return decimal(keys)
    case .number: return .number
    case .boolean: return boolean(keys)
    case .date:
      return formatted(
        .date(), keys, needs: "a year (yyyy, yy), a month (MM, M, MMM, MMMM) and a day (dd, d)")
    case .time:
      return formatted(
        .time(), keys, needs: "hours (HH, H, or hh or h with a) and minutes (mm)")
    case .datetime:
      return formatted(
        .datetime(), keys,
        needs: "a date such as MM/dd/yyyy followed by a time such as h:mm a")
    case .list:
      return .list(separator: keys["separator"].flatMap { word($0, "separator") } ?? ",")
    case .file: return .file
    }
  }

  private mutating func boolean(_ keys: KnownEntries) -> FieldType {
    var words = FieldType.BooleanWords()
    if let yes = keys["true"].flatMap({ texts($0, "true") }) { words.yes = yes.map(\.value) }
    if let no = keys["false"].flatMap({ texts($0, "false") }) { words.no = no.map(\.value) }
    return .boolean(words)
  }

  /// Reads a date, time or timestamp with the formats of its values.
  ///
  /// None means ISO 8601.
  ///
  /// - Parameter needs: The required parts of a format, for the error message.
  private mutating func formatted(
    _ type: FieldType, _ keys: KnownEntries, needs: String
  ) -> FieldType {
    if let second = keys["formats"], keys["format"] != nil {
      report("format and formats are synonyms; keep one", .conflict, at: second.location)
    }
    guard let node = keys["format"] ?? keys["formats"], let patterns = texts(node, "format") else {
      return type
    }
    var valid: [String] = []
    for pattern in patterns {
      if type.with(formats: [pattern.value]) != nil {
        valid.append(pattern.value)
      } else {
        report(
          "'\(pattern.value)' is not a \(type.name) format; it requires \(needs), once each, no "
            + "other letters, and a separator between numbers of one or two digits",
          at: pattern.location)
      }
    }
    return type.with(formats: valid) ?? type
  }
}

extension KnownEntries {
  /// The location of a senseless option: the last of its items that are equal to the named one.
  fileprivate func location(of problem: FieldType.Problem) -> DefinitionLocation {
    guard let node = problem.option.flatMap({ self[$0] }) else { return location }
    guard let item = problem.item, case .sequence(let items) = node.content else {
      return node.location
    }
    return items.last { $0.scalar == item }?.location ?? node.location
  }
}
