import FormBytes
import FormStore

/// The positions at which batches of records end: at the ends of blocks and chunks, so that the
/// stored content does not depend on scheduling.
package struct BatchBoundaries: Sendable {
  /// The number of records per commit.
  var chunk = Int.max
  /// The maximum number of records per batch. It shrinks as the number of rules grows, because with
  /// thousands of rules each record may have thousands of errors.
  var largest = BlockHasher.maximumRecords
  /// The ends of the stored blocks of a resumed import, in records. The last one is the number of
  /// stored records.
  var ends: [Int] = []

  /// Creates the positions for a plan with a number of rules.
  package init(rules: Int = 0, chunk: Int = .max, ends: [Int] = []) {
    self.chunk = chunk
    self.ends = ends
    largest = max(1, min(BlockHasher.maximumRecords, Self.maximumErrors / max(1, rules)))
  }

  /// The approximate maximum number of errors per batch.
  private static let maximumErrors = 100_000

  /// The number of records that are already stored. Chunks count from there.
  package var storedCount: Int { ends.last ?? 0 }

  /// The minimum number of records in the first chunk. Until then the encoding of the file may
  /// still prove to be another one (`EncodingEvidence`), and a file without a key of the form is
  /// refused (`MappedInput`). Large chunks, and those of imports that request services, may end
  /// earlier.
  package static let firstCommit = 1_000

  /// The maximum number of records in the next batch.
  func maximumCount(after read: Int) -> Int {
    if read < storedCount { return min(largest, ends[firstEnd(atOrAfter: read + 1)] - read) }
    let inBlock = BlockHasher.maximumRecords - read % BlockHasher.maximumRecords
    return min(inBlock, chunk - (read - storedCount) % chunk, largest)
  }

  /// Whether a stored block, or the stored part of the import, ends after `read` records.
  package func isStoredEnd(_ read: Int) -> Bool {
    let index = firstEnd(atOrAfter: read)
    return index < ends.count && ends[index] == read
  }

  /// A binary search, because a file of a hundred million records has a hundred thousand blocks.
  private func firstEnd(atOrAfter read: Int) -> Int {
    ends.partitioningIndex { $0 >= read }
  }

  /// Whether a chunk ends after `read` records.
  package func endsChunk(at read: Int) -> Bool {
    read > storedCount && read >= Self.firstCommit && (read - storedCount) % chunk == 0
  }
}
