import FormRecorder

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What has to be right before anything else is done.
enum ProcessStart {
  /// Puts something in the place of standard descriptors that were closed when the process began:
  /// else the next file that is opened, such as the database, would get their numbers, and messages
  /// would be written into it.
  ///
  /// - Returns: the descriptors, of 0 to 2, that were closed.
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

  /// The program's arguments without its name, as they were given.
  ///
  /// - Throws: of kind `usage`, when one is not UTF-8: Swift would have put other bytes in place of
  ///   its own, and the path that it names would be another.
  static func arguments() throws(RecorderError) -> [String] {
    var arguments: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Safe because the system gives so many C strings, which nobody changes.
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
          "argument \(index + 1) is not UTF-8; rename the file, or link to it under another name")
      }
      texts.append(text)
    }
    return texts
  }
}
