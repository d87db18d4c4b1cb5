import FormRules
import FormStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of receipts, a line of JSON each, which may stand on another disk than the store: whoever
/// alters the store does not alter it. It is only ever appended to, by several programs at once if need
/// be.
public final class ReceiptFile: Sendable {
  /// Where it is.
  public let path: String
  private let descriptor: Int32

  /// Opens a file for appending; makes it when it is not there.
  ///
  /// - Throws: when it cannot be written, or holds something else.
  public init(path: String) throws(RecorderError) {
    self.path = path
    // Safe because Swift passes a C string that lives for the call; likewise below.
    descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failed(path, errno) }
    var status = stat()
    var first: UInt8 = 0
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      unsafe pread(descriptor, &first, 1, 0) == 1, first != UInt8(ascii: "{")
    else { return }
    throw RecorderError(
      .failed, "\(path): holds something else than receipts; name another file")
  }

  deinit { close(descriptor) }

  /// Appends a receipt; when this returns, it is on the disk.
  public func append(_ receipt: Receipt) throws(RecorderError) {
    // What a full disk left of a line is ended, so that it spoils no other.
    let line = (endsInLine ? "" : "\n") + receipt.json.text + "\n"
    let bytes = Array(line.utf8)
    // One call a line: those of other programs stand before or behind it.
    let count = unsafe write(descriptor, bytes, bytes.count)
    guard count == bytes.count else { throw Self.failed(path, count < 0 ? errno : ENOSPC) }
    // Not everything that can be appended to is a file.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failed(path, errno) }
  }

  private var endsInLine: Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    guard size > 0, unsafe pread(descriptor, &last, 1, size - 1) == 1 else { return true }
    return last == UInt8(ascii: "\n")
  }

  private static func failed(_ path: String, _ number: Int32) -> RecorderError {
    RecorderError(.failed, "\(path): cannot be written: \(String(errno: number))")
  }
}

extension Recorder {
  /// Opens a file for the receipts of this recorder's changes.
  ///
  /// - Throws: when it cannot be written, holds something else, or is the store itself.
  package func receiptFile(_ path: String) throws(RecorderError) -> ReceiptFile {
    guard path != database, InputFile(path)?.belongs(toDatabase: database) != true else {
      throw RecorderError(.usage, "\(path): is the database itself; receipts go to another file")
    }
    return try ReceiptFile(path: path)
  }
}
