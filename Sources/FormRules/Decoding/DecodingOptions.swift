/// How JSON is decoded into a model.
public struct DecodingOptions: Sendable {
  /// The treatment of members of objects that the model does not read.
  public enum UnknownKeys: Sendable {
    /// They are ignored.
    case ignore
    /// Each is an error with the code `json.unknownKey`.
    case reject
  }

  /// The treatment of unknown members.
  public var unknownKeys: UnknownKeys
  /// Whether strings such as `"42"` and `"true"` are converted if the model has numbers and
  /// Booleans, and numbers and Booleans if the model has strings.
  public var coerces: Bool

  /// The maximum number of errors, at least 1. If there are more, decoding stops, and one more
  /// error has the code `json.tooManyErrors`.
  public var maximumErrors: Int { didSet { maximumErrors = max(1, maximumErrors) } }

  /// Creates options.
  public init(
    unknownKeys: UnknownKeys = .ignore, coerces: Bool = false, maximumErrors: Int = 100
  ) {
    self.unknownKeys = unknownKeys
    self.coerces = coerces
    self.maximumErrors = max(1, maximumErrors)
  }
}
