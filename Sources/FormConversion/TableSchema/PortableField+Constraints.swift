import FormRules

/// Reads the constraints of a Table Schema field.
extension PortableField {
  mutating func readConstraints(_ constraints: SchemaObject) {
    required = constraints.isTrue("required")
    unique = constraints.isTrue("unique")
    minLength = length("minLength", of: constraints)
    maxLength = length("maxLength", of: constraints)
    readBounds(constraints)
    readPattern(constraints)
    readChoices(constraints)
    constraints.noteUnreadKeys()
  }

  private var isJSON: Bool { [.json, .jsonObject, .jsonArray].contains(format) }

  private func length(_ key: String, of constraints: SchemaObject) -> String? {
    guard let text = constraints.text(key) else { return nil }
    if isJSON {
      constraints.addLoss("'\(key)' of items: not converted", at: key)
      return nil
    }
    let length = NumberLiteral.whole(text, roundedUp: key == "minLength")
    if length == nil { constraints.addLoss("'\(key)' is not a number of 64 bits", at: key) }
    return length.map(String.init)
  }

  private mutating func readBounds(_ constraints: SchemaObject) {
    for bound in Bound.inclusiveFirst {
      guard let text = constraints.read(bound.keyword).flatMap(constant) else { continue }
      if type == .integer, text.contains("."), bounds[bound.inclusive] == nil,
        let whole = NumberLiteral.whole(text, roundedUp: bound.isLower)
      {
        bounds[bound.inclusive] = String(whole)
      } else if isNumeric || type.kind.isTemporal {
        bounds[bound] = text
      } else {
        constraints.addLoss("'\(bound.keyword)' of a text: not converted", at: bound.keyword)
      }
    }
  }

  private mutating func readPattern(_ constraints: SchemaObject) {
    guard let text = constraints.text("pattern") else { return }
    if let rule = SchemaPattern.rule(ofXMLSchema: PatternGrouping.withoutGroup(text)) {
      otherRules.append(rule)
    } else {
      constraints.addLoss(
        "'pattern' is not an expression of both XML Schema and PCRE2: not converted", at: "pattern")
    }
  }

  private mutating func readChoices(_ constraints: SchemaObject) {
    let values = constraints.items("enum")
    choices = values.compactMap(constant)
    if choices.count < values.count || isJSON && !values.isEmpty {
      // Lists and objects have several notations.
      choices = []
      constraints.addLoss("'enum' of a field without single values: not converted", at: "enum")
    } else if !values.isEmpty, format == .signedDuration || format == .geopoint {
      constraints.notes.addDifference(
        "choices are compared as text", of: "fields", field: name,
        at: constraints.location(of: "enum"))
    }
  }

  /// Converts the value of a constraint to definitions, in which numbers and words are canonical.
  private func constant(_ node: DefinitionNode) -> String? {
    guard let text = node.scalar else { return nil }
    switch type {
    case .decimal(let format) where node.jsonType == .string:
      let plain = format.group.reduce(text) { $0.replacing($1, with: "") }
      return plain.replacing(format.point, with: ".")
    case .integer: return NumberLiteral.plain(text) ?? text
    case .boolean(let words) where node.jsonType == .boolean:
      return text == "true" ? words.yes.first : words.no.first
    case .text, .decimal, .number, .boolean, .date, .time, .datetime, .list, .file: return text
    }
  }
}
