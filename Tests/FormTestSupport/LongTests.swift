import Foundation

/// Long tests, which `FORMREC_LONG_TESTS=1 swift test` includes.
package enum LongTests {
  private static let value = ProcessInfo.processInfo.environment["FORMREC_LONG_TESTS"]

  /// Whether long tests are included.
  package static let areWanted = !(value ?? "").isEmpty && value != "0"
}
