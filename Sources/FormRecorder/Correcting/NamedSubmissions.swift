import FormInput
import FormStore

/// Submissions that a correction file names, and the last submissions of their chains, which are
/// read together for many rows.
struct NamedSubmissions {
  private let chains: [Int64: CorrectionChain]
  private let submissions: [Int64: CorrectableSubmission]
  private var cells: [Int64: SubmissionCells] = [:]

  /// The number of bytes of cells after which they are stored in another batch.
  private static let maximumBytes = 1 << 24

  /// - Parameter base: A submission to which all patches apply, or nil.
  init(_ ids: some Sequence<Int64>, base: Int64? = nil, in store: Store) throws {
    chains = try store.correctionChains(Set(ids))
    submissions = try store.correctableSubmissions(
      Set(chains.keys).union(chains.values.map(\.latest)).union(base.map { [$0] } ?? []))
    var batch = RecordBatch()
    var batched: [(id: Int64, record: Int)] = []
    func endBatch() {
      for (id, record) in batched { cells[id] = SubmissionCells(id, batch, record) }
      (batch, batched) = (RecordBatch(), [])
    }
    for (id, submission) in submissions {
      batched.append((id, batch.records.count))
      try batch.appendCells(submission.json.span, of: id)
      if batch.bytes.count > Self.maximumBytes { endBatch() }
    }
    endBatch()
  }

  func chain(of id: Int64) -> CorrectionChain? { chains[id] }

  /// Returns a submission that was named or ends a chain, with its cells.
  subscript(_ id: Int64) -> (stored: CorrectableSubmission, cells: SubmissionCells)? {
    guard let stored = submissions[id], let cells = cells[id] else { return nil }
    return (stored, cells)
  }
}

extension CorrectionFile {
  /// The number of rows of a page, and the number of bytes after which it ends earlier.
  private static let (maximumRows, maximumBytes) = (256, 1 << 22)

  /// The rows in pages, whose submissions are read together.
  var pages: [ArraySlice<Row>] {
    var pages: [ArraySlice<Row>] = []
    var (start, bytes) = (rows.startIndex, 0)
    for (index, row) in rows.enumerated() {
      if index - start == Self.maximumRows || bytes > Self.maximumBytes {
        pages.append(rows[start..<index])
        (start, bytes) = (index, 0)
      }
      bytes += size(of: row)
    }
    pages.append(rows[start...])
    return pages
  }
}
