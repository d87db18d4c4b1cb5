import FormRules

/// Records that one call submits, with the answers of services that are known so far.
struct Submission: Sendable {
  let requests: [SubmitRequest]
  private(set) var inquiries: [Inquiry?]
  private var attempts = 0

  /// The outcome of an attempt to store a submission.
  enum Outcome: Sendable {
    case stored([SubmitReport])
    /// Answers of services are missing, by position in `requests`. Nothing was stored.
    case missingAnswers([Inquiry?])
  }

  init(_ requests: [SubmitRequest]) {
    self.requests = requests
    inquiries = requests.map { _ in nil }
  }

  /// Requests the missing answers. Blocks until all have arrived or failed.
  mutating func request(_ missing: [Inquiry?]) throws(RecorderError) {
    attempts += 1
    guard attempts < Recorder.requestAttempts else {
      throw RecorderError(
        .busy(process: nil), "the rules were changed while services were asked; submit again")
    }
    for (index, inquiry) in missing.enumerated() {
      guard let inquiry else { continue }
      try inquiry.request()
      inquiries[index] = inquiry
    }
  }
}

/// The answers of services for one record.
///
/// Only one thread uses it at a time: the one that requests answers, or the one that evaluates.
final class Inquiry: @unchecked Sendable {
  let services: RemoteMemory
  private let session: JudgingSession

  init(_ services: RemoteMemory, _ session: JudgingSession) {
    self.services = services
    self.session = session
  }

  /// Requests services for the record.
  func request() throws(RecorderError) {
    services.isRequesting = true
    _ = try session.next(atMost: 1)
  }
}
