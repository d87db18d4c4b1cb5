import FormBytes

/// Detects the delimiter of a file.
///
/// Of the delimiters in their first valid records, the one wins that splits the most records into
/// as many cells as that record; in a tie, the one with more cells, then the order `, ; tab |`. If
/// there is none, the file has one column, and the delimiter is a comma.
enum DelimiterSniffer {
  private static let candidates: [UInt8] = [
    .comma, UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  private static let maximumRecords = 200

  /// Returns the delimiter of a file that begins with a sample.
  ///
  /// - Parameter isWhole: Whether the sample is the whole file. Otherwise the last record is
  ///   ignored.
  static func delimiter(
    of sample: Span<UInt8>, isWhole: Bool, in dialect: DelimitedDialect
  ) -> UInt8 {
    var best = (delimiter: candidates[0], records: 0, cells: 0)
    var batch = RecordBatch()
    for candidate in candidates where candidate != dialect.quote && candidate != dialect.escape {
      read(sample, isWhole: isWhole, dialect, candidate, into: &batch)
      // Part of a single long record.
      if batch.isEmpty { read(sample, isWhole: true, dialect, candidate, into: &batch) }
      // A record with another number of cells than the first has a fault.
      let records = batch.records.filter { !$0.isFaulty }
      guard let first = records.first, first.cellCount > 1 else { continue }
      let evidence = (records.count, Int(first.cellCount))
      if evidence > (best.records, best.cells) { best = (candidate, evidence.0, evidence.1) }
    }
    return best.delimiter
  }

  private static func read(
    _ sample: Span<UInt8>, isWhole: Bool, _ dialect: DelimitedDialect, _ delimiter: UInt8,
    into batch: inout RecordBatch
  ) {
    var options = ReaderOptions()
    (options.dialect, options.delimiter) = (dialect, delimiter)
    var scanner = DelimitedScanner(options)
    batch.removeAll()
    _ = scanner.scan(
      sample, at: 0, isAtEnd: isWhole, into: &batch,
      limit: BatchLimit(records: maximumRecords, bytes: max(1, sample.count)))
  }

  /// Returns the character on both sides of a column's name, quoted or not, or nil if the name does
  /// not occur.
  static func delimiter(beside name: String, in sample: Span<UInt8>) -> UInt8? {
    let name = Array(name.utf8)
    var start = 0
    while start + name.count <= sample.count {
      defer { start += 1 }
      guard name.indices.allSatisfy({ sample[start + $0] == name[$0] }) else { continue }
      var (before, after) = (start - 1, start + name.count)
      if before >= 0, after < sample.count, sample[before] == .quote, sample[after] == .quote {
        (before, after) = (before - 1, after + 1)
      }
      let sides = [before, after].compactMap { position -> UInt8? in
        guard sample.indices.contains(position), !sample[position].isLineEnd else { return nil }
        return sample[position]
      }
      if let side = sides.first, side.canDelimit, sides.allSatisfy({ $0 == side }) { return side }
    }
    return nil
  }
}
