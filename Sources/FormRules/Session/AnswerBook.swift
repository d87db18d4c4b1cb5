import Synchronization

/// The known answers of services, and the open requests without an answer. Open requests count as
/// accepted while judging, so that a single pass collects all requests; that result is then
/// discarded.
final class AnswerBook: Sendable {
  private struct Content {
    var answers: [RemoteQuestion: RemoteAnswer]
    var open: [RemoteQuestion] = []
  }

  private let content: Mutex<Content>

  init(_ answers: [RemoteQuestion: RemoteAnswer] = [:]) {
    content = Mutex(Content(answers: answers))
  }

  /// The check that stands in for the service.
  var check: RemoteChecks.Check {
    { question in
      self.content.withLock { content in
        if let answer = content.answers[question] { return answer }
        if !content.open.contains(question) { content.open.append(question) }
        return .response(status: 200, body: Array("true".utf8))
      }
    }
  }

  /// The requests without an answer, in the order in which they arose.
  var open: [RemoteQuestion] { content.withLock { $0.open } }

  /// Adds answers and removes their requests from `open`.
  func add(_ answers: [RemoteQuestion: RemoteAnswer]) {
    content.withLock { content in
      content.answers.merge(answers) { $1 }
      content.open.removeAll { answers[$0] != nil }
    }
  }
}
