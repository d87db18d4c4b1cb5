/// What a rule compares with: a constant, which is any `FormValue`, or a reference such as
/// `.field("password")`.
///
/// Constants are read by the type of the rule's field, so an exact decimal is best given as text:
/// `.range(max: "0.30")`.
public protocol RuleOperand: Sendable {
  /// How it stands in a definition.
  var parameterNode: DefinitionNode { get }
}

/// Something that is known only when a record is judged.
public struct RuleReference: RuleOperand {
  /// How it stands in a definition.
  public let parameterNode: DefinitionNode

  /// An operand that is left out.
  public static let unspecified = RuleReference(parameterNode: .null())

  fileprivate init(parameterNode: DefinitionNode) { self.parameterNode = parameterNode }
}

extension RuleOperand where Self == RuleReference {
  /// Another field of the record.
  public static func field(_ name: String) -> RuleReference {
    RuleReference(parameterNode: ["field": .text(name)])
  }
  /// A parameter of the run.
  public static func parameter(_ name: String) -> RuleReference {
    RuleReference(parameterNode: ["param": .text(name)])
  }
  /// The moment at which is judged; for dates and moments.
  public static var now: RuleReference { RuleReference(parameterNode: "now") }
  /// The day on which is judged, in UTC; for dates and moments.
  public static var today: RuleReference { RuleReference(parameterNode: "today") }
}
