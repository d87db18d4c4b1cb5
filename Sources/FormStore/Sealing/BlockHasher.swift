import FormBytes
import FormRules
import Foundation

/// Computes the digest of a run's submissions and errors, block by block.
///
/// A block ends at a maximum number of records or bytes, whichever comes first. Each block has its
/// own random salt, so that its digest cannot confirm a guess at its content.
///
/// The digest covers several streams: the stored cells, the lines, the errors, the bytes and
/// positions of malformed records, the record keys and, if there are any, the answers of services.
/// In the errors and malformed records, each variable-length value follows its length. The streams
/// are separate because in a single stream the order of errors and bytes would depend on the batch
/// boundaries.
package struct BlockHasher: Sendable {
  /// The maximum number of records in a block.
  package static let maximumRecords = 1_000
  /// The number of bytes of cells at which a block ends.
  package static let maximumBytes = 2 << 20

  /// The random salt.
  package let salt: [UInt8]
  /// The number of records in the block.
  package private(set) var count = 0
  private var byteCount = 0
  private var text = Digest()
  private var lines = Digest()
  private var errors = Digest()
  private var malformed = Digest()
  private var keys = Digest()
  private var answers: Digest?

  /// Creates an empty block.
  package init(salt: [UInt8] = Self.newSalt()) { self.salt = salt }

  /// Returns 16 random bytes.
  package static func newSalt() -> [UInt8] { newSalts(1)[0] }

  /// Returns salts of 16 random bytes each. A system call draws 16 of them.
  static func newSalts(_ count: Int) -> [[UInt8]] {
    let (saltBytes, drawnBytes) = (16, 256)
    var bytes = [UInt8](repeating: 0, count: count * saltBytes)
    for start in stride(from: 0, to: bytes.count, by: drawnBytes) {
      let end = min(start + drawnBytes, bytes.count)
      // Safe because the call writes exactly this many bytes.
      let isDone = unsafe bytes[start..<end].withUnsafeMutableBytes {
        unsafe getentropy($0.baseAddress, $0.count) == 0
      }
      guard isDone else { fatalError("the system has no random numbers") }
    }
    return stride(from: 0, to: bytes.count, by: saltBytes).map {
      Array(bytes[$0..<$0 + saltBytes])
    }
  }

  /// Whether the next record belongs to the next block.
  package var isFull: Bool { count >= Self.maximumRecords || byteCount >= Self.maximumBytes }

  /// The number of records that still fit into the block.
  package var room: Int { Self.maximumRecords - count }

  /// Adds a batch, which must not extend beyond the end of the block.
  ///
  /// - Parameter first: The number added to the record index of each error: the first submission's
  ///   id for a replay, the number of records already in the block for an import.
  package mutating func update(_ batch: PreparedBatch, from first: Int64? = nil) {
    let first = first.map(Int.init) ?? count
    text.update(batch.text)
    byteCount += batch.text.count
    #if _endian(little)
    // Safe because integers have no padding.
    unsafe lines.update(batch.lines.span.bytes)
    #else
    var numbers: [UInt8] = []
    for line in batch.lines { numbers.append(number: Int(line)) }
    lines.update(numbers)
    #endif
    var bytes: [UInt8] = []
    for error in batch.errors {
      bytes.append(number: Int(error.record) + first)
      bytes.append(number: Int(error.rule))
      bytes.append(text: error.code)
      bytes.append(text: error.arguments)
    }
    errors.update(bytes)
    for record in batch.malformed {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(number: Int(record.record) + first)
      bytes.append(number: record.line)
      bytes.append(number: record.column)
      bytes.append(number: record.byte)
      bytes.append(number: record.raw.count)
      malformed.update(bytes)
      malformed.update(record.raw)
    }
    if !batch.recordKeys.isEmpty { update(batch.recordKeys, from: first) }
    if !batch.answers.isEmpty {
      bytes.removeAll(keepingCapacity: true)
      for answer in batch.answers {
        bytes.append(number: Int(answer.record) + first)
        bytes.append(number: Int(answer.rule))
        bytes.append(contentsOf: answer.key.bytes)
        bytes.append(number: answer.outcome.rawValue)
      }
      var answers = answers ?? Digest()
      answers.update(bytes)
      self.answers = answers
    }
    count += batch.count
  }

  /// Adds a batch as `update` does. If it fills the block, the batch gets the block, and the next
  /// block begins.
  package mutating func add(_ batch: PreparedBatch, from first: Int64? = nil) {
    update(batch, from: first)
    guard isFull else { return }
    batch.fullBlock = block
    self = BlockHasher()
  }

  private mutating func update(_ recordKeys: [PreparedBatch.RecordKey], from first: Int) {
    var numbers: [Int64] = []
    numbers.reserveCapacity(3 * recordKeys.count)
    for key in recordKeys {
      numbers.append((Int64(key.record) + Int64(first)).littleEndian)
      numbers.append(key.hash.littleEndian)
      numbers.append(Int64(key.content).littleEndian)
    }
    // Safe because integers have no padding.
    unsafe keys.update(numbers.span.bytes)
  }

  /// The digest of the block's content so far, 32 bytes.
  package var digest: [UInt8] {
    var whole = Digest()
    var header = Array("formrec.block.1\n".utf8) + salt
    header.append(number: count)
    whole.update(header)
    for part in [text, lines, errors, malformed, keys] { whole.update(part.bytes) }
    if let answers { whole.update(answers.bytes) }
    return whole.bytes
  }

  /// The block with its digest.
  package var block: SealedBlock { SealedBlock(records: count, salt: salt, digest: digest) }
}

/// A block of a run as stored.
package struct SealedBlock: Sendable, Equatable {
  package var records: Int
  package var salt: [UInt8]
  package var digest: [UInt8]
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate mutating func append(text: String?) {
    append(number: text?.utf8.count ?? -1)
    if let text { append(contentsOf: text.utf8) }
  }
}

extension Collection<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append((byte >> 4).lowHexadecimalDigit)
      text.append(byte.lowHexadecimalDigit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
