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

  /// Checks that the limits of the process leave what the program needs.
  ///
  /// libdispatch and the runtime of Swift stop the process, or wait forever, if they cannot open a
  /// descriptor, start a thread or allocate memory.
  ///
  /// - Throws: `RecorderError` if a limit is too low.
  static func requireResources() throws(RecorderError) {
    try requireDescriptors(24)
    try requireMemory(mebibytes: 384)
  }

  static func requireDescriptors(_ count: Int) throws(RecorderError) {
    // The standard descriptors are open, and closing their copies has no effect on them.
    let copies = (0..<count).map { _ in fcntl(0, F_DUPFD_CLOEXEC, 3) }.filter { $0 >= 0 }
    for copy in copies { close(copy) }
    guard copies.count < count else { return }
    throw RecorderError(
      .storage,
      "the limit of open files is too low: \(count) more are needed than the process has; raise it, "
        + "such as with 'ulimit -n 1024'")
  }

  /// - Parameter mebibytes: The size of the address space for threads and data. Most of it is never
  ///   used.
  static func requireMemory(mebibytes: Int) throws(RecorderError) {
    // Safe because the pages are only reserved, and released before anything could use them.
    let pages = unsafe mmap(
      nil, mebibytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
      -1, 0)
    if unsafe pages != MAP_FAILED, unsafe munmap(pages, mebibytes << 20) == 0 { return }
    throw RecorderError(
      .storage,
      "the limit of memory is too low: \(mebibytes) MiB of address space are needed; raise it, such "
        + "as with 'ulimit -v unlimited'")
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
