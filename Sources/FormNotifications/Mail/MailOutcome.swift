import FormRecorder

/// The result of sending a message.
public enum MailOutcome: Sendable, Equatable {
  /// The server accepted the message.
  case accepted
  /// The server refused this message. A status of 5xx is final.
  case refused(step: String, status: Int)
  /// This message could not be sent, for this reason. Others can.
  case failed(String)
  /// The server accepts no message at this time, for this reason.
  case unavailable(String)
  /// The whole message was sent, but the server did not answer, for this reason.
  case unknown(String)
  /// Nothing was sent: another process sends the message, it no longer has a recipient, or the
  /// store was busy.
  case cancelled
}
