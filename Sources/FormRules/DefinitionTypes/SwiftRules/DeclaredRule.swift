/// A rule as written in Swift: a `RuleEntry`, or a `ModelRule`, which may refer to the properties
/// of its model by key path. The rules themselves, such as `length(min:max:)`, and their modifiers,
/// such as `message(_:)`, are members of this protocol.
public protocol DeclaredRule: Sendable {
  /// Creates a rule from an entry.
  init(_ entry: RuleEntry)

  /// Creates a rule that contains other rules.
  ///
  /// - Parameter make: Creates the entry from those of the other rules.
  init(containing rules: [Self], _ make: @escaping @Sendable ([RuleEntry]) -> RuleEntry)

  /// Returns a copy with a changed entry.
  func changed(_ change: @escaping @Sendable (inout RuleEntry) -> Void) -> Self
}

extension RuleEntry: DeclaredRule {
  /// The entry itself.
  public init(_ entry: RuleEntry) { self = entry }

  /// Creates an entry that contains others.
  public init(containing rules: [RuleEntry], _ make: @Sendable ([RuleEntry]) -> RuleEntry) {
    self = make(rules)
  }

  /// Returns a changed copy.
  public func changed(_ change: @Sendable (inout RuleEntry) -> Void) -> RuleEntry {
    var entry = self
    change(&entry)
    return entry
  }
}
