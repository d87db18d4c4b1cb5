import FormRules
import Foundation

/// Timestamps in the format of the store.
package enum Timestamp {
  /// Returns the current time as `YYYY-MM-DDTHH:MM:SSZ`.
  package static func now() -> String {
    text(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// Formats a time given in seconds since 1970-01-01T00:00:00Z.
  package static func text(seconds: Int64) -> String {
    Instant(seconds: seconds).description
  }
}
