import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Notes the differences between cells and JSON values, each once, with the fields whose verdicts
  /// it can change.
  func noteDifferences(of pointer: String, at location: DefinitionLocation) {
    var probe = JSONSchemaProbe(context.document)
    func addDifference(_ text: String, where isAffected: (PortableField) -> Bool) {
      for field in schema.fields where isAffected(field) {
        schema.notes.addDifference(text, of: pointer, field: field.name, at: location)
      }
    }
    for (text, instance) in [
      ("null counts as missing", JSONSchemaProbe.Instance.null),
      ("an empty text counts as missing", .emptyText),
    ] {
      addDifference(text) { field in
        property(of: field).differs(as: instance, isRequired: field.required, &probe)
          || items(of: field).contains { probe.accepts(instance, $0) != true }
      }
    }
    addDifference("an empty array counts as missing") { emptyListsDiffer($0) }
    addDifference("JSON types are not compared") { comparesTypes($0, &probe) }
    addDifference("integers have 64 bits and neither a point nor an exponent") {
      $0.type == .integer || $0.rules.contains { $0.evaluates("integer") }
    }
    addDifference("decimals have at most 38 digits and no exponent") { $0.type.name == "decimal" }
    addDifference("numbers are binary with 64 bits") { $0.type == .number }
  }

  private func property(of field: PortableField) -> JSONSchemaProperty {
    properties[field.name] ?? JSONSchemaProperty()
  }

  /// Returns whether the verdict on an array without items can differ from that on a list that is
  /// empty, for which no rule but `required` applies.
  private func emptyListsDiffer(_ field: PortableField) -> Bool {
    guard field.isList else { return false }
    let property = property(of: field)
    let assertions = property.own.flatMap { context.assertions(of: $0) }
    let hasMinimum = assertions.contains { $0.keyword == "minItems" && $0.value.scalar != "0" }
    let others = ["not", "anyOf", "oneOf", "if", "enum", "const"]
    return field.required != hasMinimum || property.isCounted || !property.conditional.isEmpty
      || assertions.contains { others.contains($0.keyword) }
  }

  /// Returns the subschemas of a list's items. Empty items pass every rule.
  private func items(of field: PortableField) -> [DefinitionNode] {
    guard field.isList else { return [] }
    let property = property(of: field)
    return (property.own + property.conditional)
      .flatMap { context.assertions(of: $0) }
      .filter { $0.keyword == "items" }.map(\.value)
  }

  /// Returns whether the verdict on a value of a JSON type other than the field's can differ.
  private func comparesTypes(
    _ field: PortableField, _ probe: inout JSONSchemaProbe
  ) -> Bool {
    let property = property(of: field)
    // Whether the field accepts values of other JSON types. Nil means that this depends on the
    // value.
    let accepted: KeyValuePairs<JSONSchemaProbe.Instance, Bool?>
    switch field.type {
    case .text:
      let isFree = field.rules.isEmpty && property.conditional.isEmpty
      let scalar: Bool? = isFree ? true : nil
      accepted = [.number: scalar, .yes: scalar, .no: scalar, .array: false, .object: false]
    case .integer, .decimal, .number:
      accepted = [.text: nil, .yes: false, .no: false, .array: false, .object: false]
    case .boolean: accepted = [.text: nil, .number: false, .array: false, .object: false]
    case .date, .datetime, .time:
      accepted = [.number: false, .yes: false, .no: false, .array: false, .object: false]
    case .list, .file: return true
    }
    return accepted.contains { instance, result in
      let schema = property.accepts(instance, &probe)
      return result == nil || result != schema
    }
  }
}

extension DefinitionNode {
  /// Returns whether a rule is this one or has it inside.
  fileprivate func evaluates(_ rule: String) -> Bool {
    let combining = ["all", "any", "each", "not"]
    return switch content {
    case .scalar(let name, _): name == rule
    case .sequence(let rules): rules.contains { $0.evaluates(rule) }
    case .mapping(let entries):
      entries.contains {
        $0.key == rule || combining.contains($0.key) && $0.value.evaluates(rule)
      }
    }
  }
}

extension JSONSchemaProperty {
  /// Returns whether the verdict on a value that counts as missing can differ from that on a
  /// missing value.
  fileprivate func differs(
    as instance: JSONSchemaProbe.Instance, isRequired: Bool, _ probe: inout JSONSchemaProbe
  ) -> Bool {
    switch accepts(instance, &probe) {
    case false: !isRequired
    case true: isRequired || isCounted
    case nil: true
    }
  }

  /// Returns whether the property's own constraints accept such a value, or nil if this is
  /// undetermined.
  fileprivate func accepts(
    _ instance: JSONSchemaProbe.Instance, _ probe: inout JSONSchemaProbe
  ) -> Bool? {
    let results = own.map { probe.accepts(instance, $0.node) }
    if results.contains(false) { return false }
    let others = conditional.map { probe.accepts(instance, $0.node) }
    return (results + others).allSatisfy { $0 == true } ? true : nil
  }
}
