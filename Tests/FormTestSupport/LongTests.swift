import Foundation

/// Tests that take long: `FORMREC_LONG_TESTS=1 swift test` runs them too. A larger number sets the
/// duration of open-ended tests in minutes.
package enum LongTests {
  private static let value = ProcessInfo.processInfo.environment["FORMREC_LONG_TESTS"]

  /// Whether they run.
  package static let areWanted = !(value ?? "").isEmpty && value != "0"

  /// For how many minutes those run that could go on for ever.
  package static let minutes = value.flatMap(Double.init) ?? 1
}
