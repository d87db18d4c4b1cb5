import FormBytes

/// Examines malformed records: whether they could be read in another dialect.
struct DialectEvidence: Sendable {
  /// A change of the dialect.
  private struct Candidate: Sendable {
    /// What malformed records have in common.
    let reason: String
    let change: @Sendable (inout DelimitedDialect) -> Void

    init(_ reason: String, _ change: @escaping @Sendable (inout DelimitedDialect) -> Void) {
      self.reason = reason
      self.change = change
    }

    static func comment(_ prefix: String) -> Candidate {
      Candidate("begin with \(prefix), like comments") { $0.comment = Array(prefix.utf8) }
    }
  }

  private static let comments = ["#", "//", "--", "%"]
  /// The last one reads most lines, so it counts only if no record uses quotes.
  private static let candidates =
    [
      Candidate("have an empty cell more") { $0.trailingDelimiter = true },
      Candidate("have a backslash before a quote or delimiter") {
        $0.escape = .backslash
      },
      Candidate("have blanks before a quote") { $0.skipInitialSpace = true },
    ] + comments.map { .comment($0) } + [
      Candidate("have cells in single quotes") { $0.quote = UInt8(ascii: "'") },
      Candidate("have quotes that are ordinary characters") { $0.quote = nil },
    ]
  /// The minimum number of records that can be read without quotes, so that these are not errors.
  private static let leastUnquoted = 3
  private static let maximumRecords = 100
  private static let maximumBytes = 1 << 14
  private static let longestFooter = 10

  /// The number of examined records, and how many of them each candidate explains.
  private var examined = 0
  private var explained = Array(repeating: 0, count: candidates.count)
  private var records = 0
  private var malformed = 0
  /// The number of records at the end that have a single cell.
  private var footer = 0
  /// Whether cells are quoted, or quotes are open.
  private var usesQuotes = false
  private var headerComment: Int?

  /// Adds the header. It may be a comment if no record has its number of fields.
  mutating func addHeader(_ raw: Span<UInt8>) {
    headerComment = Self.comments.firstIndex { raw.starts(with: $0) }
  }

  /// Adds records that a scanner has read.
  mutating func add(_ batch: RecordBatch, _ scanner: DelimitedScanner) {
    records += batch.records.count
    if batch.faults.isEmpty {
      footer = 0
      return
    }
    if !usesQuotes, let quote = scanner.dialect.quote { usesQuotes = batch.hasCell(in: quote) }
    for record in batch.records {
      guard let fault = batch.fault(of: record), fault.code.dependsOnDialect else {
        footer = 0
        continue
      }
      malformed += 1
      if fault.code == .unterminatedQuote { usesQuotes = true }
      footer = fault.code == .tooFewFields && fault.foundFields == 1 ? footer + 1 : 0
      let raw = batch.raw(of: record)
      guard examined < Self.maximumRecords, raw.count <= Self.maximumBytes else { continue }
      examined += 1
      for (index, candidate) in Self.candidates.enumerated() {
        var dialect = scanner.dialect
        candidate.change(&dialect)
        if dialect != scanner.dialect, scanner.canRead(raw, in: dialect) { explained[index] += 1 }
      }
    }
  }

  /// Returns the dialect that explains most of the malformed records, if one explains half of them.
  func suggestion(from dialect: DelimitedDialect) -> DialectSuggestion? {
    guard malformed > 0 else { return nil }
    if malformed == records, let headerComment {
      return suggestion(
        3 + headerComment, dialect,
        reason: "the header begins with \(Self.comments[headerComment]), like a comment")
    }
    var best = 0
    for index in explained.indices where explained[index] > explained[best] {
      if index == explained.count - 1, usesQuotes || explained[index] < Self.leastUnquoted {
        continue
      }
      best = index
    }
    if explained[best] * 2 >= examined, explained[best] > 0, best > 0 || malformed == records {
      let reason =
        best == 0
        ? "every record has one empty cell more than the header"
        : "malformed records \(Self.candidates[best].reason) (\(explained[best]) of \(examined))"
      return suggestion(best, dialect, reason: reason)
    }
    guard footer == malformed, footer < records, footer <= Self.longestFooter else { return nil }
    return DialectSuggestion(
      dialect: dialect, footer: footer,
      reason: footer == 1
        ? "the last record has a single cell and may be a footer"
        : "the last \(footer) records have a single cell and may be a footer")
  }

  private func suggestion(
    _ candidate: Int, _ dialect: DelimitedDialect, reason: String
  ) -> DialectSuggestion {
    var dialect = dialect
    Self.candidates[candidate].change(&dialect)
    return DialectSuggestion(dialect: dialect, reason: reason)
  }
}

extension DelimitedScanner {
  /// Whether a line is a record without a fault, or a comment, in another dialect.
  fileprivate func canRead(_ raw: Span<UInt8>, in dialect: DelimitedDialect) -> Bool {
    if let first = dialect.comment.first, first == delimiter { return false }
    if let quote = dialect.quote, quote != self.dialect.quote,
      !raw.indices.contains(where: { raw[$0] == quote })
    {
      return false
    }
    var options = ReaderOptions()
    options.dialect = dialect
    options.delimiter = delimiter
    var scanner = DelimitedScanner(options)
    scanner.expectedFields = expectedFields
    var batch = RecordBatch()
    let used = scanner.scan(
      raw, at: 0, isAtEnd: true, into: &batch, limit: BatchLimit(records: 2, bytes: raw.count))
    guard used == raw.count, batch.faults.isEmpty else { return false }
    return batch.records.count == 1 || batch.isEmpty && dialect.comment != self.dialect.comment
  }
}

extension RecordBatch {
  /// Whether a cell of a record without a fault is in quotes.
  fileprivate func hasCell(in quote: UInt8) -> Bool {
    records.contains { record in
      !record.isFaulty
        && cells(of: record).contains { cell in
          // Cells with escapes are copies after the records.
          cell.start > record.rawEnd
            || cell.start > record.rawStart && bytes[Int(cell.start) - 1] == quote
        }
    }
  }
}

extension FaultCode {
  fileprivate var dependsOnDialect: Bool {
    switch self {
    case .strayQuote, .unterminatedQuote, .tooFewFields, .tooManyFields: true
    default: false
    }
  }
}
