import Foundation

/// A time zone of the tz database, such as `Pacific/Auckland`, by whose days `today()` is computed.
public struct NamedZone: Sendable, Hashable {
  /// The name of the zone.
  public let name: String
  private let rules: TimeZone

  /// Finds a zone by its name: `UTC`, or an area and a place. Returns nil if there is none.
  ///
  /// Abbreviations such as `CST` have several meanings, and are not names.
  public init?(_ name: String) {
    guard name == Self.utc || name.contains("/"), let rules = TimeZone(identifier: name) else {
      return nil
    }
    self.name = name
    self.rules = rules
  }

  private static let utc = "UTC"

  /// The known names, for suggestions. Names that were replaced by others are not among them.
  package static var names: [String] {
    [utc] + TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
  }

  /// The offset from UTC at a point in time, in seconds, positive in the east, in whole minutes.
  public func offset(at instant: Instant) -> Int {
    let seconds = rules.secondsFromGMT(for: Date(instant))
    return seconds - seconds % 60
  }

  /// The point in time at which clocks show a local time, in seconds as if it were in UTC.
  ///
  /// Of a time that occurs twice, this is the first. A time that clocks skip is moved by the length
  /// of the gap, so that 02:30 becomes 03:30. Both are as in RFC 5545, section 3.3.5.
  package func instant(atLocal seconds: Int64) -> Instant {
    // The offset changes at most once within these days.
    let before = offset(at: Instant(seconds: seconds - 86_400))
    let after = offset(at: Instant(seconds: seconds + 86_400))
    let first = Instant(seconds: seconds - Int64(before))
    let last = Instant(seconds: seconds - Int64(after))
    return offset(at: first) != before && offset(at: last) == after ? last : first
  }

  /// Zones with the same name are equal.
  public static func == (a: NamedZone, b: NamedZone) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
