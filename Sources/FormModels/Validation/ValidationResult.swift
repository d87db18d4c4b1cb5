public import FormRules

/// Whether a value is valid.
public enum ValidationStatus: Sendable {
  /// No rule with severity `error` failed.
  case valid
  /// At least one rule with severity `error` failed.
  case invalid
}

/// The result of a validation: whether the value is valid, the failures, and the value.
public struct ValidationResult<Value> {
  /// Whether the value is valid.
  public let status: ValidationStatus
  /// The failures with severity `error`, in the order of the rules. Empty if the result is valid.
  public let errors: [ValidationError]
  /// The failures with severity `warning` or `info`, which do not make the value invalid.
  public let warnings: [ValidationError]
  /// The identifiers of skipped rules, which do not make the value invalid. A rule is skipped if
  /// its condition or operand is unknown, a rule that it depends on has not passed, or no files are
  /// available.
  public let skipped: [String]
  /// The validated value, unchanged.
  public let value: Value
  /// All failures, in the order of the rules.
  let failures: [ValidationError]

  /// Whether the status is `valid`.
  public var isValid: Bool { status == .valid }

  /// Creates a result from failures. It is invalid if any of them has severity `error`.
  public init(_ value: Value, failures: [ValidationError] = [], skipped: [String] = []) {
    self.value = value
    self.failures = failures
    self.skipped = skipped
    errors = failures.filter { $0.severity.rejects }
    warnings = failures.filter { !$0.severity.rejects }
    status = errors.isEmpty ? .valid : .invalid
  }

  /// The errors shown at a field, or those of the whole record if `field` is nil.
  public func errors(at field: String?) -> [ValidationError] {
    errors.filter { $0.field == field }
  }

  /// The result with the failures up to the first one with severity `error`, overall or of each
  /// field. The remaining rules were evaluated nevertheless.
  public func upTo(_ stop: RuleEntry.Stop) -> Self {
    if stop == .never { return self }
    var stopped: Set<String?> = []
    let failures = failures.filter { failure in
      let field = stop == .first ? nil : failure.field
      if stopped.contains(field) { return false }
      if failure.severity.rejects { stopped.insert(field) }
      return true
    }
    return Self(value, failures: failures, skipped: skipped)
  }
}

extension ValidationResult: Sendable where Value: Sendable {}
extension ValidationResult: Equatable where Value: Equatable {}

extension ValidationResult {
  /// Combines two results: valid if both are, otherwise invalid with the errors of both, this one's
  /// first. The value is that of this result.
  public func and<Other>(_ other: ValidationResult<Other>) -> Self {
    Self(value, failures: failures + other.failures, skipped: skipped + other.skipped)
  }

  /// Combines two results: valid if either is, otherwise invalid with the errors of both. The value
  /// is that of this result.
  public func or<Other>(_ other: ValidationResult<Other>) -> Self {
    guard isValid || other.isValid else { return and(other) }
    return Self(value, failures: warnings + other.warnings, skipped: skipped + other.skipped)
  }
}

extension Sequence {
  /// Combines results: valid if all are, with the errors and values of all, in order. Valid if
  /// there are no results.
  public func merged<Value>() -> ValidationResult<[Value]>
  where Element == ValidationResult<Value> {
    let results = Array(self)
    return ValidationResult(
      results.map(\.value), failures: results.flatMap(\.failures),
      skipped: results.flatMap(\.skipped))
  }

  /// Combines results: valid and without errors if at least one is valid, otherwise invalid with
  /// the errors of all. Returns nil if there are no results.
  public func satisfyAny<Value>() -> ValidationResult<[Value]>?
  where Element == ValidationResult<Value> {
    let results = Array(self)
    if results.isEmpty { return nil }
    guard results.contains(where: \.isValid) else { return merged() }
    return ValidationResult(
      results.map(\.value), failures: results.flatMap(\.warnings),
      skipped: results.flatMap(\.skipped))
  }
}
