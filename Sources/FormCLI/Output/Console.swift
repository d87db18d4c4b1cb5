import FormBytes
import FormRecorder
import FormRules
import Foundation

/// The output streams of a command: data goes to standard output, and messages go to standard
/// error. Tests supply their own.
///
/// A write error ends the command with an error, which Swift's `print` would hide.
package final class Console {
  private var buffer: [UInt8] = []
  private let writeOut: ([UInt8]) -> Bool
  private let writeErr: ([UInt8]) -> Bool
  /// The descriptor of the output, or -1 for other streams.
  private var outputDescriptor: Int32 = -1
  /// Whether the error stream is a terminal, so that progress may be shown.
  package var showsProgress = false
  /// Whether the output stream is a terminal.
  package var outputIsTerminal = false
  /// Whether terminals show colours.
  package var usesColours = false
  /// The width of help in columns, or nil for the width of the terminal.
  package var columns: Int?
  /// The maximum width of text in columns, or nil for no limit, because the output is a file or
  /// pipe.
  var textWidth: Int? {
    if let columns { return columns }
    guard outputIsTerminal else { return nil }
    var size = winsize()
    // Safe because the structure outlives the call.
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 80 }
    return Int(size.ws_col)
  }
  /// Whether notes and progress are suppressed. Errors are not.
  var isQuiet = false
  private var progressWidth = 0
  /// The first write error, or nil. Nothing is written after it.
  private(set) var writeError: OutputError?
  /// The changes that the command has committed.
  let changes = CommittedChanges()

  /// The streams of the process.
  ///
  /// - Parameter closed: The descriptors that were closed when the process started. Writing to them
  ///   fails.
  static func standard(closed: [Int32]) -> Console {
    let console = Console(
      out: { write($0, to: 1, isClosed: closed.contains(1)) },
      err: { write($0, to: 2, isClosed: closed.contains(2)) })
    console.outputDescriptor = 1
    console.showsProgress = isatty(2) == 1
    console.outputIsTerminal = isatty(1) == 1
    console.usesColours = Highlight.areWanted()
    return console
  }

  /// Creates a console with custom streams, which are not terminals. Each returns whether all bytes
  /// were written, and sets `errno` otherwise.
  package init(out: @escaping ([UInt8]) -> Bool, err: @escaping ([UInt8]) -> Bool) {
    writeOut = out
    writeErr = err
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, isClosed: Bool) -> Bool {
    if isClosed {
      errno = EBADF
      return false
    }
    errno = bytes.write(to: descriptor)
    return errno == 0
  }

  /// Adds bytes to the output, in complete lines.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    try append { $0 += bytes }
  }

  /// Adds bytes to the output if the path is `-`, or lets a closure write them to the file.
  func write(_ bytes: [UInt8], to path: String, _ writeFile: () throws -> Void) throws {
    if path == "-" { return try write(bytes) }
    try writeFile()
    note("\(path): written")
  }

  /// Lets a closure append bytes to the output, in complete lines. They are copied only for a
  /// terminal.
  func append(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    if outputIsTerminal {
      var bytes: [UInt8] = []
      body(&bytes)
      buffer += bytes.escapedForTerminal
    } else {
      body(&buffer)
    }
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Adds a line to the output.
  ///
  /// - Parameter highlights: The parts of it that a terminal shows in colour.
  func print(_ line: String, highlighting highlights: Highlight...) throws(OutputError) {
    try print([line], highlights)
  }

  /// Adds lines to the output.
  ///
  /// - Parameter highlights: The parts of each line that a terminal shows in colour.
  func print(_ lines: [String], highlighting highlights: Highlight...) throws(OutputError) {
    try print(lines, highlights)
  }

  private func print(_ lines: [String], _ highlights: [Highlight]) throws(OutputError) {
    for line in lines {
      let bytes = Array((line + "\n").utf8)
      guard outputIsTerminal, usesColours, !highlights.isEmpty else {
        try write(bytes)
        continue
      }
      buffer += bytes.escapedForTerminal.highlighted(highlights)
      if buffer.count >= 1 << 16 { try flush() }
    }
  }

  /// Adds a report to the output, as JSON or as lines of text.
  ///
  /// - Parameter highlights: The parts of each line that a terminal shows in colour.
  func printReport(
    _ format: ReportFormat, _ report: some Encodable, lines: @autoclosure () -> [String],
    highlighting highlights: Highlight...
  ) throws(OutputError) {
    switch format {
    case .json: try print(report.json.text)
    case .text: try print(lines(), highlights)
    }
  }

  /// Writes the added output to its stream.
  func flush() throws(OutputError) {
    if let writeError { throw writeError }
    guard !buffer.isEmpty else { return }
    clearProgress()
    let isWritten = writeOut(buffer)
    let reason = errno
    buffer.removeAll(keepingCapacity: true)
    guard !isWritten else { return }
    let error = OutputError(number: reason)
    writeError = error
    throw error
  }

  /// Waits, but not longer than the output has a reader.
  ///
  /// - Throws: `OutputError` if the reader of the output is gone.
  func wait(milliseconds: Int32) throws(OutputError) {
    // A descriptor without a reader has an event that need not be requested; -1 has none.
    var output = pollfd(fd: outputDescriptor, events: 0, revents: 0)
    // Safe because the structure outlives the call.
    guard unsafe poll(&output, 1, milliseconds) > 0 else { return }
    let error = OutputError(number: EPIPE)
    writeError = error
    throw error
  }

  /// Writes a note to the error stream, unless notes are suppressed.
  func note(_ line: String, highlighting highlight: Highlight? = nil) {
    if !isQuiet { printError(line, highlighting: highlight) }
  }

  /// Writes the new remarks of the recorder and of its services, unless notes are suppressed.
  func showNotes() {
    for remark in changes.takeNotes() { note(remark.text) }
  }

  /// Writes an error to the error stream.
  ///
  /// - Parameter highlight: The part of it that a terminal shows in colour.
  func printError(_ line: String, highlighting highlight: Highlight? = .bad("error:")) {
    clearProgress()
    let lines = Array((line + "\n").utf8).escapedForTerminal
    _ = writeErr(
      showsProgress && usesColours ? lines.highlighted([highlight].compactMap(\.self)) : lines)
  }

  /// Writes a text to the error stream without ending its line, before the user's answer is read.
  func prompt(_ text: String) {
    clearProgress()
    _ = writeErr(Array(text.utf8).escapedForTerminal)
  }

  /// Shows a line that the next one replaces, if the error stream is a terminal.
  func progress(_ line: String) {
    guard showsProgress, !isQuiet else { return }
    let line = line.escapedForTerminal
    let padding = String(repeating: " ", count: max(0, progressWidth - line.count))
    _ = writeErr(Array("\r\(line)\(padding)".utf8))
    progressWidth = line.count
  }

  /// Removes the progress line.
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

  /// Complete lines with terminal control characters escaped. Stored texts, file names and
  /// arguments may contain such characters, and logs may be read on a terminal.
  fileprivate var escapedForTerminal: [UInt8] {
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.map { String(decoding: $0, as: UTF8.self).escapedForTerminal }
        .joined(separator: "\n").utf8)
  }
}

/// The output could not be written: it is closed, the disk is full, or the reader has closed the
/// pipe.
struct OutputError: Error, CustomStringConvertible {
  /// The system's error number.
  let number: Int32

  /// Whether the output is a pipe without a reader.
  var readerWentAway: Bool { number == EPIPE }

  /// A description of the reason.
  var reason: String {
    if number == EBADF { return "it is closed" }
    return String(errno: number)
  }

  var description: String { "the output could not be written: \(reason)" }
}
