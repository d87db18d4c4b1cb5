public import FormRules

/// The current version of a definition.
public struct ListedDefinition: Sendable {
  /// The kind.
  public var kind: DefinitionKind
  /// The name.
  public var name: String
  /// The version's number.
  public var number: Int
  /// The form of a rule set, otherwise nil.
  public var form: String?
  /// The number of fields of a form, rules of a rule set, or forms of a source.
  public var size: Int
  /// The time at which it was stored (RFC 3339 in UTC).
  public var createdAt: String
  /// The operator who stored it, if given.
  public var by: String?
  /// The reason, if given.
  public var reason: String?

  package var json: JSON {
    var members: [JSON.Member] = [.init("name", .string(name)), .init("version", .integer(number))]
    if let form { members.append(.init("form", .string(form))) }
    let name =
      switch kind {
      case .form: "fields"
      case .ruleSet: "rules"
      case .source: "forms"
      }
    members.append(.init(name, .integer(size)))
    members += [
      .init("createdAt", .string(createdAt)), .init("by", .optional(by)),
      .init("reason", .optional(reason)),
    ]
    return .object(members)
  }
}
