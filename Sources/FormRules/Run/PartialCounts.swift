import FormBytes

/// Counts the records of a part of an input, for a program that adds the counts of all parts.
///
/// Must be used by only one thread at a time.
package final class PartialCounts: RuleCounts {
  private var rows: [Hash128: (count: Int, text: [UInt8])] = [:]
  package let groupBits: Int
  package let longestText: Int

  /// - Parameter whole: The counts to which those of all parts will be added.
  package init(of whole: any RuleCounts) {
    groupBits = whole.groupBits
    longestText = whole.longestText
  }

  /// The number of distinct values.
  package var count: Int { rows.count }

  package func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>) {
    rows[hash, default: (0, [])].count += count
    if longestText > 0 { rows[hash]?.text.formLeastText(text, atMost: longestText) }
  }

  /// Removes all values in the order of their hashes, each with its number of records and its text.
  package func removeAll(_ body: (Hash128, Int, [UInt8]) throws -> Void) rethrows {
    for (hash, row) in rows.sorted(by: { $0.key < $1.key }) { try body(hash, row.count, row.text) }
    rows.removeAll(keepingCapacity: true)
  }

  package var needsRecords: Bool { true }
  package func endPass() -> Bool { false }
  package var error: SpillError? { nil }
}

extension [UInt8] {
  /// The texts with which errors of counting rules may quote a value: as received or trimmed, and
  /// shortened.
  package var quotations: Set<[UInt8]> {
    var quotations: Set<[UInt8]> = []
    for range in [0..<count, span.trimmedRange] {
      for limit in [GroupCounts.longestMode, Misspelling.longest] {
        var text: [UInt8] = []
        text.formLeastText(span.extracting(range), atMost: limit)
        quotations.insert(text)
      }
    }
    return quotations
  }
}
