public import FormRules

/// Requests to services about one field. The program sends them and supplies the answers.
public struct FormInquiry: Sendable, Equatable {
  /// The field.
  public let field: String?
  /// The number of the inquiry. Later inquiries have higher numbers; answers to any but the field's
  /// last inquiry are ignored.
  public let sequence: Int
  /// The requests to send.
  public var requests: [ServiceRequest] { open.map(\.request) }
  /// The requests with the keys of their answers.
  let open: [ServiceAnswers.OpenRequest]
}
