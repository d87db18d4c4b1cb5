import FormBytes

/// A parameter of a run, which sets its value and records it.
public struct RunParameter: Sendable, Equatable {
  /// The name, `param.name` in expressions.
  public var name: String
  /// The type of its value.
  public var type: FieldType
  /// The location of the parameter.
  public var location: DefinitionLocation

  /// Creates a run parameter.
  public init(name: String, type: FieldType, location: DefinitionLocation = .none) {
    self.name = name
    self.type = type
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: RunParameter, b: RunParameter) -> Bool {
    a.name.utf8Bytes == b.name.utf8Bytes && a.type == b.type
  }
}
