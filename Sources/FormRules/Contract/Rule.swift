/// One requirement on a value. A rule is a small value with typed parameters; it answers yes, no
/// with a `Failure`, or that it cannot tell. It does no I/O, keeps nothing between calls (what a
/// `RememberingRule` has seen stands with the run), and is never called for a missing or empty value
/// unless it says so itself (`looksAtBlank`) or its entry does (`empty: validate`).
///
/// One file a rule; `RuleRegistry` lists them all.
package protocol Rule: Sendable {
  /// The stored name, such as `length`; it is forever.
  static var name: String { get }
  /// What people read about the rule, and what tests run.
  static var documentation: RuleDocumentation { get }
  /// What kind of thing the rule judges.
  static var scope: RuleScope { get }

  /// Reads and checks the parameters, once, when a rule set is bound to its form.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError)

  /// The parameters that messages may name, as text.
  var arguments: [MessageArgument] { get }

  /// Texts of which messages show those that the rule, as it is bound, accepts: of each list the first.
  var samples: [[String]] { get }

  /// Whether it is called for missing and empty values too.
  var looksAtBlank: Bool { get }

  /// What it needs from outside.
  var demands: [RuleDemand] { get }

  /// The causes of its failures, the default one first: those of its documentation, unless its
  /// parameters decide. Where two have one code, `Failure.cause` says which it is.
  var causes: [RuleCause] { get }

  /// Whether it fails as the rules inside it do: with their codes and messages.
  static var holdsRules: Bool { get }

  /// The rule, if it remembers records. Asked of the rule itself: a cast would search all conformances of
  /// the program for each kind of rule, which counts in every start.
  var remembering: (any RememberingRule)? { get }

  /// Whether a value satisfies the rule.
  ///
  /// - Parameters:
  ///   - value: the value as its field's type reads it.
  ///   - text: its bytes, trimmed if field or rule says so; valid UTF-8.
  ///   - record: the other fields and the run.
  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer

  /// Judges a column over the records for which the rule is asked. What it finds is what `check`
  /// says value by value, which is all that the default does, compiled for each rule by itself.
  func judge(_ column: borrowing Column, _ findings: inout ColumnFindings)
}

extension Rule {
  /// Most rules judge fields.
  package static var scope: RuleScope { .field }
  /// Most rules have no parameters to name.
  package var arguments: [MessageArgument] { [] }
  /// Most messages show no example.
  package var samples: [[String]] { [] }
  /// Those whose scope says so look at missing and empty values.
  package var looksAtBlank: Bool { Self.scope == .presence }

  /// Most rules need nothing from outside.
  package var demands: [RuleDemand] { [] }
  package var causes: [RuleCause] { Self.documentation.causes }
  package static var holdsRules: Bool { false }
  package var remembering: (any RememberingRule)? { nil }
}

extension RememberingRule {
  package var remembering: (any RememberingRule)? { self }
}

extension Rule {
  /// The codes that may be said to mean one of its causes.
  var knownCodes: [String] {
    causes.flatMap { [$0.code, $0.source] } + Self.documentation.codes.map(\.code)
  }
}

/// What kind of thing a rule judges.
package enum RuleScope: Sendable {
  /// The value of one field, present.
  case field
  /// The value of one field, also when it is missing or empty.
  case presence
  /// A whole record.
  case record
  /// One field or, with other parameters, a whole record.
  case fieldOrRecord
}
