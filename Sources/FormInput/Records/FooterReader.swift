/// Reads another reader's records except the last ones, which are not data.
///
/// It reads ahead until it has that many further records.
struct FooterReader: RecordReader, ~Copyable {
  private var base: any RecordReader & ~Copyable
  private let footer: Int
  /// The batches that were read ahead, and the number of their records.
  private var batches: [RecordBatch] = []
  private var waiting = 0
  private var isAtEnd = false
  private var error: ReaderError?

  let header: [String]
  private(set) var detected: DetectedProperties

  /// - Parameter footer: The number of last records that are not data.
  init(_ base: consuming any RecordReader & ~Copyable, footer: Int) {
    (header, detected) = (base.header, base.detected)
    self.base = base
    self.footer = footer
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    batch.removeAll()
    let maximum = max(1, maximumRecords)
    while !isAtEnd, waiting - (batches.first?.records.count ?? 0) < footer {
      var next = RecordBatch()
      do throws(ReaderError) {
        isAtEnd = try !base.read(into: &next, maximumRecords: maximum)
      } catch {
        self.error = error
        isAtEnd = true
      }
      detected = base.detected
      if isAtEnd {
        removeFooter()
      } else {
        waiting += next.records.count
        batches.append(next)
      }
    }
    guard let first = batches.first else {
      if let error { throw error }
      return false
    }
    batch = first
    if first.records.count > maximum {
      batch.records.removeLast(first.records.count - maximum)
      batches[0].records.removeFirst(maximum)
    } else {
      batches.removeFirst()
    }
    waiting -= batch.records.count
    return true
  }

  private mutating func removeFooter() {
    var left = footer
    while left > 0, let count = batches.last?.records.count {
      let removed = min(left, count)
      batches[batches.count - 1].records.removeLast(removed)
      if removed == count { batches.removeLast() }
      left -= removed
      waiting -= removed
    }
  }
}
