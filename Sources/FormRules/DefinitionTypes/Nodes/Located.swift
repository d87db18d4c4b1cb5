/// A value with its location in the file.
public struct Located<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value.
  public var value: Value
  /// The location in the file.
  public var location: DefinitionLocation

  /// Creates a value at a location.
  public init(_ value: Value, at location: DefinitionLocation = .none) {
    self.value = value
    self.location = location
  }

  /// Compares the values, not locations.
  public static func == (a: Located, b: Located) -> Bool { a.value == b.value }
}
