/// What a server reports to its program.
public enum ServerEvent: Sendable {
  /// A request was answered.
  case answered(AnsweredRequest)
  /// The store cannot be used, or a request failed for a reason that the client is not told.
  /// Reported once, until another reason follows or the store can be used again.
  case failed(String)
  /// The store can be used again.
  case recovered
}

/// An answered request, without values and without the query of its address.
public struct AnsweredRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path with the names of its parameters, such as `/forms/{form}`, or nil if there is no such
  /// route.
  public var route: String?
  /// The form in the path, if the client may use it.
  public var form: String?
  /// The status of the response.
  public var status: Int
  /// The time until the response began, in seconds.
  public var seconds: Double
  /// The name of the token or user.
  public var by: String?
  /// The network by which the client is counted.
  public var client: String
}
