import FormRecorder
import Foundation

/// Preparations before any other work.
enum ProcessStart {
  /// Opens a file for each standard descriptor that was closed when the process started. Otherwise
  /// the next opened file, such as the database, would get its number, and messages would be
  /// written into it.
  ///
  /// - Returns: The descriptors 0 to 2 that were closed.
  static func occupyClosedDescriptors() -> [CInt] {
    (0...2).filter { descriptor in
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { return false }
      // Safe because the compiler passes C strings for the calls. The lowest free number is taken.
      if unsafe open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) < 0 {
        _ = unsafe open("/", O_RDONLY | O_DIRECTORY)
      }
      return true
    }
  }

  /// The program's arguments without its name, unchanged.
  ///
  /// - Throws: An error of kind `usage` if an argument is not UTF-8, because Swift would replace
  ///   some of its bytes, and a path would name another file.
  static func arguments() throws(RecorderError) -> [String] {
    var arguments: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Safe because the system provides this number of C strings, and nothing changes them.
      guard let text = unsafe CommandLine.unsafeArgv[index] else { break }
      unsafe arguments.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
    return try decode(arguments)
  }

  /// The texts of arguments.
  static func decode(_ arguments: [[UInt8]]) throws(RecorderError) -> [String] {
    var texts: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw RecorderError(
          .usage,
          "argument \(index + 1) is not UTF-8; rename the file or create a link with another name")
      }
      texts.append(text)
    }
    return texts
  }
}
