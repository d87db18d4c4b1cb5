import FormBytes

/// Rows of words that a set or table has written to a `SpillStorage`, for look-ups by their first
/// words. A filter of ten bits per row and the first word of each page stay in memory.
///
/// A set that exceeds its bound is written as one sorted run. A lookup checks the filter of each
/// sorted run and, in one of a hundred unsuccessful cases, reads a page of 256 rows.
final class SpilledRows {
  private let storage: any SpillStorage
  /// The number of words of a row.
  private let width: Int
  private var runs: [Run] = []
  private var page: [UInt64] = []
  /// The first error. Results after it are invalid, so the caller must check it.
  private(set) var error: SpillError?

  private static let rowsPerPage = 256

  private struct Run {
    let start: Int
    let count: Int
    /// The first word of each page.
    let fences: [UInt64]
    /// The first word of the last row.
    let last: UInt64
    let filter: BloomFilter

    func mayContain(_ first: UInt64) -> Bool {
      fences[0] <= first && first <= last && filter.mayContain(first.mixed)
    }
  }

  init(_ storage: any SpillStorage, width: Int = 2) {
    self.storage = storage
    self.width = width
  }

  var isEmpty: Bool { runs.isEmpty }

  /// Writes a sorted run.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - writeRows: Supplies the rows in chunks, ascending by their first words.
  func add(count: Int, _ writeRows: ((Span<UInt64>) -> Void) -> Void) {
    var start: Int?
    var written = 0
    var last: UInt64 = 0
    var fences: [UInt64] = []
    var filter = BloomFilter(count: count)
    writeRows { piece in
      guard error == nil else { return }
      do throws(SpillError) {
        let offset = try storage.append(piece)
        if start == nil { start = offset }
      } catch {
        self.error = error
      }
      for index in stride(from: 0, to: piece.count, by: width) {
        last = piece[index]
        if written % Self.rowsPerPage == 0 { fences.append(piece[index]) }
        filter.insert(piece[index].mixed)
        written += 1
      }
    }
    guard let start, error == nil else { return }
    guard !fences.isEmpty else { return }
    runs.append(Run(start: start, count: written, fences: fences, last: last, filter: filter))
  }

  /// Whether a row has this first word and a second word that satisfies a predicate.
  func contains(_ first: UInt64, _ isWanted: (UInt64) -> Bool) -> Bool {
    row(first, isWanted) != nil
  }

  /// The first row with this first word and a second word that satisfies a predicate.
  func row(_ first: UInt64, _ isWanted: (UInt64) -> Bool) -> ArraySlice<UInt64>? {
    for run in runs where run.mayContain(first) {
      if let row = row(first, isWanted, in: run) { return row }
    }
    return nil
  }

  private func row(
    _ first: UInt64, _ isWanted: (UInt64) -> Bool, in run: Run
  ) -> ArraySlice<UInt64>? {
    // Rows with the same first word may begin on the page before the one that begins with it.
    var number = max(0, run.fences.partitioningIndex { $0 >= first } - 1)
    while number < run.fences.count, run.fences[number] <= first {
      let begin = number * Self.rowsPerPage
      let end = min(begin + Self.rowsPerPage, run.count)
      do throws(SpillError) {
        try storage.read(run.start + width * begin..<run.start + width * end, into: &page)
      } catch {
        self.error = error
        return nil
      }
      for index in stride(from: 0, to: page.count, by: width) where page[index] == first {
        if isWanted(page[index + 1]) { return page[index..<index + width] }
      }
      number += 1
    }
    return nil
  }
}

extension UInt64 {
  /// A uniformly distributed hash, also of neighbouring numbers (SplitMix64).
  fileprivate var mixed: UInt64 {
    var word = (self ^ self >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
