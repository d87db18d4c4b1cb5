/// Who makes a copy of stored data, for the log.
public struct CopyAttribution: Sendable {
  /// The operator.
  public var by: String?
  /// The reason.
  public var reason: String?

  /// Creates the attribution of a copy.
  public init(by: String? = nil, reason: String? = nil) { (self.by, self.reason) = (by, reason) }
}
