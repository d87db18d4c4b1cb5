import FormBytes
import FormRules
import FormStore
import Foundation
import Synchronization

/// A file of receipts, one line of JSON each. It can be on a different disk from the store, where
/// someone who alters the store cannot alter it. The file is only appended to; several programs may
/// do so concurrently.
public final class ReceiptFile: Sendable {
  /// The path of the file.
  public let path: String
  private let descriptor: Int32

  /// Opens a file for appending, and creates it if it does not exist.
  ///
  /// - Throws: `RecorderError` if the file cannot be written or has other content.
  public init(path: String) throws(RecorderError) {
    self.path = path
    // Safe because Swift passes a C string that is valid during the call. The same holds below.
    descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failed(path, errno) }
    var status = stat()
    var first: UInt8 = 0
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      unsafe pread(descriptor, &first, 1, 0) == 1, first != UInt8(ascii: "{")
    else { return }
    throw RecorderError(
      .refused, "\(path): contains something other than receipts; use another file")
  }

  deinit { close(descriptor) }

  /// Appends a receipt and returns once it is on disk.
  public func append(_ receipt: Receipt) throws(RecorderError) {
    // Ends a line that a full disk truncated, so that it does not corrupt the next one.
    let line = (endsInLine ? "" : "\n") + receipt.json.text + "\n"
    let bytes = Array(line.utf8)
    // One write per line, so that lines of other programs come before or after it.
    let count = unsafe write(descriptor, bytes, bytes.count)
    guard count == bytes.count else { throw Self.failed(path, count < 0 ? errno : ENOSPC) }
    // Some files, such as pipes, can be appended to but not synchronized.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failed(path, errno) }
  }

  private var endsInLine: Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    guard size > 0, unsafe pread(descriptor, &last, 1, size - 1) == 1 else { return true }
    return last == UInt8(ascii: "\n")
  }

  private static func failed(_ path: String, _ number: Int32) -> RecorderError {
    RecorderError(.refused, "\(path): cannot be written: \(String(errno: number))")
  }
}

extension Recorder {
  /// Opens a file for the receipts of this recorder's changes.
  ///
  /// - Throws: `RecorderError` if the file cannot be written, has other content, or is the store
  ///   itself.
  package func receiptFile(_ path: String) throws(RecorderError) -> ReceiptFile {
    guard path != database, InputFile(path)?.belongs(toDatabase: database) != true else {
      throw RecorderError(.usage, "\(path): is the database; use another file for receipts")
    }
    return try ReceiptFile(path: path)
  }
}
