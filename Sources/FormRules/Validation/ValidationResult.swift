/// Whether a value is valid.
public enum ValidationStatus: Sendable {
  /// No rule of severity `error` failed.
  case valid
  /// At least one did.
  case invalid
}

/// What came out of a validation: whether the value is valid, what is wrong with it, and the value.
public struct ValidationResult<Value> {
  /// Whether the value is valid.
  public let status: ValidationStatus
  /// The failures of severity `error`, in the order of the rules. A valid result has none.
  public let errors: [ValidationError]
  /// The failures of severity `warning` and `info`; they make nothing invalid.
  public let warnings: [ValidationError]
  /// The ids of rules that were skipped: a condition, or what they compare with, is unknown, a rule
  /// that they need has not passed, or there are no files to look at. They make nothing invalid.
  public let skipped: [String]
  /// The value that was judged, as it was.
  public let value: Value

  /// Whether the status is `valid`.
  public var isValid: Bool { status == .valid }

  /// A result of these failures: invalid when one of them has severity `error`.
  public init(_ value: Value, failures: [ValidationError] = [], skipped: [String] = []) {
    self.value = value
    self.skipped = skipped
    errors = failures.filter { $0.severity.rejects }
    warnings = failures.filter { !$0.severity.rejects }
    status = errors.isEmpty ? .valid : .invalid
  }

  /// All failures, errors first.
  private var failures: [ValidationError] { errors + warnings }

  /// The errors that are shown at a field; nil means those of the record as a whole.
  public func errors(at field: String?) -> [ValidationError] {
    errors.filter { $0.field == field }
  }
}

extension ValidationResult: Sendable where Value: Sendable {}
extension ValidationResult: Equatable where Value: Equatable {}

extension ValidationResult {
  /// Valid when both are, else invalid with the errors of both, this one's first. The value is this
  /// one's.
  public func and<Other>(_ other: ValidationResult<Other>) -> Self {
    Self(value, failures: failures + other.failures, skipped: skipped + other.skipped)
  }

  /// Valid when one of the two is; only when neither is has the result errors, those of both. The
  /// value is this one's.
  public func or<Other>(_ other: ValidationResult<Other>) -> Self {
    guard isValid || other.isValid else { return and(other) }
    return Self(
      value, failures: warnings + other.warnings, skipped: skipped + other.skipped)
  }
}

extension Sequence {
  /// One result of several: valid when all are, with the errors and the values of all, in order.
  /// Of no results it is valid.
  public func merged<Value>() -> ValidationResult<[Value]>
  where Element == ValidationResult<Value> {
    let results = Array(self)
    return ValidationResult(
      results.map(\.value), failures: results.flatMap { $0.errors + $0.warnings },
      skipped: results.flatMap(\.skipped))
  }

  /// The same as `merged()`: every result must be valid.
  public func satisfyAll<Value>() -> ValidationResult<[Value]>
  where Element == ValidationResult<Value> { merged() }

  /// One result of several: valid, and without errors, when at least one is; else invalid with the
  /// errors of all. Of no results it is nil: there is nothing that could be valid.
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
