import FormDefinitions
import FormRules

extension JSONSchemaReader {
  /// Notes the differences between cells and JSON values, each once, with the fields whose verdicts
  /// it can change.
  mutating func noteDifferences(at pointer: String, _ location: SourceLocation) {
    var probe = JSONSchemaProbe(document)
    func differ(_ words: String, _ isSo: (PortableField) -> Bool) {
      for field in schema.fields where isSo(field) {
        schema.note(difference: words, of: field.name, in: pointer, at: location)
      }
    }
    for (words, instance) in [
      ("null counts as missing", JSONSchemaProbe.Instance.null),
      ("an empty text counts as missing", .emptyText),
    ] {
      differ(words) { field in
        parts(of: field).differs(as: instance, isRequired: field.required, &probe)
          || items(of: field).contains { probe.accepts(instance, $0) != true }
      }
    }
    differ("JSON types are not compared") { comparesTypes($0, &probe) }
    differ("integers have 64 bits and neither a point nor an exponent") { $0.type == .integer }
    differ("decimals have at most 38 digits and no exponent") { $0.type.name == "decimal" }
    differ("numbers are binary with 64 bits") { $0.type == .number }
  }

  private func parts(of field: PortableField) -> JSONSchemaPropertyParts {
    properties[field.name] ?? JSONSchemaPropertyParts()
  }

  /// Returns the subschemas of a list's items. Empty items pass every rule.
  private mutating func items(of field: PortableField) -> [DefinitionNode] {
    guard case .list = field.type else { return [] }
    let parts = parts(of: field)
    return (parts.own + parts.conditional)
      .flatMap { JSONSchemaAssertion.all(of: $0.node, at: $0.pointer, in: &self) }
      .filter { $0.keyword == "items" }.map(\.value)
  }

  /// Returns whether the verdict on a value of a JSON type other than the field's can differ.
  private func comparesTypes(
    _ field: PortableField, _ probe: inout JSONSchemaProbe
  ) -> Bool {
    let parts = parts(of: field)
    // By JSON type, whether the field accepts the values. Nil means that this depends on the value.
    let isFree = field.rules.isEmpty && parts.conditional.isEmpty
    let taken: [(JSONSchemaProbe.Instance, Bool?)]
    switch field.type {
    case .text:
      let scalar = isFree ? true : nil
      taken = [(.number, scalar), (.yes, scalar), (.no, scalar), (.array, false), (.object, false)]
    case .integer, .decimal, .number:
      taken = [(.text, nil), (.yes, false), (.no, false), (.array, false), (.object, false)]
    case .boolean: taken = [(.text, nil), (.number, false), (.array, false), (.object, false)]
    case .date, .datetime, .time:
      taken = [(.number, false), (.yes, false), (.no, false), (.array, false), (.object, false)]
    case .list, .file: return true
    }
    return taken.contains { instance, answer in
      let schema = parts.accepts(instance, &probe)
      return answer == nil || answer != schema
    }
  }
}

extension JSONSchemaPropertyParts {
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
    let answers = own.map { probe.accepts(instance, $0.node) }
    if answers.contains(false) { return false }
    let others = conditional.map { probe.accepts(instance, $0.node) }
    return (answers + others).allSatisfy { $0 == true } ? true : nil
  }
}
