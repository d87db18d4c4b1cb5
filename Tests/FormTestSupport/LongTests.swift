import Foundation

/// Tests that take long: `FORMREC_LONG_TESTS=1 swift test` runs them too, a larger number makes
/// those that go on for a time go on for so many minutes.
package enum LongTests {
  private static let value = ProcessInfo.processInfo.environment["FORMREC_LONG_TESTS"]

  /// Whether they are to run.
  package static let areWanted = !(value ?? "").isEmpty && value != "0"

  /// For how many minutes those run that could go on for ever.
  package static let minutes = value.flatMap(Double.init) ?? 1
}
