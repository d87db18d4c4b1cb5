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

  /// Zones with the same name are equal.
  public static func == (a: NamedZone, b: NamedZone) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
