import FormDefinitions
import FormRules

/// Converts rules that concern other fields or contain rules to JSON Schema's `if`, `anyOf`, `not`
/// and `items`.
///
/// Converts only rules whose verdicts are the same.
extension PortableSchema {
  /// Adds a rule as a schema of records.
  ///
  /// Returns false if no schema has the same meaning.
  ///
  /// - Parameter field: The field of the rule, or nil for a record rule.
  mutating func addSchema(
    of rule: RuleEntry, _ field: PortableField?, _ lists: [ValueList]
  ) -> Bool {
    guard
      rule.modifiers.entries.allSatisfy({
        ["id", "at", "when"].contains($0.key) || $0.isMessage
      })
    else { return false }
    let found = notes.keepingNotes { () -> JSON? in
      let found = field.map { schema(of: rule, $0, lists) } ?? schema(ofRecord: rule)
      guard let when = rule.when?.value else { return found }
      let condition = (try? ExpressionSyntax(when)).flatMap { schema(of: $0, is: true) }
      guard let found, let condition else { return nil }
      return JSON.object([.init("if", condition), .init("then", found)])
    }
    guard let found else { return false }
    conditions.append(found)
    return true
  }

  /// Converts a record rule to a schema of records.
  private func schema(ofRecord rule: RuleEntry) -> JSON? {
    guard rule.rule == "must", let source = rule.parameters?.scalar,
      let condition = try? ExpressionSyntax(source)
    else { return nil }
    // Unknown conditions pass.
    if condition.isAlwaysKnown { return schema(of: condition, is: true) }
    return schema(of: condition, is: false).map(JSON.not)
  }

  /// Converts a field rule to a schema of records.
  private func schema(of rule: RuleEntry, _ field: PortableField, _ lists: [ValueList]) -> JSON? {
    switch rule.rule {
    case "required" where rule.parameters == nil && canBeBlank(field): return .present(field.name)
    case "blank" where rule.parameters == nil && canBeBlank(field): return .blank(field.name)
    default:
      guard let value = schema(ofValue: rule, field, lists) else { return nil }
      return .property(field.name, field.required ? value : .any([.blankValue, value]))
    }
  }

  /// Converts a rule to a schema of a value that is not blank.
  private func schema(
    ofValue rule: RuleEntry, _ field: PortableField, _ lists: [ValueList], isNegated: Bool = false
  ) -> JSON? {
    guard !field.trim else { return nil }
    func inside(of field: PortableField, isNegated: Bool = isNegated) -> [JSON]? {
      let schemas = rule.rules.compactMap { entry in
        entry.modifierNames.isEmpty
          ? schema(ofValue: entry, field, lists, isNegated: isNegated) : nil
      }
      return schemas.isEmpty || schemas.count < rule.rules.count ? nil : schemas
    }
    switch rule.rule {
    case "any": return inside(of: field).map(JSON.any)
    case "all": return inside(of: field).map(JSON.all)
    case "not": return inside(of: field, isNegated: true).map { .not(.all($0)) }
    case "each":
      guard case .list = field.type else { return nil }
      var item = PortableField(field.name)
      item.type = .text
      // Rules that only concern blanks would apply to an empty item. They are not converted.
      return inside(of: item).map {
        .object([.init("items", .any([.object([.init("const", .string(""))]), .all($0)]))])
      }
    default:
      var bare = PortableField(field.name)
      bare.type = field.type
      let plain = RuleEntry(rule.rule, rule.parameters)
      guard !["unique", "required"].contains(rule.rule), bare.add(plain, lists: lists),
        rule.rule != "length" || field.type != .text
          || rule.parameters?["unit"]?.scalar == "scalar",
        // Few validators evaluate formats, so nothing may depend on one.
        bare.format == nil || !isNegated
      else { return nil }
      let found = ConversionNotes()
      let members = JSONSchemaWriter.constraints(bare, isNullable: !bare.required, found)
      guard !members.isEmpty, found.all.allSatisfy({ $0.kind == .difference }) else { return nil }
      notes.append(found)
      return .object(members)
    }
  }

  /// Returns the schema of the records for which a condition is true, or false.
  ///
  /// The condition is unknown for other records. Returns nil if no schema expresses this.
  private func schema(of condition: ExpressionSyntax, is truth: Bool) -> JSON? {
    func each(_ parts: [ExpressionSyntax]) -> [JSON]? {
      let found = parts.compactMap { schema(of: $0, is: truth) }
      return found.count == parts.count ? found : nil
    }
    switch condition.content {
    case .not(let inner): return schema(of: inner, is: !truth)
    case .all(let parts): return each(parts).map(truth ? JSON.all : JSON.any)
    case .any(let parts): return each(parts).map(truth ? JSON.any : JSON.all)
    case .blank(let inner):
      guard let field = operand(inner), canBeBlank(field) else { return nil }
      return truth ? .blank(field.name) : .present(field.name)
    case .comparison(let left, let comparison, let right):
      guard let field = comparable(left), let constant = constant(right, field) else { return nil }
      let keyword: String
      switch comparison {
      case .equal: return .isPresent(field.name, asOneOf: [constant], truth)
      case .notEqual: return .isPresent(field.name, asOneOf: [constant], !truth)
      case .less: keyword = "exclusiveMaximum"
      case .lessOrEqual: keyword = "maximum"
      case .greater: keyword = "exclusiveMinimum"
      case .greaterOrEqual: keyword = "minimum"
      }
      guard field.isNumeric else { return nil }
      let bound = JSON.object([.init(keyword, constant)])
      return .present(field.name, truth ? bound : .not(bound))
    case .membership(let inner, let values):
      guard let field = comparable(inner) else { return nil }
      let constants = values.compactMap { constant($0, field) }
      guard constants.count == values.count else { return nil }
      return .isPresent(field.name, asOneOf: constants, truth)
    case .matches(let inner, let pattern, _):
      guard let field = comparable(inner), field.type == .text,
        let translated = PortablePattern(pattern).ecmaScript
      else { return nil }
      let whole = JSON.object([.init("pattern", .string(translated))])
      return .present(field.name, truth ? whole : .not(whole))
    default: return nil
    }
  }

  private func operand(_ syntax: ExpressionSyntax) -> PortableField? {
    guard case .field(let name) = syntax.content else { return nil }
    return fieldIndex(name).map { fields[$0] }
  }

  /// Returns the field of an operand, if its values are compared as in JSON.
  private func comparable(_ syntax: ExpressionSyntax) -> PortableField? {
    guard let field = operand(syntax), canBeBlank(field), field.jsonType != .array else {
      return nil
    }
    return field
  }

  /// Returns whether only null and empty text count as blank.
  private func canBeBlank(_ field: PortableField) -> Bool {
    field.type != .file && !field.trim && (field.missing ?? file.missing).isEmpty
  }

  private func constant(_ operand: ExpressionSyntax, _ field: PortableField) -> JSON? {
    switch field.type {
    case .text: if case .text(let text) = operand.content { .string(text) } else { nil }
    case .boolean:
      if case .literal(.boolean(let isTrue), _) = operand.content { .bool(isTrue) } else { nil }
    case .integer, .decimal, .number: number(operand).map(JSON.number)
    case .date, .time, .datetime, .list, .file: nil
    }
  }

  private func number(_ operand: ExpressionSyntax) -> String? {
    switch operand.content {
    case .literal(.integer(let number), _): "\(number)"
    case .literal(.decimal(let number), _): "\(number)"
    // A sign is parsed as a subtraction from 0.
    case .arithmetic(let zero, let rest):
      if case .literal(.integer(0), _) = zero.content, let (operation, number) = rest.first,
        rest.count == 1, operation == .subtract, let digits = self.number(number),
        !digits.hasPrefix("-")
      {
        "-\(digits)"
      } else {
        nil
      }
    default: nil
    }
  }
}

extension ExpressionSyntax {
  /// Whether the condition is true or false for every record.
  fileprivate var isAlwaysKnown: Bool {
    switch content {
    case .blank: true
    case .not(let inner): inner.isAlwaysKnown
    case .all(let parts), .any(let parts): parts.allSatisfy(\.isAlwaysKnown)
    default: false
    }
  }
}

extension JSON {
  /// The values that count as blank: null and empty text.
  fileprivate static let blankValue = JSON.object([.init("enum", .array([.null, .string("")]))])

  fileprivate static func not(_ schema: JSON) -> JSON { .object([.init("not", schema)]) }

  fileprivate static func all(_ schemas: [JSON]) -> JSON {
    schemas.count == 1 ? schemas[0] : .object([.init("allOf", .array(schemas))])
  }

  fileprivate static func any(_ schemas: [JSON]) -> JSON {
    schemas.count == 1 ? schemas[0] : .object([.init("anyOf", .array(schemas))])
  }

  fileprivate static func property(_ name: String, _ schema: JSON) -> JSON {
    .object([.init("properties", .object([.init(name, schema)]))])
  }

  fileprivate static func blank(_ name: String) -> JSON { .property(name, .blankValue) }

  /// Records in which a field is not blank and its value matches the schema.
  fileprivate static func present(_ name: String, _ schema: JSON? = nil) -> JSON {
    let isNotBlank = JSON.not(.blankValue)
    return .with(name, schema.map { .all([isNotBlank, $0]) } ?? isNotBlank)
  }

  /// Records in which a field is not blank and is, or is not, one of these values.
  fileprivate static func isPresent(
    _ name: String, asOneOf values: [JSON], _ isOne: Bool
  ) -> JSON {
    let blanks = [JSON.null, .string("")]
    let chosen = isOne ? values.filter { !blanks.contains($0) } : blanks + values
    // An empty `enum` is invalid in older validators.
    guard !chosen.isEmpty else { return .not(.object([])) }
    let schema = JSON.object([.init("enum", .array(chosen))])
    return .with(name, isOne ? schema : .not(schema))
  }

  /// Records that have a field whose value matches the schema.
  private static func with(_ name: String, _ schema: JSON) -> JSON {
    .object([
      .init("required", .array([.string(name)])),
      .init("properties", .object([.init(name, schema)])),
    ])
  }
}
