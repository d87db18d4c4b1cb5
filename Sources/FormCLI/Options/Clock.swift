import FormRecorder
import FormRules

/// The clock of all commands. Tests replace it.
enum Clock {
  @TaskLocal static var current = Recorder.systemClock

  /// The current time.
  ///
  /// - Throws: `RecorderError` if it is not within the years 1 to 9999.
  static func now() throws(RecorderError) -> Instant { try current().requireTimestamp() }
}
