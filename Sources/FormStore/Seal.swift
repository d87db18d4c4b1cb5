import Crypto

/// Digests over a run's submissions and errors, in blocks of a fixed number of records, so that they
/// do not depend on how the records were cut into batches and commits.
///
/// A block's digest covers, each in its own stream: the cells of its submissions as stored, their
/// lines, their errors, and the bytes of malformed records; every variable-length piece of the last
/// two stands behind its length. In one stream errors and bytes would lie as the batches were cut.
package struct BlockHasher: Sendable {
  /// Records a block. Every block of a run but the last has so many.
  package static let size = 1_000

  private var text = SHA256()
  private var lines = SHA256()
  private var errors = SHA256()
  private var malformed = SHA256()
  /// How many records the open block holds.
  package private(set) var count = 0

  package init() {}

  /// Takes in a batch, which may not go beyond the end of the open block.
  ///
  /// - Parameter first: what the records of errors count from: for a replay the first submission's
  ///   id, for an intake the number of records in the block so far.
  package mutating func update(_ batch: PreparedBatch, from first: Int64? = nil) {
    let first = first.map(Int.init) ?? count
    text.update(data: batch.text)
    // Safe because the bytes are only read, within the call.
    unsafe batch.lines.withUnsafeBytes { unsafe lines.update(bufferPointer: $0) }
    var bytes: [UInt8] = []
    for error in batch.errors {
      bytes.append(Int(error.record) + first)
      bytes.append(Int(error.rule))
      bytes.append(error.code)
      bytes.append(error.arguments)
    }
    errors.update(data: bytes)
    for record in batch.malformed {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(Int(record.record) + first)
      bytes.append(record.raw.count)
      malformed.update(data: bytes + record.raw)
    }
    count += batch.count
  }

  /// The digest of what the open block holds so far.
  package var digest: [UInt8] {
    var whole = SHA256()
    whole.update(data: Array("formrec.block.1\n\(count)\n".utf8))
    for part in [text, lines, errors, malformed] { whole.update(data: Array(part.finalize())) }
    return Array(whole.finalize())
  }

  /// The digest of the open block if it is full, which then makes way for the next one.
  package mutating func takeFullBlock() -> [UInt8]? {
    guard count == Self.size else { return nil }
    defer { self = BlockHasher() }
    return digest
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  fileprivate mutating func append(_ text: String?) {
    append(text?.utf8.count ?? -1)
    if let text { append(contentsOf: text.utf8) }
  }

  /// Hexadecimal, lower case.
  package var hexadecimal: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// What a run's place in the hash chain is made of. Everything that its verdicts depend on is in it;
/// whoever knows a head can prove that nothing before it has changed.
package struct RunSeal: Sendable {
  package var previous: String
  package var kind: String
  package var program: String
  package var formDigest: String
  package var rulesDigest: String
  package var now: String
  package var given: String
  package var counts: RunCounts

  /// The head: SHA-256, hexadecimal.
  package func head(blocks: [[UInt8]]) -> String {
    var hash = SHA256()
    let header = """
      formrec.run.1
      \(previous)
      \(kind) \(program)
      \(formDigest)
      \(rulesDigest)
      \(now)
      \(given.utf8.count):\(given)
      \(counts.records) \(counts.accepted) \(counts.rejected) \(counts.warned) \(counts.errors)

      """
    hash.update(data: Array(header.utf8))
    for block in blocks { hash.update(data: block) }
    return Array(hash.finalize()).hexadecimal
  }
}

/// The counts of a run.
package struct RunCounts: Sendable, Equatable {
  /// All records.
  package var records = 0
  /// Those without an error of severity error.
  package var accepted = 0
  /// Those with one.
  package var rejected = 0
  /// Those with a warning, accepted or not.
  package var warned = 0
  /// Errors of severity error.
  package var errors = 0

  package init(
    records: Int = 0, accepted: Int = 0, rejected: Int = 0, warned: Int = 0, errors: Int = 0
  ) {
    self.records = records
    self.accepted = accepted
    self.rejected = rejected
    self.warned = warned
    self.errors = errors
  }
}
