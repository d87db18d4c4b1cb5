/// A result of whatever value, for lists of several.
public protocol AnyValidationResult {
  /// Whether the value is valid.
  var isValid: Bool { get }
  /// The failures of severity `error`.
  var errors: [ValidationError] { get }
  /// The failures of severity `warning` and `info`.
  var warnings: [ValidationError] { get }
  /// The ids of rules that were skipped.
  var skipped: [String] { get }
}

extension ValidationResult: AnyValidationResult {}

/// One result of a list of results about values of different types: valid when all are, with the
/// errors of all, in order. It has no value of its own.
public func merged(_ results: [any AnyValidationResult]) -> ValidationResult<Void> {
  ValidationResult(
    (), failures: results.flatMap { $0.errors + $0.warnings }, skipped: results.flatMap(\.skipped))
}

/// One result of several about values of different types: valid when all are, with the errors and the
/// values of all, in order.
public func merged<each Value>(
  _ results: repeat ValidationResult<each Value>
) -> ValidationResult<(repeat each Value)> {
  var failures: [ValidationError] = []
  var skipped: [String] = []
  for result in repeat each results {
    failures += result.errors + result.warnings
    skipped += result.skipped
  }
  return ValidationResult((repeat (each results).value), failures: failures, skipped: skipped)
}
