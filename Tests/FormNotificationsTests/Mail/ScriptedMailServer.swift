import Testing

@testable import FormNotifications

/// A mail server that answers as scripted, and then accepts every message.
final class ScriptedMailServer {
  /// The accepted messages.
  private(set) var messages: [MailMessage] = []
  /// The outcomes of the next messages, and whether the sender reserves the message before.
  var outcomes: [(outcome: MailOutcome, reserves: Bool)] = []
  /// Called after a message was reserved.
  var whileSending: () throws -> Void = {}

  func send(_ message: MailMessage, _ willSubmit: () -> Bool) -> MailOutcome {
    let (outcome, reserves) = outcomes.isEmpty ? (.accepted, true) : outcomes.removeFirst()
    if reserves {
      guard willSubmit() else { return .cancelled }
      do { try whileSending() } catch { Issue.record(error) }
    }
    if outcome == .accepted { messages.append(message) }
    return outcome
  }
}

/// A clock that a test sets.
final class TestTime: @unchecked Sendable {
  /// Read and written on the thread of the test only.
  var seconds: Int64 = 1_793_818_086
  private let start = ContinuousClock.now

  var instant: ContinuousClock.Instant { start + .seconds(seconds) }
}
