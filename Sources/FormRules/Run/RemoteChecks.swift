import Synchronization

/// What asks a service about values, for the rule `remote`. FormRules opens no connections: a program
/// that wants the rule judged registers what does, at its start.
public enum RemoteChecks {
  /// Sends a question and waits for the answer. Called from the thread that judges, one question
  /// after the other.
  public typealias Check = @Sendable (RemoteQuestion) -> RemoteAnswer

  private static let check = Mutex<Check?>(nil)

  /// Sets what asks; nil leaves the rule `remote` out again. Runs that have begun keep theirs.
  public static func register(_ check: Check?) { self.check.withLock { $0 = check } }

  /// What asks, if anything does.
  package static var registered: Check? { check.withLock { $0 } }
}

/// What is sent to a service: a POST with `Content-Type` and `Accept` application/json, past caches.
public struct RemoteQuestion: Sendable, Hashable {
  /// Where it is sent.
  public var url: String
  /// The body, a JSON object in UTF-8 with the value under `instance`.
  public var body: [UInt8]
  /// How many seconds to wait for the answer.
  public var timeout: Int
}

/// What came of a question.
public enum RemoteAnswer: Sendable, Equatable {
  /// The service answered.
  case response(status: Int, body: [UInt8])
  /// It did not, within the time, or the connection broke.
  case none
}
