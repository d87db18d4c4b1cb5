import FormRecorder
import Foundation

extension Console {
  /// Reads a line from standard input without echoing it on a terminal.
  ///
  /// - Parameter text: The prompt, which only a terminal shows.
  /// - Throws: If the input ends or cannot be read.
  func password(prompt text: String) throws(RecorderError) -> String {
    let echo = TerminalEcho()
    if echo != nil { prompt(text) }
    defer {
      if let echo {
        echo.restore()
        prompt("\n")
      }
    }
    guard let line = readLine() else {
      throw RecorderError(.usage, "a password is required on standard input")
    }
    return line
  }
}

/// The echo of the terminal, which is off until it is restored or a signal ends the program.
private struct TerminalEcho {
  /// The settings of the terminal before, for the handler of signals.
  // Safe because they are set before the handler is installed, and then only read.
  nonisolated(unsafe) private static var settings = termios()
  /// The signals that end the program, with their handlers before.
  private let handlers: [(signal: Int32, handler: (@convention(c) (Int32) -> Void)?)]

  /// Switches the echo off. Returns nil if standard input is not a terminal.
  init?() {
    guard unsafe tcgetattr(0, &Self.settings) == 0 else { return nil }
    handlers = [SIGINT, SIGTERM, SIGQUIT].map { ($0, signal($0, Self.restoreAndEnd)) }
    var hidden = unsafe Self.settings
    hidden.c_lflag &= ~tcflag_t(ECHO)
    unsafe tcsetattr(0, TCSAFLUSH, &hidden)
  }

  /// Switches the echo on again.
  func restore() {
    unsafe tcsetattr(0, TCSAFLUSH, &Self.settings)
    for (number, handler) in handlers { signal(number, handler) }
  }

  private static let restoreAndEnd: @convention(c) (Int32) -> Void = { number in
    unsafe tcsetattr(0, TCSANOW, &TerminalEcho.settings)
    signal(number, SIG_DFL)
    raise(number)
  }
}
