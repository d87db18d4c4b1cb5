import FormInput

@testable import FormProfile

/// The statistics of a table of rows.
struct ProfiledTable {
  var statistics = TableStatistics()

  /// - Parameters:
  ///   - rows: The header, followed by the records.
  ///   - batch: The maximum number of records in a batch.
  init(_ rows: [[String]], batch size: Int = 1000) throws {
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for row in rows {
      for cell in row { writer.append(cell, to: &bytes) }
      writer.endRecord(to: &bytes)
    }
    var reader = try openReader(source: MemoryByteSource(bytes), name: "table.csv")
    statistics.beginFile("table.csv")
    statistics.setHeader(reader.header)
    var batch = RecordBatch()
    while try reader.read(into: &batch, maximumRecords: size) { statistics.add(batch) }
    statistics.finish()
  }

  /// A table of one column.
  init(column values: [String]) throws { try self.init([["x"]] + values.map { [$0] }) }

  var analysis: TableAnalysis { TableAnalysis(statistics) }
  var column: ColumnAnalysis { analysis.columns[0] }
}

extension ProfiledTable {
  /// The statistics of a column of values with these counts. The values take turns, so that every
  /// value occurs early and the column is neither sorted nor clustered.
  static func column(_ counts: [(value: String, count: Int)]) throws -> ColumnStatistics {
    var cells: [String] = []
    for turn in 0..<(counts.map(\.count).max() ?? 0) {
      cells += counts.filter { $0.count > turn }.map(\.value)
    }
    return try ProfiledTable(column: cells).statistics.columns[0]
  }

  /// Values that differ from each other, each with the same count.
  static func values(_ distinct: Int, _ count: Int) -> [(value: String, count: Int)] {
    (0..<distinct).map { ("v\($0)", count) }
  }
}
