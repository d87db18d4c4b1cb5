import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Records signals that ask the program to stop, so that work ends between two commits.
enum StopSignals {
  private static let received = Atomic<Int32>(0)

  /// Catches INT, TERM and HUP. A second signal ends the program at once.
  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, remember) }
  }

  /// Restores the default effect of signals, for commands that leave nothing incomplete when
  /// interrupted.
  static func uninstall() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  private static let remember: @convention(c) (Int32) -> Void = { number in note(number) }

  private static func note(_ number: Int32) {
    if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
  }

  /// The signal received, or 0.
  static var number: Int32 { received.load(ordering: .relaxed) }
}
