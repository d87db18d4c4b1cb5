/// Checks a number supplied by the caller.
///
/// - Parameter name: The parameter's name in the library.
/// - Throws: `RecorderError` with the reason `usage` if the number is out of bounds.
package func require(
  _ value: Int?, in bounds: ClosedRange<Int>, _ name: String
) throws(RecorderError) {
  guard let value, !bounds.contains(value) else { return }
  throw RecorderError(
    .usage,
    bounds.upperBound == .max
      ? "\(name) must be at least \(bounds.lowerBound)"
      : "\(name) must be \(bounds.lowerBound) to \(bounds.upperBound)")
}
