import Foundation

/// Long tests, which `FORMREC_LONG_TESTS=1 swift test` includes. A larger number sets the
/// duration of open-ended tests in minutes.
package enum LongTests {
  private static let value = ProcessInfo.processInfo.environment["FORMREC_LONG_TESTS"]

  /// Whether long tests are included.
  package static let areWanted = !(value ?? "").isEmpty && value != "0"

  /// The duration of open-ended tests.
  package static let minutes = value.flatMap(Double.init) ?? 1
}
