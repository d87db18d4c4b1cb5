/// The value that a rule compares with: a constant, which is any `FormValue`, or a reference such
/// as `.field("password")`.
///
/// Constants are parsed by the type of the rule's field, so exact decimals are best written as
/// text: `.range(max: "0.30")`.
public protocol RuleOperand: Sendable {
  /// The operand in a definition.
  var parameterNode: DefinitionNode { get }
}

/// A value that is known only when a record is judged.
public struct RuleReference: RuleOperand {
  /// The operand in a definition.
  public let parameterNode: DefinitionNode

  /// An absent operand.
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
  /// The time of the run's clock, which the run records; for fields of type `date` and `datetime`.
  public static var now: RuleReference { RuleReference(parameterNode: "now") }
  /// The day of the run's clock, in the run's time zone; for fields of type `date` and `datetime`.
  public static var today: RuleReference { RuleReference(parameterNode: "today") }
}
