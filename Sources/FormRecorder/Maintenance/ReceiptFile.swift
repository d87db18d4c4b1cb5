import FormBytes
import FormRules
import FormStore
import Foundation
import Synchronization

/// A file of receipts, one line of JSON each. It can be on a different disk from the store, where
/// someone who alters the store cannot alter it. The file is only appended to; several programs may
/// do so concurrently. It is a regular file, because receipts are read again.
public final class ReceiptFile: Sendable {
  /// The path of the file.
  public let path: String
  private let descriptor: Int32

  /// Opens a file for appending, and creates it if it does not exist.
  ///
  /// - Throws: `RecorderError` if the file is not a regular file, cannot be written or has other
  ///   content.
  public init(path: String) throws(RecorderError) {
    self.path = path
    // Opening a pipe must not wait for its reader. Safe because Swift passes a C string that is
    // valid during the call. The same holds below.
    descriptor = unsafe open(
      path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.failed(path, errno) }
    guard let status = FileStatus(descriptor: descriptor) else { throw Self.failed(path, errno) }
    guard status.isRegular else {
      throw RecorderError(
        .refused, "\(path): is not a regular file, so it cannot keep receipts; use another file")
    }
    // Other JSON, such as a file of records, begins with a brace too.
    let start = try bytes(0..<Receipt.maximumLineBytes)
    guard start.isEmpty || Receipt.begins(start) else {
      throw RecorderError(
        .refused, "\(path): contains something other than receipts; use another file")
    }
  }

  deinit { close(descriptor) }

  /// Appends a receipt and returns once it is on disk.
  ///
  /// - Throws: `RecorderError` if the file cannot be written.
  public func append(_ receipt: Receipt) throws(RecorderError) {
    // Ends a line that a full disk truncated, so that it does not corrupt the next one.
    let line = (endsInLine ? "" : "\n") + receipt.json.text + "\n"
    let bytes = Array(line.utf8)
    // One write per line, so that lines of other programs come before or after it.
    let count = unsafe write(descriptor, bytes, bytes.count)
    guard count == bytes.count else { throw Self.failed(path, count < 0 ? errno : ENOSPC) }
    let number = syncToDisk(descriptor)
    if number != 0 { throw Self.failed(path, number) }
  }

  /// The last receipt of a store among those at the end of the file, or nil.
  ///
  /// Reads at most a megabyte, which several thousand receipts take.
  func lastReceipt(ofStore store: String) throws(RecorderError) -> Receipt? {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    for line in try bytes(max(0, size - 1 << 20)..<size).split(separator: 0x0A).reversed() {
      // The identifier is quoted. Other lines need not be parsed.
      guard line.contains(Array(store.utf8)), let receipt = Receipt(line: Array(line)) else {
        continue
      }
      if receipt.store == store { return receipt }
    }
    return nil
  }

  /// The bytes in a range of the file, as far as it has them.
  private func bytes(_ range: Range<Int>) throws(RecorderError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(range.lowerBound))
    guard count >= 0 else { throw Self.failed(path, errno) }
    return Array(bytes.prefix(count))
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
