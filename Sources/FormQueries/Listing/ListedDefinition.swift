public import FormRules

/// The current version of a definition.
public struct ListedDefinition: Sendable, Encodable {
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

  /// Encodes the members with stable keys. The kind determines that of the size.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["name": name, "version": number])
    if let form { try encoder.encodeMembers(["form": form]) }
    let items =
      switch kind {
      case .form: "fields"
      case .ruleSet: "rules"
      case .source: "forms"
      }
    try encoder.encodeMembers([items: size, "createdAt": createdAt, "by": by, "reason": reason])
  }
}
