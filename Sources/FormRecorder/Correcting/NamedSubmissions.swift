import FormInput
import FormStore

/// Submissions that a correction file names, and the last submissions of their chains, which are
/// read together for many rows.
struct NamedSubmissions {
  private let chains: [Int64: CorrectionChain]
  private let submissions: [Int64: CorrectableSubmission]

  init(_ ids: some Sequence<Int64>, in store: Store) throws {
    chains = try store.correctionChains(Set(ids))
    submissions = try store.correctableSubmissions(
      Set(chains.keys).union(chains.values.map(\.latest)))
  }

  func chain(of id: Int64) -> CorrectionChain? { chains[id] }

  /// Returns a submission that was named or ends a chain.
  subscript(_ id: Int64) -> CorrectableSubmission? { submissions[id] }
}

extension CorrectionFile {
  /// The number of rows of a page. Their submissions are in memory together.
  private static let pageRows = 64

  /// The rows in pages, whose submissions are read together.
  var pages: [ArraySlice<Row>] {
    stride(from: 0, to: rows.count, by: Self.pageRows).map {
      rows[$0..<min($0 + Self.pageRows, rows.count)]
    }
  }
}
