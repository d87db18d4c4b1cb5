import FormRecorder
import Foundation
import Synchronization

/// Records signals that request the program to stop, for commands that then end cleanly: between
/// two commits, or without a partial file. In other commands, the signal ends the program.
enum StopSignals {
  private static let received = Atomic<Int32>(0)

  /// Catches INT, TERM and HUP. A second signal ends the program immediately.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, remember) }
  }

  private static let remember: @convention(c) (Int32) -> Void = { number in note(number) }

  private static func note(_ number: Int32) {
    if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
  }

  /// The signal received, or 0.
  static var number: Int32 { received.load(ordering: .relaxed) }

  /// Whether a signal was received.
  static func shouldStop() -> Bool { number != 0 }

  /// - Throws: `RecorderError` with the reason `stopped` if a signal was received.
  static func requireNone() throws(RecorderError) {
    if shouldStop() { throw RecorderError(.stopped, "stopped before everything was sent") }
  }
}
