package import FormRules

/// The JSON structure of a model: an object with a member for each property, nested value and
/// repeated value. `decode` uses it to add defaults, and FormConversion writes it as JSON Schema.
package final class ModelShape: Sendable {
  /// The form of the model's own properties.
  package let form: Form
  /// The rules of the model's own properties.
  package let ruleSet: RuleSet
  /// A member for each field of the form, in order.
  package let members: [Member]
  /// The identifiers of the checks written in Swift.
  package let checks: [String]
  /// The nested and repeated values.
  package let nested: [NestedValue]
  /// Whether rules see the model with defaults and transforms, apart from those of `nested`.
  private let isChanged: Bool

  /// A property.
  package struct Member: Sendable {
    /// Whether a closure computes the value, so that JSON does not contain it.
    package let isComputed: Bool
    /// Whether the Swift type is optional.
    package let isOptional: Bool
    /// Whether rules see a transformed value.
    package let isTransformed: Bool
    /// The type of the items, if the Swift type is an array or a set.
    package let itemType: FieldType?
    /// The value that replaces a missing one.
    package let defaultValue: DefinitionNode?
  }

  /// A nested or repeated value.
  package struct NestedValue: Sendable {
    /// The JSON structure of the value.
    package enum Kind: Sendable {
      case object(isOptional: Bool)
      case array(isOptional: Bool)
      /// An object whose members have the same shape.
      case dictionary(isOptional: Bool)
      /// A closure computes the value, so that JSON does not contain it.
      case computed

      /// Whether a dot after the name precedes the key of an item or a name inside the value.
      var hasKeys: Bool { if case .array = self { false } else { true } }
    }

    package let name: String
    package let kind: Kind
    /// Returns the shape of the value, or of each item. It may be one that contains this value.
    package let shape: @Sendable () -> ModelShape
  }

  /// The shape of a model without members.
  static let empty = ModelShape(
    Form(name: "empty", fields: []), RuleSet(name: "empty", form: "empty"),
    properties: [Property<Never>](), checks: [], nested: [])

  init<Root>(
    _ form: Form, _ ruleSet: RuleSet, properties: [Property<Root>], checks: [String],
    nested: [NestedValue]
  ) {
    (self.form, self.ruleSet, self.checks, self.nested) = (form, ruleSet, checks, nested)
    members = properties.map { property in
      let isComputed =
        switch property.source {
        case .path, .key: false
        case .closure, .condition: true
        }
      return Member(
        isComputed: isComputed, isOptional: property.isOptional,
        isTransformed: property.isTransformed, itemType: property.itemType,
        defaultValue: property.defaultValue?.node)
    }
    isChanged = properties.contains { $0.prepare != nil }
  }

  /// Whether rules see the model, or a nested or repeated value, with defaults and transforms.
  var hasChanges: Bool {
    var known: Set<ObjectIdentifier> = []
    return hasChanges(&known)
  }

  private func hasChanges(_ known: inout Set<ObjectIdentifier>) -> Bool {
    if isChanged { return true }
    if nested.isEmpty || !known.insert(ObjectIdentifier(self)).inserted { return false }
    return nested.contains { $0.shape().hasChanges(&known) }
  }

  /// A JSON object with the defaults of its missing members, also in nested and repeated values.
  func filled(_ node: DefinitionNode) -> DefinitionNode {
    guard case .mapping(var entries) = node.content else { return node }
    for (field, member) in zip(form.fields, members) {
      guard let value = member.defaultValue else { continue }
      if let index = entries.firstIndex(where: { $0.key == field.name }) {
        if entries[index].value.isNull { entries[index].value = value }
      } else {
        entries.append(.init(field.name, value))
      }
    }
    for value in nested {
      guard let index = entries.firstIndex(where: { $0.key == value.name }) else { continue }
      entries[index].value = value.filled(entries[index].value)
    }
    return DefinitionNode(.mapping(entries), at: node.location)
  }
}

extension ModelShape.NestedValue {
  fileprivate func filled(_ node: DefinitionNode) -> DefinitionNode {
    let shape = shape()
    switch (kind, node.content) {
    case (.object, _): return shape.filled(node)
    case (.array, .sequence(let items)):
      return DefinitionNode(.sequence(items.map(shape.filled)), at: node.location)
    case (.dictionary, .mapping(var entries)):
      for index in entries.indices { entries[index].value = shape.filled(entries[index].value) }
      return DefinitionNode(.mapping(entries), at: node.location)
    default: return node
    }
  }
}

extension FormValue {
  /// The value in JSON, or nil if it is missing.
  fileprivate var node: DefinitionNode? {
    guard let text = formText else { return nil }
    if let items = self as? [any FormValue] {
      return DefinitionNode(.sequence(items.map { $0.node ?? .null() }))
    }
    return switch type(of: self).fieldType {
    case .integer, .decimal, .number, .boolean: DefinitionNode(.scalar(text, isPlain: true))
    case .text, .date, .time, .datetime, .list, .file: .text(text)
    }
  }
}

/// A type whose values are lists.
protocol ListValue {
  /// The field type of the items.
  static var itemType: FieldType { get }
}

extension Array: ListValue where Element: FormValue {
  static var itemType: FieldType { Element.fieldType }
}

extension Set: ListValue where Element: FormValue {
  static var itemType: FieldType { Element.fieldType }
}

extension Optional: ListValue where Wrapped: ListValue {
  static var itemType: FieldType { Wrapped.itemType }
}

extension ModelValidator {
  /// The JSON structure of the model.
  package var shape: ModelShape { bound.shape }
}
