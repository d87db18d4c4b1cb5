import FormRecorder

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command writes: data to `out`, everything about it to `err`. Tests hand in their own.
///
/// Output that cannot be written ends the command with an error: Swift's `print` would hide it.
public final class Console {
  private var buffer: [UInt8] = []
  private let writeOut: ([UInt8]) -> Bool
  private let writeErr: ([UInt8]) -> Bool
  /// Whether the error stream is a terminal, so that progress may be shown.
  public let showsProgress: Bool
  /// Whether the output stream is a terminal.
  public let outputIsTerminal: Bool
  /// Whether terminals get colours.
  private let usesColours: Bool
  /// How wide help is set; nil means as wide as the terminal.
  let columns: Int?
  /// How wide text for people may be; nil means without bounds, since it goes into a file or pipe.
  var textWidth: Int? {
    if let columns { return columns }
    guard outputIsTerminal else { return nil }
    var size = winsize()
    // Safe because the structure outlives the call.
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 80 }
    return Int(size.ws_col)
  }
  /// Whether notes and progress are left out; errors are not.
  var isQuiet = false
  private var progressWidth = 0
  /// Why some of the output could not be written; nil when all of it was. Nothing is written after that.
  private(set) var failure: OutputError?
  /// What the command has committed.
  let changes = CommittedChanges()

  /// The process's own streams.
  ///
  /// - Parameter closed: the descriptors that were closed when the process began; what is written
  ///   to them cannot be written.
  public static func standard(closed: [Int32] = []) -> Console {
    Console(
      out: { write($0, to: 1, isClosed: closed.contains(1)) },
      err: { write($0, to: 2, isClosed: closed.contains(2)) }, showsProgress: isatty(2) == 1,
      outputIsTerminal: isatty(1) == 1, usesColours: Highlight.areWanted())
  }

  /// Streams of one's own; each answers whether all of the bytes were written, and `errno` says why not.
  public init(
    out: @escaping ([UInt8]) -> Bool, err: @escaping ([UInt8]) -> Bool, showsProgress: Bool = false,
    outputIsTerminal: Bool = false, usesColours: Bool = false, columns: Int? = nil
  ) {
    writeOut = out
    writeErr = err
    self.showsProgress = showsProgress
    self.outputIsTerminal = outputIsTerminal
    self.usesColours = usesColours
    self.columns = columns
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, isClosed: Bool) -> Bool {
    if isClosed {
      errno = EBADF
      return false
    }
    var start = 0
    while start < bytes.count {
      // Safe because the range lies within the array's own buffer.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      start += count
    }
    return true
  }

  /// Appends bytes to the output: whole lines.
  func out(_ bytes: [UInt8]) throws(OutputError) {
    buffer += outputIsTerminal ? bytes.escapedForTerminal : bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Appends a line to the output.
  ///
  /// - Parameter highlights: what of it a terminal shows in colour.
  func out(_ line: String, _ highlights: Highlight...) throws(OutputError) {
    guard outputIsTerminal, usesColours, !highlights.isEmpty else {
      return try out(Array(line.utf8) + [UInt8(ascii: "\n")])
    }
    buffer += Array((line + "\n").utf8).escapedForTerminal.highlighted(highlights)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Lets a body append bytes to the output: whole lines. There is no copy, but on a terminal.
  func out(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    guard !outputIsTerminal else {
      var bytes: [UInt8] = []
      body(&bytes)
      return try out(bytes)
    }
    body(&buffer)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes what was appended.
  func flush() throws(OutputError) {
    if let failure { throw failure }
    guard !buffer.isEmpty else { return }
    clearProgress()
    let isWritten = writeOut(buffer)
    let reason = errno
    buffer.removeAll(keepingCapacity: true)
    guard !isWritten else { return }
    let error = OutputError(number: reason)
    failure = error
    throw error
  }

  /// Writes a line about the work to the error stream, unless that is not wanted.
  func note(_ line: String, _ highlight: Highlight? = nil) {
    if !isQuiet { err(line, highlight) }
  }

  /// Writes a line about what went wrong to the error stream.
  ///
  /// - Parameter highlight: what of it a terminal shows in colour.
  func err(_ line: String, _ highlight: Highlight? = nil) {
    clearProgress()
    let lines = Array((line + "\n").utf8).escapedForTerminal
    _ = writeErr(
      showsProgress && usesColours ? lines.highlighted([highlight].compactMap(\.self)) : lines)
  }

  /// Shows a line that the next one replaces, if the error stream is a terminal.
  func progress(_ line: String) {
    guard showsProgress, !isQuiet else { return }
    let line = line.escapedForTerminal
    let padding = String(repeating: " ", count: max(0, progressWidth - line.count))
    _ = writeErr(Array("\r\(line)\(padding)".utf8))
    progressWidth = line.count
  }

  /// Takes the progress line away.
  func clearProgress() {
    guard progressWidth > 0 else { return }
    _ = writeErr(Array("\r\(String(repeating: " ", count: progressWidth))\r".utf8))
    progressWidth = 0
  }
}

extension [UInt8] {
  fileprivate func highlighted(_ highlights: [Highlight]) -> [UInt8] {
    let text = String(decoding: self, as: UTF8.self)
    return Array(highlights.reduce(text) { $1.applied(to: $0) }.utf8)
  }

  /// Whole lines as they may go to a terminal, or into a log that is read on one: what stored text,
  /// file names and arguments bring along controls nothing.
  fileprivate var escapedForTerminal: [UInt8] {
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.map { String(decoding: $0, as: UTF8.self).escapedForTerminal }
        .joined(separator: "\n").utf8)
  }
}

/// The output could not be written: it is closed, the disk is full, or the reader went away.
struct OutputError: Error, CustomStringConvertible {
  /// The system's number for the reason.
  let number: Int32

  /// Whether it is a pipe that nobody reads any more.
  var readerWentAway: Bool { number == EPIPE }

  /// Why, in words.
  var reason: String {
    if number == EBADF { return "it is closed" }
    // Safe because strerror answers a C string that is copied at once.
    return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  var description: String { "the output could not be written: \(reason)" }
}
