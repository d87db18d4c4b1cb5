import FormRecorder
import Foundation

/// The standard input of the program.
enum StandardInput {
  /// The maximum size in bytes. A longer input is not a single record.
  static let maximumBytes = 16 << 20

  /// Reads the whole input.
  ///
  /// - Throws: If standard input is a terminal, cannot be read, or is too large.
  static func bytes() throws(RecorderError) -> [UInt8] {
    guard isatty(0) == 0 else {
      throw RecorderError(
        .usage,
        "the record is missing: specify field=value arguments, or write a JSON object to standard input"
      )
    }
    var bytes: [UInt8] = []
    do {
      while let data = try FileHandle.standardInput.read(upToCount: 1 << 16), !data.isEmpty {
        bytes += data
        guard bytes.count <= maximumBytes else {
          throw RecorderError(
            .refused, "standard input exceeds the maximum size of a record (16 MiB)")
        }
      }
    } catch let error as RecorderError {
      throw error
    } catch {
      throw RecorderError(.refused, "standard input cannot be read")
    }
    return bytes
  }

  /// Reads a line without echoing it on a terminal.
  ///
  /// - Throws: If the input ends or cannot be read.
  static func password(prompt: String) throws(RecorderError) -> String {
    var settings = termios()
    // Safe because the calls only access the settings.
    let isTerminal = unsafe tcgetattr(0, &settings) == 0
    if isTerminal {
      FileHandle.standardError.write(Data(prompt.utf8))
      var hidden = settings
      hidden.c_lflag &= ~tcflag_t(ECHO)
      unsafe tcsetattr(0, TCSAFLUSH, &hidden)
    }
    defer {
      if isTerminal {
        unsafe tcsetattr(0, TCSAFLUSH, &settings)
        FileHandle.standardError.write(Data("\n".utf8))
      }
    }
    guard let line = readLine() else {
      throw RecorderError(.usage, "a password is required on standard input")
    }
    return line
  }
}
