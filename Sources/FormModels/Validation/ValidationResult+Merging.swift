import FormRules

/// A validation result with a value of any type, for lists of results.
public protocol AnyValidationResult {
  /// Whether the value is valid.
  var isValid: Bool { get }
  /// The failures with severity `error`.
  var errors: [ValidationError] { get }
  /// The failures with severity `warning` or `info`.
  var warnings: [ValidationError] { get }
  /// The identifiers of skipped rules.
  var skipped: [String] { get }
}

extension ValidationResult: AnyValidationResult {}

/// Combines results for values of different types: valid if all are, with the errors of all, in
/// order. The combined result has no value.
public func merged(_ results: [any AnyValidationResult]) -> ValidationResult<Void> {
  ValidationResult(
    (), failures: results.flatMap { $0.errors + $0.warnings }, skipped: results.flatMap(\.skipped))
}

/// Combines results for values of different types: valid if all are, with the errors and values of
/// all, in order.
public func merged<each Value>(
  _ results: repeat ValidationResult<each Value>
) -> ValidationResult<(repeat each Value)> {
  var failures: [ValidationError] = []
  var skipped: [String] = []
  for result in repeat each results {
    failures += result.failures
    skipped += result.skipped
  }
  return ValidationResult((repeat (each results).value), failures: failures, skipped: skipped)
}
