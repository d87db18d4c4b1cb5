import FormRecorder

/// Sends notifications of the events of a store.
protocol NotificationSender: AnyObject {
  /// Whether something may be due: the store has changed, or the pause after a failure has ended.
  var isDue: Bool { get throws(RecorderError) }

  /// Sends what is due.
  ///
  /// - Parameter shouldStop: Called between requests.
  /// - Returns: Whether everything was sent.
  @discardableResult
  func sendDueEvents(shouldStop: () -> Bool) throws(RecorderError) -> Bool
}
