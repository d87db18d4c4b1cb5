import FormBytes
import FormHashing
import FormRules

/// Computes the root of a hash tree over a block of a run's records.
///
/// A block ends with the batch that reaches a number of records or bytes. The leaf of a
/// record covers its text (`RecordLines`) and 16 random bytes of its own, so that the leaf cannot
/// confirm a guess at its content.
package struct BlockHasher: Sendable {
  /// The number of records at which a block ends, and the maximum number of records in a batch.
  package static let maximumRecords = 1_000
  /// The number of bytes of cells at which a block ends.
  package static let maximumBytes = 2 << 20

  /// The seed of the random bytes.
  package let salt: [UInt8]
  private let errorLines: ErrorLines
  private var salts: LeafSalts
  private var leaves = NodeLevel()
  private var byteCount = 0

  /// The number of records in the block.
  package var count: Int { leaves.count }

  /// Creates an empty block.
  ///
  /// - Parameter salt: Its seed, or nil for a random one.
  package init(_ errorLines: ErrorLines, salt: [UInt8]? = nil) {
    let salt = salt ?? Salt.random()
    self.errorLines = errorLines
    self.salt = salt
    salts = LeafSalts(salt)
  }

  /// Whether the next record belongs to the next block.
  package var isFull: Bool { count >= Self.maximumRecords || byteCount >= Self.maximumBytes }

  /// Adds a batch to a block that is not full.
  ///
  /// - Parameter first: For a replay, the number added to the record index of each error to get
  ///   its submission. The lines of the batch are then the submissions.
  package mutating func update(_ batch: PreparedBatch, from first: Int64? = nil) {
    byteCount += batch.text.count
    var lines = RecordLines(batch, errorLines, from: first)
    var (texts, ends) = ([UInt8](), [Int]())
    texts.reserveCapacity(batch.text.count + batch.count * 32)
    ends.reserveCapacity(batch.count)
    let start = count
    for index in 0..<batch.count {
      salts.append(of: start + index, to: &texts)
      lines.append(index, to: &texts)
      ends.append(texts.count)
    }
    leaves.append(.record, texts, ends: ends)
  }

  /// Adds a batch as `update` does. If it fills the block, the batch gets the block, and the next
  /// block begins.
  package mutating func add(_ batch: PreparedBatch, from first: Int64? = nil) {
    update(batch, from: first)
    guard isFull else { return }
    batch.fullBlock = block
    startNext()
  }

  /// Begins the next block.
  ///
  /// - Parameter salt: Its seed, or nil for a random one.
  package mutating func startNext(salt: [UInt8]? = nil) {
    self = BlockHasher(errorLines, salt: salt)
  }

  /// The root of the tree over the records so far.
  package var digest: [UInt8] { leaves.root.bytes }

  /// The block with its digest.
  package var block: SealedBlock { SealedBlock(records: count, salt: salt, digest: digest) }
}
