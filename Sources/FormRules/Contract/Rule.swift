/// One requirement on a value.
///
/// A rule is a small value with typed parameters. Its result is pass, fail with a `Failure`, or
/// undecided. It does no I/O and keeps no state between calls (what a `StatefulRule` has seen
/// belongs to the run). It is not called for missing or empty values unless the rule
/// (`evaluatesBlank`) or its entry (`empty: validate`) requires that.
///
/// Each rule has its own file; `RuleRegistry` lists all rules.
package protocol Rule: Sendable {
  /// The stored name, such as `length`. It never changes.
  static var name: String { get }
  /// The documentation of the rule, with examples that tests run.
  static var documentation: RuleDocumentation { get }
  /// Whether the rule applies to fields or records.
  static var scope: RuleScope { get }

  /// Reads and checks the parameters. Called once, when a rule set is bound to its form.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError)

  /// The parameters that messages may use, as text.
  var arguments: [MessageArgument] { get }

  /// Sample texts for messages: of each list, messages show the first one that the bound rule
  /// accepts.
  var samples: [[String]] { get }

  /// Whether it is also called for missing and empty values.
  var evaluatesBlank: Bool { get }

  /// The external data that the rule needs.
  var externalInputs: [ExternalInput] { get }

  /// Whether the rule reads files, depending on its parameters.
  static var readsFiles: Bool { get }

  /// Whether it is evaluated at the end of a batch, after all other rules, and only for records
  /// that none of them rejects. Such a rule may be evaluated again for the same batch.
  var isDeferred: Bool { get }

  /// Whether it is evaluated before the field's other rules, regardless of the position of its
  /// entry. If it fails, they are skipped.
  static var isPrerequisite: Bool { get }

  /// Sets the code and the message of an entry that specifies none, if the rule defines them.
  func complete(_ entry: inout RuleEntry)

  /// The causes of its failures, the default first. By default, there is one for each documented
  /// code; the parameters may change this. If two causes share a code, `Failure.cause`
  /// distinguishes them.
  var causes: [RuleCause] { get }

  /// Whether it fails with the codes and messages of its nested rules.
  static var usesNestedCodes: Bool { get }

  /// Whether it can be used inside rules that evaluate a single value, such as `any`.
  static var canBeNested: Bool { get }

  /// The rule itself, if it is a `StatefulRule`. A property, because a cast searches all
  /// conformances of the program for each type of rule, which takes measurable time at every start.
  var statefulRule: (any StatefulRule)? { get }

  /// The rule itself, if it is a `CountingRule`; a property for the same reason.
  var countingRule: (any CountingRule)? { get }

  /// Returns whether a value satisfies the rule.
  ///
  /// - Parameters:
  ///   - value: The value, parsed by the type of its field.
  ///   - text: The bytes of the value, trimmed if the field or the rule trims; valid UTF-8.
  ///   - record: The other fields of the record, and the run.
  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult

  /// Evaluates the records of a column. The results equal those of `evaluate` for each value.
  /// The default implementation calls `evaluate` in a loop that is compiled for each rule.
  func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults)
}

extension Rule {
  package static var scope: RuleScope { .field }
  package static var readsFiles: Bool { false }
  package var arguments: [MessageArgument] { [] }
  package var samples: [[String]] { [] }
  package var evaluatesBlank: Bool { Self.scope == .presence }

  package var externalInputs: [ExternalInput] { [] }
  /// Rules that need the answer of a service are deferred, so that no unnecessary value is sent.
  package var isDeferred: Bool { externalInputs.contains(.service) }
  package static var isPrerequisite: Bool { false }
  package func complete(_ entry: inout RuleEntry) {}
  package var causes: [RuleCause] { Self.documentation.causes }
  package static var usesNestedCodes: Bool { false }
  package static var canBeNested: Bool { scope == .field || scope == .presence }
  package var statefulRule: (any StatefulRule)? { nil }
  package var countingRule: (any CountingRule)? { nil }
}

extension StatefulRule {
  package var statefulRule: (any StatefulRule)? { self }
}

extension Rule {
  /// The codes by which a definition may refer to a cause of the rule.
  var knownCodes: [String] {
    causes.flatMap { [$0.code, $0.source] } + Self.documentation.codes.map(\.code)
  }
}

/// What a rule applies to.
package enum RuleScope: Sendable {
  /// The value of one field, if it is present.
  case field
  /// The value of one field, also if it is missing or empty.
  case presence
  /// A whole record.
  case record
  /// One field or a whole record, depending on the parameters.
  case fieldOrRecord
}
