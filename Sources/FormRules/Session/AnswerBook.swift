import Synchronization

/// Answers of services that are there already, and the questions that came up and have none. While a
/// question is open the judge is told yes, so that all that must be asked comes up in one pass; what
/// it says then is not used as an answer.
final class AnswerBook: Sendable {
  private struct Content {
    var answers: [RemoteQuestion: RemoteAnswer]
    var open: [RemoteQuestion] = []
  }

  private let content: Mutex<Content>

  init(_ answers: [RemoteQuestion: RemoteAnswer] = [:]) {
    content = Mutex(Content(answers: answers))
  }

  /// What stands for the service.
  var check: RemoteChecks.Check {
    { question in
      self.content.withLock { content in
        if let answer = content.answers[question] { return answer }
        if !content.open.contains(question) { content.open.append(question) }
        return .response(status: 200, body: Array("true".utf8))
      }
    }
  }

  /// The questions without an answer, in the order in which they came up.
  var open: [RemoteQuestion] { content.withLock { $0.open } }

  /// Puts answers down to the open questions, which are open no longer.
  func add(_ answers: [RemoteQuestion: RemoteAnswer]) {
    content.withLock { content in
      content.answers.merge(answers) { $1 }
      content.open.removeAll { answers[$0] != nil }
    }
  }
}
