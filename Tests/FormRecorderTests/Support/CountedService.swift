import FormRules
import Foundation
import Synchronization

@testable import FormRecorder

/// A simulated service that counts the requests.
final class CountedService: Sendable {
  private let state = Mutex((questions: [String](), underWay: 0, most: 0))
  private let onAsking: @Sendable () -> Void
  private let isDown: Bool

  /// A form whose names the service checks, and a form that does not use the service.
  static func definitions(unique: String = "unique") -> String {
    """
    form: users
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
    ---
    rules: users
    form: users
    fields:
      id:
        - \(unique)
        - range: {max: 5000}
      name:
        - remote: https://example.com/free
    ---
    form: notes
    fields:
      - {name: text, type: text}
    ---
    rules: notes
    form: notes
    fields:
      text:
        - length: {max: 5}
    """
  }

  init(isDown: Bool = false, onAsking: @escaping @Sendable () -> Void = {}) {
    self.isDown = isDown
    self.onAsking = onAsking
  }

  var questions: [String] { state.withLock { $0.questions } }
  var most: Int { state.withLock { $0.most } }

  func services(_ silence: Services.UnavailablePolicy = .reject) -> Services {
    Services(
      ServiceClient(concurrency: 4) { request in
        let body = String(decoding: request.body, as: UTF8.self)
        self.state.withLock { state in
          state.questions.append(body)
          state.underWay += 1
          state.most = max(state.most, state.underWay)
        }
        self.onAsking()
        usleep(50)
        self.state.withLock { $0.underWay -= 1 }
        if self.isDown { return .unanswered }
        let isTaken = body.contains("taken")
        return .response(status: 200, body: Array((isTaken ? "false" : "true").utf8))
      }, whenUnavailable: silence)
  }
}
