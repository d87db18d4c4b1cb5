#if Server
/// A submission, with what tells it from another one that has its number in a store that was
/// restored or replaced.
struct SubmissionIdentity: Sendable, Equatable {
  let number: Int64
  /// The head of the log with the event that recorded the submission.
  let head: String

  var text: String { "\(number)-\(head)" }
}

extension SubmissionIdentity {
  /// - Parameter text: As from `text`. Nil is returned for another one.
  init?(text: Substring) {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
    self.init(number: number, head: String(parts[1]))
  }
}
#endif
