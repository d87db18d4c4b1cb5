/// A value with its source location.
public struct Located<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value.
  public var value: Value
  /// The source location.
  public var location: SourceLocation

  /// Creates a value at a location.
  public init(_ value: Value, at location: SourceLocation = .none) {
    self.value = value
    self.location = location
  }

  /// Compares the values, not locations.
  public static func == (a: Located, b: Located) -> Bool { a.value == b.value }
}
