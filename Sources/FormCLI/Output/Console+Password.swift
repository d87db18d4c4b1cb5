import FormRecorder

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
