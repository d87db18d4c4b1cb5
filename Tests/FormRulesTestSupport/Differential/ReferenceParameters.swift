import FormBytes
import FormRules
import Foundation

/// The parameters of a rule for `ReferenceCheck`.
struct ReferenceParameters {
  /// The operand of a comparison.
  enum Operand {
    case constant(Value, String)
    case field(Int)
    case parameter(Value, String)
  }

  struct Unreadable: Error {
    var what: String
  }

  let entries: [String: DefinitionNode]
  let field: Int
  let differential: DifferentialCase

  init(
    _ rule: String, _ node: DefinitionNode?, field: Int, in differential: DifferentialCase
  ) {
    self.field = field
    self.differential = differential
    let main = RuleRegistry.rule(named: rule)?.documentation.mainParameter ?? ""
    guard let node, !(node.isNull && main.isEmpty) else {
      entries = [:]
      return
    }
    if case .mapping(let mapping) = node.content {
      if main == "rules", !mapping.contains(where: { $0.key == main || $0.key.isEmpty }) {
        entries = [main: node]
      } else {
        entries = Dictionary(
          uniqueKeysWithValues: mapping.map { ($0.key.isEmpty ? main : $0.key, $0.value) })
      }
    } else {
      entries = [main: node]
    }
  }

  subscript(_ name: String) -> DefinitionNode? { entries[name] }

  var type: FieldType { differential.form.fields[field].type }

  func integer(_ name: String) -> Int? { entries[name]?.scalar.flatMap { Int($0) } }

  /// The values of `in` and `notIn`, or of the named list of the form.
  var listed: [String]? {
    if let name = entries["list"]?.scalar {
      return differential.form.lists.first { $0.name == name }?.values
    }
    return texts("values")
  }

  /// A list of texts; a single text is a list with one text.
  func texts(_ name: String) -> [String]? {
    guard let node = entries[name] else { return nil }
    if case .sequence(let nodes) = node.content { return nodes.compactMap(\.scalar) }
    return node.scalar.map { [$0] }
  }

  func literal(_ text: String) throws -> Literal {
    guard let literal = type.literal(text) else { throw Unreadable(what: text) }
    return literal
  }

  func operand(_ name: String) throws -> Operand? {
    guard let node = entries[name] else { return nil }
    if case .mapping(let mapping) = node.content {
      return try reference(mapping[0].key, mapping[0].value.scalar ?? "")
    }
    let text = node.scalar ?? ""
    let isDay =
      switch type {
      case .date, .datetime: true
      default: false
      }
    if isDay, text == "now" { return .constant(.datetime(differential.run.clock.instant), text) }
    if isDay, text == "today" {
      let day = differential.run.clock.instant.description.prefix(10)
      return .constant(FieldType.date().literal(String(day))?.value ?? .invalid, text)
    }
    return .constant(try literal(text).value, text)
  }

  /// The constant, or the field or run parameter that replaces it.
  func comparand(_ name: String) throws -> Operand? {
    for kind in ["field", "param"] {
      if let target = entries[kind]?.scalar { return try reference(kind, target) }
    }
    return try operand(name)
  }

  private func reference(_ kind: String, _ name: String) throws -> Operand {
    if kind == "field" {
      guard let index = differential.form.fields.firstIndex(where: { $0.name == name }) else {
        throw Unreadable(what: name)
      }
      return .field(index)
    }
    let parameter = differential.ruleSet.parameters.first { $0.name == name }
    guard let text = differential.run.parameters[name], let literal = parameter?.type.literal(text)
    else { throw Unreadable(what: name) }
    return .parameter(literal.value, text)
  }

  private func resolved(_ operand: Operand, _ record: ReferenceRecord) -> (Value, String) {
    switch operand {
    case .constant(let value, let text), .parameter(let value, let text): (value, text)
    case .field(let index): (record.values[index], record.texts[index])
    }
  }

  /// Returns -1, 0 or 1, or nil if the values cannot be compared.
  func order(_ value: Value, _ operand: Operand, _ record: ReferenceRecord) -> Int? {
    ReferenceValues.order(value, resolved(operand, record).0)
  }

  /// Returns nil if the values cannot be compared.
  func isEqual(
    _ value: Value, _ text: String, _ operand: Operand, _ record: ReferenceRecord
  ) -> Bool? {
    let (other, otherText) = resolved(operand, record)
    switch (value, other) {
    case (.list, .list):
      let kind: Cell.Kind =
        if case .field(let index) = operand { record.kinds[index] } else { .string }
      let otherField = if case .field(let index) = operand { index } else { field }
      let (own, others) = (
        Self.joined(text, type, record.kinds[field]),
        Self.joined(otherText, differential.form.fields[otherField].type, kind)
      )
      return own.utf8.elementsEqual(others.utf8)
    case (.text, .text), (.file, .file):
      return Array(text.utf8) == Array(otherText.utf8)
    default: return ReferenceValues.order(value, other).map { $0 == 0 }
    }
  }

  /// The text by which a value is compared: the items of a list, joined, or the text itself.
  static func joined(_ text: String, _ type: FieldType, _ kind: Cell.Kind) -> String {
    guard case .list(let separator) = type else { return text }
    let items =
      kind == .array
      ? (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [text]
      : text.isEmpty ? [] : text.components(separatedBy: separator)
    return (["\(items.count)"] + items).joined(separator: "\u{1}")
  }

  /// The items of a list field, or nil for a JSON array with other values than texts.
  func items(_ text: String, _ record: ReferenceRecord) -> [String]? {
    if text.isEmpty { return [] }
    guard case .list(let separator) = type else { return nil }
    if record.kinds[field] == .array {
      return try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
    return text.components(separatedBy: separator)
  }
}
