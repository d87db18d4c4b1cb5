import FormDefinitions
import FormRules

/// A subschema, with its location as a JSON pointer and in the text.
struct JSONSubschema {
  var node: DefinitionNode
  var pointer: String
  var location: DefinitionLocation
  /// The references that were followed to reach the subschema, for the same value.
  ///
  /// One that leads back to itself never ends. The value of a property or item may refer to the
  /// schema around it.
  var references: [String]

  /// Returns the part of a subschema with this key.
  init(_ entry: DefinitionNode.Entry, under pointer: String, following references: [String] = []) {
    self.init(
      node: entry.value, pointer: "\(pointer)/\(JSONSchemaDocument.token(entry.key))",
      location: entry.keyLocation, following: references)
  }

  init(
    node: DefinitionNode, pointer: String, location: DefinitionLocation,
    following references: [String] = []
  ) {
    self.node = node
    self.pointer = pointer
    self.location = location
    self.references = references
  }
}

/// A keyword of a subschema that constrains values.
struct JSONSchemaAssertion {
  var keyword: String
  /// The value of the keyword. For `if`, the subschema with `if`, `then` and `else`.
  var value: DefinitionNode
  /// The location, as a JSON pointer and in the text.
  var pointer: String
  var location: DefinitionLocation
  /// The references of the subschema that contains the keyword.
  var references: [String] = []

  /// The references of the keyword's subschemas.
  private var innerReferences: [String] {
    ["allOf", "anyOf", "oneOf", "not", "if"].contains(keyword) ? references : []
  }

  /// The keyword that represents the schema `false`.
  static let never = "false"

  /// The value as a subschema, as in `not`.
  var subschema: JSONSubschema {
    JSONSubschema(
      node: value, pointer: pointer, location: location, following: innerReferences)
  }

  /// The subschemas of a list, as in `anyOf`.
  var alternatives: [JSONSubschema] {
    value.items.enumerated().map { index, node in
      JSONSubschema(
        node: node, pointer: "\(pointer)/\(index)", location: node.location,
        following: innerReferences)
    }
  }

  /// Returns the subschema of `if`, `then` or `else`, for the keyword `if`.
  func branch(_ key: String) -> JSONSubschema? {
    value.entry(key).map {
      JSONSubschema(
        $0, under: String(pointer.dropLast("/if".count)), following: innerReferences)
    }
  }
}

extension JSONSchemaContext {
  private static let maximumDepth = 32

  /// Returns all assertions of a subschema, including those of its references and its `allOf`.
  func assertions(of subschema: JSONSubschema) -> [JSONSchemaAssertion] {
    let node = subschema.node
    guard case .mapping = node.content else {
      if node.scalar == "true" { return [] }
      return [
        JSONSchemaAssertion(
          keyword: JSONSchemaAssertion.never, value: node, pointer: subschema.pointer,
          location: node.location, references: subschema.references)
      ]
    }
    let entries = document.effectiveEntries(of: node)
    var found: [JSONSchemaAssertion] = []
    for entry in entries
    where JSONSchemaKeyword.subject(of: entry.key) != JSONSchemaKeyword.Subject.none
      && !entry.key.hasPrefix("x-")
    {
      let part = JSONSubschema(
        entry, under: subschema.pointer, following: subschema.references)
      noteDraft(of: entry, pointer: part.pointer)
      var assertion = JSONSchemaAssertion(
        keyword: entry.key, value: entry.value, pointer: part.pointer, location: part.location,
        references: subschema.references)
      switch entry.key {
      case "$ref", "$dynamicRef", "$recursiveRef":
        found += assertions(ofReference: part)
        continue
      case "allOf":
        for item in assertion.alternatives { found += assertions(of: item) }
        continue
      // `if`, `then` and `else` form one assertion.
      case "if": assertion.value = node
      // In draft 4, `exclusiveMinimum` is a flag that modifies `minimum`.
      case "minimum" where isFlag("exclusiveMinimum", in: entries):
        assertion.keyword = "exclusiveMinimum"
      case "maximum" where isFlag("exclusiveMaximum", in: entries):
        assertion.keyword = "exclusiveMaximum"
      case "exclusiveMinimum", "exclusiveMaximum":
        if entry.value.jsonType == .boolean { continue }
      default: break
      }
      found.append(assertion)
    }
    return found
  }

  private func isFlag(_ key: String, in entries: [DefinitionNode.Entry]) -> Bool {
    entries.contains {
      $0.key == key && $0.value.jsonType == .boolean && $0.value.scalar == "true"
    }
  }

  private func assertions(ofReference part: JSONSubschema) -> [JSONSchemaAssertion] {
    let reference = part.node.scalar ?? ""
    guard let target = document.target(of: reference, at: part.location) else {
      addLoss(
        "'\(reference)' is not in this file; not converted", of: part.pointer, at: part.location)
      return []
    }
    guard !part.references.contains(reference) else {
      addError("\(part.pointer): '\(reference)' refers back to itself", at: part.location)
      return []
    }
    guard part.references.count < Self.maximumDepth else {
      addError(
        "\(part.pointer): more than \(Self.maximumDepth) references to this schema",
        at: part.location)
      return []
    }
    guard spend(at: part.location) else { return [] }
    return assertions(
      of: JSONSubschema(
        node: target, pointer: part.pointer, location: part.location,
        following: part.references + [reference]))
  }
}
