import FormRecorder

/// Sends something about the events of a store.
protocol EventSender: AnyObject {
  /// Whether something may be due: the store has changed, or the pause after a failure has ended.
  var isDue: Bool { get throws(RecorderError) }

  /// Sends what is due.
  ///
  /// - Parameter shouldStop: Called between requests.
  /// - Returns: Whether everything was sent.
  @discardableResult
  func sendDueEvents(shouldStop: () -> Bool) throws(RecorderError) -> Bool
}

/// The pauses after consecutive failures, as recommended by Standard Webhooks.
enum RetryPause {
  private static let seconds: [Int64] = [5, 300, 1800, 7200, 18_000, 36_000]
  /// The number of different pauses.
  static var count: Int { seconds.count }

  /// The pause in seconds after a failure.
  ///
  /// - Parameter failures: The number of failures before it.
  static func seconds(after failures: Int) -> Int64 { seconds[min(failures, seconds.count - 1)] }
}
